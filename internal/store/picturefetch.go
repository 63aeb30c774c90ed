package store

import (
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// awaitPicture keeps which pictures are to be fetched in step with what a product names.
func (t *tx) awaitPicture(before, after catalogue.Product) error {
	waited, waits := before.AwaitsPicture(), after.AwaitsPicture()
	switch {
	case waits && (!waited || before.ImageURL != after.ImageURL):
		_, err := t.exec(`INSERT INTO picture_fetches (product_id, url, due_at, attempts, failure)
			VALUES ($1, $2, $3, 0, '') ON CONFLICT (product_id) DO UPDATE
			SET url = excluded.url, due_at = excluded.due_at, attempts = 0, failure = ''`, after.ID, after.ImageURL, t.now)
		return err
	case waited && !waits && before.ID != 0:
		_, err := t.exec(`DELETE FROM picture_fetches WHERE product_id = $1`, after.ID)
		return err
	}
	return nil
}

// PictureIsDue implements catalogue.Tx.
func (t *tx) PictureIsDue() (bool, error) {
	n, err := one(t, scanInt, `SELECT count(*) FROM (SELECT 1 FROM picture_fetches WHERE due_at <= $1 LIMIT 1) AS due`,
		t.now)
	return n > 0, err
}

// ClaimPicture implements catalogue.Tx. A claim is an attempt: one that kills the process is
// counted too. Where two claim at once, the second finds nothing due any more.
func (t *tx) ClaimPicture(leaseUntil time.Time) (fetch catalogue.PictureFetch, err error) {
	claimed, err := all(t, func(r row) (f catalogue.PictureFetch, err error) {
		err = r.Scan(&f.URL, &f.Attempts)
		return f, err
	}, `UPDATE picture_fetches SET due_at = $1, attempts = attempts + 1
		WHERE url = (SELECT url FROM picture_fetches WHERE due_at <= $2 ORDER BY due_at, product_id LIMIT 1)
		AND due_at <= $2 RETURNING url, attempts`, leaseUntil, t.now)
	if err != nil {
		return fetch, err
	}
	if len(claimed) == 0 {
		return fetch, core.ErrNotFound
	}
	for _, one := range claimed {
		fetch = catalogue.PictureFetch{URL: one.URL, Attempts: max(fetch.Attempts, one.Attempts)}
	}
	return fetch, nil
}

// PictureProducts implements catalogue.Tx.
func (t *tx) PictureProducts(url string, after int64, limit int) ([]int64, error) {
	return all(t, scanID, `SELECT product_id FROM picture_fetches WHERE url = $1 AND product_id > $2
		ORDER BY product_id LIMIT $3`, url, after, limit)
}

// PostponePicture implements catalogue.Tx. The reason may have words of another server in it:
// what cannot be kept of them is left out.
func (t *tx) PostponePicture(fetch catalogue.PictureFetch, reason string, dueAt time.Time) error {
	_, err := t.exec(`UPDATE picture_fetches SET failure = $1, due_at = $2, attempts = $3 WHERE url = $4`,
		legible(reason), dueAt, fetch.Attempts, fetch.URL)
	return err
}

// DropPictureFetches implements catalogue.Tx.
func (t *tx) DropPictureFetches(url string, products []int64) error {
	var f filter
	f.anyOf("product_id", products)
	f.add("url = ?", url)
	_, err := t.exec(`DELETE FROM picture_fetches`+f.where(), f.args...)
	return err
}
