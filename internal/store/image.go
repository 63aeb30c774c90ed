package store

import (
	"fmt"
	"time"

	"estante/internal/catalogue"
)

// KeepImage implements catalogue.Tx.
func (t *tx) KeepImage(i catalogue.Image) error {
	_, err := t.exec(`INSERT INTO images (url, content_type, width, height, bytes, thumbnail, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (url) DO UPDATE SET unused_since = NULL`, i.URL, i.ContentType, i.Width, i.Height, i.Bytes, i.Thumbnail,
		t.now)
	if err != nil {
		return fmt.Errorf("keep image: %w", err)
	}
	return nil
}

// ImageExists implements catalogue.Tx.
func (t *tx) ImageExists(url string) (bool, error) {
	n, err := one(t, scanInt, `SELECT count(*) FROM images WHERE url = $1`, url)
	return n > 0, err
}

// ImageFile implements catalogue.Tx.
func (t *tx) ImageFile(url string, thumbnail bool) (contentType string, bytes []byte, err error) {
	column := "bytes"
	if thumbnail {
		column = "thumbnail"
	}
	type file struct {
		contentType string
		bytes       []byte
	}
	found, err := one(t, func(r row) (f file, err error) {
		err = r.Scan(&f.contentType, &f.bytes)
		return f, err
	}, `SELECT content_type, `+column+` FROM images WHERE url = $1`, url)
	return found.contentType, found.bytes, err
}

// MarkUnusedImages implements catalogue.Tx.
func (t *tx) MarkUnusedImages() error {
	const shown = `EXISTS (SELECT 1 FROM products WHERE products.image_url = images.url AND products.image_url <> '')`
	if _, err := t.exec(`UPDATE images SET unused_since = NULL WHERE unused_since IS NOT NULL AND ` + shown); err != nil {
		return err
	}
	_, err := t.exec(`UPDATE images SET unused_since = $1 WHERE unused_since IS NULL AND NOT `+shown, t.now)
	return err
}

// ForgetImages implements catalogue.Tx.
func (t *tx) ForgetImages(unusedBefore time.Time) error {
	_, err := t.exec(`DELETE FROM images WHERE unused_since < $1`, unusedBefore)
	return err
}
