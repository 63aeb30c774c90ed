package inventory_test

import (
	"io"
	"testing"
	"time"

	"estante/internal/inventory"
	"estante/internal/store/storetest"
)

// deadly is a writer that nobody survives.
type deadly struct{ begun *int }

func (d deadly) WriteForecasts(io.Writer, inventory.ForecastReportPage, func(func(inventory.ForecastRow) error) error) error {
	*d.begun++
	panic("a report that kills whoever writes it")
}

// A process that dies over a report leaves it to the next one, and it to the next.
func TestAReportThatKillsIsGivenUp(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		s.ware(t, "Taza", 5)
		begun := 0
		processes := inventory.New(storetest.Twice(s.db), inventory.Options{PasswordWorkers: 1, Forecasts: deadly{&begun}})
		actor := inventory.Actor{User: s.open(t, "lector", password)}
		asked, err := s.AskForecastReport(t.Context(), actor, inventory.ReportPDF, inventory.ForecastFilter{})
		if err != nil {
			t.Fatal(err)
		}
		work := func() {
			defer func() { _ = recover() }()
			if _, err := processes.WorkOnForecastReports(t.Context()); err != nil {
				t.Error(err)
			}
		}
		for range 6 {
			work()
			s.pass(2 * time.Minute)
		}
		report, err := s.ForecastReport(t.Context(), actor, asked.ID)
		if err != nil || report.State != inventory.ReportFailed || begun != 3 {
			t.Errorf("begun %d times, and then it is %q: %v", begun, report.State, err)
		}
	})
}
