package inbox

import (
	"context"
	"time"

	"estante/internal/core"
)

// Gap is a run of order numbers that a shop never told of, although it told of
// later ones.
type Gap struct {
	First int64
	Last  int64
	// Since is when the number after it was first heard of.
	Since time.Time
}

// Numbers is how many orders the gap stands for.
func (g Gap) Numbers() int64 { return g.Last - g.First + 1 }

// gapsWithin bounds how far back gaps are looked for, and gapsMax how many are shown.
const (
	gapsWithin = 10_000
	gapsMax    = 100
)

type channelGapMemory interface {
	// NoteNumber remembers that a channel told of an order of its own.
	NoteNumber(channelID, number int64) error
	// NoteTestNumber remembers that a test order has a number, so that it is no gap.
	NoteTestNumber(channelID, number int64) error
	// DismissNumbers remembers numbers that will never be told of.
	DismissNumbers(channelID, first, last int64) error
	// Gaps are the newest runs of numbers that are missing among the last so many.
	Gaps(channelID, within int64, limit int) ([]Gap, error)
}

// Gaps shows which running numbers of a channel are missing, the newest first.
func (s *Service) Gaps(ctx context.Context, channelID int64) (gaps []Gap, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		if _, err := tx.ChannelByID(channelID); err != nil {
			return err
		}
		gaps, err = tx.Gaps(channelID, gapsWithin, gapsMax)
		return err
	})
	return gaps, err
}

// missingNumbers is how many running numbers of a channel were never told of.
func missingNumbers(tx Tx, channelID int64) (missing int64, err error) {
	gaps, err := tx.Gaps(channelID, gapsWithin, gapsMax)
	for _, gap := range gaps {
		missing += gap.Numbers()
	}
	return missing, err
}

// DismissGap notes that a user knows why some numbers are missing.
func (s *Service) DismissGap(ctx context.Context, channelID, first, last int64) ([]Gap, error) {
	return core.Once(ctx, s.store, func(tx Tx) (gaps []Gap, err error) {
		if _, err := tx.ChannelByID(channelID); err != nil {
			return nil, err
		}
		wrong := core.Problems{}
		wrong.Check(first > 0, "first", "El número debe ser mayor a 0")
		wrong.Check(last >= first && last-first < gapsWithin, "last",
			"El último número no puede ser menor que el primero ni estar tan lejos de él")
		if err := wrong.Err(); err != nil {
			return nil, err
		}
		if gaps, err = tx.Gaps(channelID, gapsWithin, gapsMax); err != nil {
			return nil, err
		}
		// Only what is missing is dismissed: a number still to come is not known yet.
		for _, gap := range gaps {
			from, to := max(gap.First, first), min(gap.Last, last)
			if from > to {
				continue
			}
			if err := tx.DismissNumbers(channelID, from, to); err != nil {
				return nil, err
			}
		}
		if err := tx.Emit(core.Event{Topic: core.TopicChannels, ID: channelID}); err != nil {
			return nil, err
		}
		return tx.Gaps(channelID, gapsWithin, gapsMax)
	})
}
