package sqlite

import (
	"context"
	"errors"
	"time"
)

const (
	// idleTime is after how long without a commit the file may be made smaller: every page
	// that is open has something noted now and then.
	idleTime = 5 * time.Second
	// freePagesMin is how many pages without use are worth it, 8 MB, and freeShare of how
	// many pages one is: as long as there are fewer, what comes next fills them.
	freePagesMin = 2048
	freeShare    = 4
	// shrinkPause is how long nothing is tried after it was in vain.
	shrinkPause = time.Hour
)

// shrink gives pages to the disk that what was deleted has left, in an idle moment. SQLite
// writes the whole file anew for it, aside and not in memory, and stops when somebody wants
// to write: then another moment will do.
func (c *Checkpointer) shrink(conn *Conn) error {
	if c.Held() || time.Now().Before(c.shrinkAt) {
		return nil
	}
	due, err := c.vacuum()
	if err == nil && !due {
		return nil
	}
	c.shrinkAt = time.Now().Add(shrinkPause)
	if err != nil {
		c.Log.Warn("the database keeps the room of what was deleted", "error", err)
	}
	return c.giveBack(conn)
}

// vacuum says whether there was something to give.
func (c *Checkpointer) vacuum() (due bool, err error) {
	wanted, giveBack, ok := c.Gate.Borrow()
	if !ok {
		return false, nil
	}
	defer giveBack()
	pages, err := c.Writer.number("PRAGMA page_count")
	free, freeErr := c.Writer.number("PRAGMA freelist_count")
	if err = errors.Join(err, freeErr); err != nil || free < freePagesMin || free < pages/freeShare {
		return false, err
	}
	ctx := context.Background()
	if err := c.Writer.Do(ctx, "PRAGMA temp_store(file)"); err != nil {
		return true, err
	}
	release := c.Writer.Watch(wanted)
	err = c.Writer.Do(ctx, "VACUUM")
	release()
	if wanted.Err() != nil {
		err = nil
	}
	return true, errors.Join(err, c.Writer.Do(ctx, "PRAGMA temp_store(memory)"))
}
