package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"text/tabwriter"

	"estante/internal/forecast/backtest"
)

// backtestCommand replays a sales file, so that the forecast can be trusted
// for what it is worth. It needs no database.
type backtestCommand struct {
	Sales     string `required:"" placeholder:"FILE.csv[.gz]" type:"existingfile" help:"Ventas: sku, fecha y cantidad; con --monthly, sku y una columna por mes."`
	Stockouts string `placeholder:"FILE.csv[.gz]" type:"existingfile" help:"Roturas de stock: sku, desde y hasta, ambos días incluidos."`
	Origins   int    `placeholder:"N" help:"Cuántos meses se repiten; sin él, la mitad de los que hay, doce como mucho."`
	Monthly   bool   `help:"El archivo tiene una línea por producto y una columna por mes."`
	Out       string `required:"" placeholder:"PREDICTIONS.csv" type:"path" help:"Dónde se escriben las previsiones."`
}

// Run writes every prediction and prints how good they were.
func (c *backtestCommand) Run(out io.Writer) error {
	sales, err := c.read()
	if err != nil {
		return err
	}
	origins := c.Origins
	if origins <= 0 {
		origins = sales.DefaultOrigins()
	}
	predictions := backtest.Replay(sales, origins, &backtest.Estante{})
	if len(predictions) == 0 {
		return fmt.Errorf("el archivo abarca muy poco tiempo para repetir %d meses", origins)
	}
	if err := c.write(sales, predictions); err != nil {
		return err
	}
	naive := backtest.Replay(sales, origins, backtest.Naive())
	return printScores(out, origins, backtest.Judge(predictions), backtest.Judge(naive))
}

func (c *backtestCommand) read() (*backtest.Sales, error) {
	file, err := os.Open(c.Sales)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	if c.Monthly {
		return backtest.ReadMonthly(file)
	}
	if c.Stockouts == "" {
		return backtest.ReadDaily(file, nil)
	}
	stockouts, err := os.Open(c.Stockouts)
	if err != nil {
		return nil, err
	}
	defer func() { _ = stockouts.Close() }()
	return backtest.ReadDaily(file, stockouts)
}

// write reports what could not be written when the file is closed, too.
func (c *backtestCommand) write(sales *backtest.Sales, predictions []backtest.Prediction) error {
	file, err := os.Create(c.Out)
	if err != nil {
		return err
	}
	err = backtest.Write(file, sales, predictions)
	if closing := file.Close(); err == nil {
		err = closing
	}
	return err
}

// printScores sets the product's figures beside those of the plainest method.
func printScores(out io.Writer, origins int, ours, naive backtest.Score) error {
	if _, err := fmt.Fprintf(out, "%s previsiones en %d orígenes\n\n", grouped(int64(ours.Rows)), origins); err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(table, "medida\testante\tnaive-30d\tcociente\t\n")
	for _, row := range []struct {
		name        string
		ours, naive float64
		ratio       bool
	}{
		{"RMSSE", ours.RMSSE, naive.RMSSE, true},
		{"MAE", ours.MAE, naive.MAE, true},
		{"WAPE", ours.WAPE, naive.WAPE, true},
		{"sesgo", ours.Bias, naive.Bias, false},
		{"WQL90", ours.WQL90, naive.WQL90, true},
		{"cobertura 80 %", ours.Coverage80, naive.Coverage80, false},
		{"Brier (agotado en 30 días)", ours.Brier, naive.Brier, true},
	} {
		ratio := "–"
		if row.ratio {
			ratio = decimal(row.ours / row.naive)
		}
		_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t\n", row.name, decimal(row.ours), decimal(row.naive), ratio)
	}
	return table.Flush()
}

// decimal writes a figure, or a dash where there is none.
func decimal(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	}
	return fmt.Sprintf("%.3f", x)
}
