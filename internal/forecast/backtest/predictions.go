package backtest

import (
	"encoding/csv"
	"io"
	"strconv"
	"time"
)

// Write writes predictions as CSV, one line each.
func Write(out io.Writer, s *Sales, predictions []Prediction) error {
	writer := csv.NewWriter(out)
	if err := writer.Write([]string{
		"sku", "origin", "forecast", "q10", "q50", "q90", "actual", "stock",
		"pGone30",
	}); err != nil {
		return err
	}
	number := func(x float64, digits int) string { return strconv.FormatFloat(x, 'f', digits, 64) }
	whole := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	for i := range predictions {
		p := &predictions[i]
		origin := p.Origin.Time().Format(time.DateOnly)
		if s.Monthly {
			origin = strconv.Itoa(int(p.Origin))
		}
		line := []string{
			p.SKU, origin, number(p.Forecast, 4), whole(p.Q10), whole(p.Q50), whole(p.Q90), whole(p.Actual),
			whole(p.Stock), number(p.Gone, 4),
		}
		if err := writer.Write(line); err != nil {
			return err
		}
	}
	writer.Flush()
	return writer.Error()
}
