package store_test

import (
	"testing"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

// What a question answers is read into whatever is made of it, and where that is
// not possible the reader is told.
func TestWhatAQuestionAnswersIsReadIntoEveryKind(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		read(t, db, func(tx inventory.Tx) error {
			var (
				number    int64
				small     int8
				cents     core.Cents
				text      string
				kind      catalogue.LabelKind
				truth     bool
				fraction  float64
				bytes     []byte
				at        time.Time
				none      = new(int64(1))
				noCents   = new(core.Cents(1))
				noText    = new("x")
				someCents *core.Cents
				some      *int64
				someText  *string
			)
			err := store.QueryRow(tx, `SELECT CAST(-7 AS BIGINT), CAST(7 AS BIGINT), CAST(1250 AS BIGINT), 'ñandú', 'brand',
				deleted_at IS NULL, 0.5 + 0.25, 'ab',
					CAST(1700000000000000 AS BIGINT), CAST(NULL AS BIGINT), CAST(NULL AS BIGINT), CAST(NULL AS TEXT),
					CAST(3 AS BIGINT), CAST(4 AS BIGINT), 'sí'
				FROM (SELECT CAST(NULL AS BIGINT) AS deleted_at) AS made`, nil,
				&number, &small, &cents, &text, &kind, &truth, &fraction, &bytes, store.ToTime(&at), &none, &noCents, &noText,
				&someCents, &some, &someText)
			if err != nil {
				return err
			}
			if number != -7 || small != 7 || cents != 1250 || text != "ñandú" || kind != catalogue.Brand || !truth ||
				fraction != 0.75 ||
				string(bytes) != "ab" || !at.Equal(time.UnixMicro(1700000000000000)) {
				t.Errorf("read %d %d %d %q %q %v %v %v %v", number, small, cents, text, kind, truth, fraction, bytes, at)
			}
			if none != nil || noCents != nil || noText != nil || *someCents != 3 || *some != 4 || *someText != "sí" {
				t.Errorf("read %v %v %v %v %v %v", none, noCents, noText, someCents, some, someText)
			}
			return nil
		})
		for query, to := range map[string]any{
			`SELECT CAST(NULL AS BIGINT)`: new(int64), `SELECT CAST(NULL AS TEXT)`: new(string), `SELECT 'x'`: new(int64),
			`SELECT CAST(1000 AS BIGINT)`: new(int8), `SELECT CAST(NULL AS BIGINT) AS at`: store.ToTime(new(time.Time)),
		} {
			err := core.Read(t.Context(), db, func(tx inventory.Tx) error { return store.QueryRow(tx, query, nil, to) })
			if err == nil {
				t.Errorf("%s was read into a %T", query, to)
			}
		}
	})
}
