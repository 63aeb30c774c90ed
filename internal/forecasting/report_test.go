package forecasting_test

import (
	"io"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/forecasting"
	"estante/internal/inventory"
	"estante/internal/reportjob"
	"estante/internal/shoptest"
	"estante/internal/store/storetest"
)

// deadly is a writer that nobody survives.
type deadly struct{ begun *int }

func (d deadly) WriteForecasts(io.Writer, forecasting.ReportPage, func(func(forecasting.Row) error) error) error {
	*d.begun++
	panic("a report that kills whoever writes it")
}

// A process that dies over a report leaves it to the next one, and it to the next.
func TestAReportThatKillsIsGivenUp(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Ware(t, "Taza", 5)
		begun := 0
		processes := inventory.New(storetest.Twice(s.Db), inventory.Options{PasswordWorkers: 1, Forecasts: deadly{&begun}})
		actor := core.Actor{User: s.Open(t, "lector", shoptest.Password)}
		asked, err := s.Forecasts.AskForecastReport(t.Context(), actor, reportjob.PDF, forecasting.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		work := func() {
			defer func() { _ = recover() }()
			if _, err := processes.Forecasts.WorkOnForecastReports(t.Context()); err != nil {
				t.Error(err)
			}
		}
		for range 6 {
			work()
			s.Pass(2 * time.Minute)
		}
		report, err := s.Forecasts.ForecastReport(t.Context(), actor, asked.ID)
		if err != nil || report.State != reportjob.Failed || begun != 3 {
			t.Errorf("begun %d times, and then it is %q: %v", begun, report.State, err)
		}
	})
}

// fetched is a writer of a short file.
type fetched struct{}

func (fetched) WriteForecasts(to io.Writer, _ forecasting.ReportPage, _ func(func(forecasting.Row) error) error) error {
	_, err := io.WriteString(to, "reporte")
	return err
}

// However many reports a person asks for, the newest few of them are kept, and those of
// others are left alone.
func TestReportsOfOnePersonAreBounded(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Ware(t, "Taza", 5)
		inv := inventory.New(storetest.Twice(s.Db), inventory.Options{PasswordWorkers: 1, Forecasts: fetched{}})
		ask := func(actor core.Actor) int64 {
			t.Helper()
			asked, err := inv.Forecasts.AskForecastReport(t.Context(), actor, reportjob.XLSX, forecasting.Filter{})
			shoptest.Must(t, asked, err)
			shoptest.Must1(inv.Forecasts.WorkOnForecastReports(t.Context()))(t)
			return asked.ID
		}
		ana := core.Actor{User: s.Open(t, "ana", shoptest.Password)}
		eva := core.Actor{User: s.Open(t, "eva", shoptest.Password)}
		others := ask(eva)
		var asked []int64
		for range 14 {
			asked = append(asked, ask(ana))
		}
		for i, id := range asked {
			if _, err := inv.Forecasts.ForecastReport(t.Context(), ana, id); (err == nil) != (i >= 4) {
				t.Errorf("report %d of %d: %v", i+1, len(asked), err)
			}
		}
		if _, err := inv.Forecasts.ForecastReport(t.Context(), eva, others); err != nil {
			t.Errorf("the report of another person: %v", err)
		}
	})
}
