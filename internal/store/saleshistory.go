package store

import (
	"encoding/binary"
	"errors"
	"fmt"

	"estante/internal/forecasting"
)

// The days of a history are kept as two lists of numbers: the days that sold,
// each as the number of days since the last one and its units, and the
// stretches that opened without stock, each as the days before it and its
// length. Most products sell on few days, and most days open with stock.

// packDays writes the days of a history.
func packDays(h forecasting.SalesHistory) []byte {
	var sold, empty []byte
	selling, stretches := uint64(0), uint64(0)
	last := 0
	for i, units := range h.Sold {
		if units != 0 {
			sold = binary.AppendVarint(binary.AppendUvarint(sold, uint64(i-last)), units) //nolint:gosec // Days only go up.
			last = i
			selling++
		}
	}
	last = 0
	for i := 0; i < len(h.Empty); i++ {
		if !h.Empty[i] {
			continue
		}
		start := i
		for i < len(h.Empty) && h.Empty[i] {
			i++
		}
		empty = binary.AppendUvarint(binary.AppendUvarint(empty, uint64(start-last)),
			uint64(i-start)) //nolint:gosec // Days only go up.
		last = i
		stretches++
	}
	packed := append(binary.AppendUvarint(nil, selling), sold...)
	return append(binary.AppendUvarint(packed, stretches), empty...)
}

var errBadDays = errors.New("the days of a sales history cannot be read")

// dayReader reads the numbers that packDays wrote.
type dayReader struct {
	packed []byte
	err    error
}

func (r *dayReader) number() int {
	n, size := binary.Uvarint(r.packed)
	if size <= 0 || n > 1<<31 {
		r.err = errBadDays
		return 0
	}
	r.packed = r.packed[size:]
	return int(n)
}

func (r *dayReader) units() int64 {
	n, size := binary.Varint(r.packed)
	if size <= 0 {
		r.err = errBadDays
		return 0
	}
	r.packed = r.packed[size:]
	return n
}

// unpackDays fills in the days of a history that has as many.
func unpackDays(h *forecasting.SalesHistory, packed []byte) error {
	r := dayReader{packed: packed}
	day := 0
	for n := r.number(); n > 0 && r.err == nil; n-- {
		day += r.number()
		units := r.units()
		if r.err == nil && day < len(h.Sold) {
			h.Sold[day] = units
		}
	}
	day = 0
	for n := r.number(); n > 0 && r.err == nil; n-- {
		day += r.number()
		end := day + r.number()
		for ; day < min(end, len(h.Empty)); day++ {
			h.Empty[day] = true
		}
	}
	return r.err
}

func scanSalesHistory(r row) (h forecasting.SalesHistory, err error) {
	var first, last int
	var packed []byte
	if err := r.Scan(&h.ProductID, &h.Seq, &h.PastSale, &h.Zone, &first, &last, &h.Stock, &packed); err != nil {
		return h, err
	}
	if last < first {
		return h, errBadDays
	}
	h.First = forecasting.Day(first)
	h.Sold, h.Empty = make([]int64, last-first+1), make([]bool, last-first+1)
	return h, unpackDays(&h, packed)
}

// SalesHistories implements forecasting.Tx.
func (t *tx) SalesHistories(productIDs []int64, zone string) (map[int64]forecasting.SalesHistory, error) {
	found := map[int64]forecasting.SalesHistory{}
	for start := 0; start < len(productIDs); start += idsMax {
		var f filter
		f.anyOf("product_id", productIDs[start:min(start+idsMax, len(productIDs))])
		f.add("zone = ?", zone)
		err := walk(t, scanSalesHistory, func(h forecasting.SalesHistory) error {
			found[h.ProductID] = h
			return nil
		}, `SELECT product_id, seq, past_sale, zone, first_day, last_day, stock, days FROM sales_histories`+f.where(), f.args...)
		if err != nil {
			return nil, fmt.Errorf("sales histories: %w", err)
		}
	}
	return found, nil
}

// WalkSalesSteps implements forecasting.Tx.
func (t *tx) WalkSalesSteps(productID, afterSeq int64, fn func(forecasting.SalesStep) error) error {
	return walk(t, func(r row) (s forecasting.SalesStep, err error) {
		err = r.Scan(&s.Seq, &s.Quantity, &s.Reason, &s.After, toTime(&s.At), toTime(&s.SoldAt))
		return s, err
	}, fn, `SELECT movements.seq, movements.quantity, movements.reason, movements.stock_after, movements.at,
			coalesce(movements.sold_at, undone.at, movements.at)
		FROM movements LEFT JOIN movements AS undone ON undone.id = movements.undo_of
		WHERE movements.product_id = $1 AND movements.seq > $2 ORDER BY movements.seq`, productID, afterSeq)
}

// KeepSalesHistories implements forecasting.Tx.
func (t *tx) KeepSalesHistories(histories []forecasting.SalesHistory) error {
	rows := make([][]any, 0, len(histories))
	for _, h := range histories {
		rows = append(rows, []any{
			h.ProductID, h.Seq, h.PastSale, h.Zone, int64(h.First), int64(h.First) + int64(len(h.Sold)) - 1,
			h.Stock, packDays(h),
		})
	}
	return t.inBatches(len(rows), 8, func(from, to int) error {
		err := t.later(anyRows, `INSERT INTO sales_histories (product_id, seq, past_sale, zone, first_day, last_day, stock, days)
			VALUES `+tuples(to-from, 8, nil)+`
			ON CONFLICT (product_id) DO UPDATE SET seq = excluded.seq, past_sale = excluded.past_sale, zone = excluded.zone,
				first_day = excluded.first_day,
				last_day = excluded.last_day, stock = excluded.stock, days = excluded.days
			WHERE sales_histories.zone <> excluded.zone OR sales_histories.seq <= excluded.seq
				AND sales_histories.past_sale <= excluded.past_sale
				AND sales_histories.seq + sales_histories.past_sale < excluded.seq + excluded.past_sale`, flatten(rows[from:to])...)
		if err != nil {
			return fmt.Errorf("keep sales histories: %w", err)
		}
		return nil
	})
}
