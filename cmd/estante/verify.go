package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"estante/internal/inventory"
)

// errDifferences is how a ledger that contradicts itself ends the command.
var errDifferences = errors.New("el stock no coincide con sus movimientos")

// progressPause is how often a person at the terminal is told how far it is.
const progressPause = 500 * time.Millisecond

type verifyCommand struct{}

// Run checks the whole ledger, keeps what it found and says so.
func (verifyCommand) Run(ctx context.Context, place *place, out io.Writer, stderr aside, log *slog.Logger) error {
	if err := place.mustHoldData(ctx, log); err != nil {
		return err
	}
	return place.with(ctx, log, func(inv *inventory.Inventory) error { return verify(ctx, inv, out, stderr) })
}

func verify(ctx context.Context, inv *inventory.Inventory, out, stderr io.Writer) error {
	began := time.Now()
	check, err := inv.Verify.CheckLedger(ctx, progressTo(stderr))
	if err != nil {
		return err
	}
	for _, finding := range check.Findings {
		if _, err := fmt.Fprintln(out, finding.Message); err != nil {
			return err
		}
	}
	if hidden := check.Problems - int64(len(check.Findings)); hidden > 0 {
		if _, err := fmt.Fprintf(out, "… y %d diferencias más\n", hidden); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out, "%s movimientos de %s productos comprobados en %.1f s: %s\n",
		grouped(check.Movements), grouped(check.Products), time.Since(began).Seconds(), verdict(check.Problems))
	if err == nil && check.Problems > 0 {
		return errDifferences
	}
	return err
}

func verdict(problems int64) string {
	switch problems {
	case 0:
		return "todo coincide."
	case 1:
		return "1 diferencia."
	default:
		return grouped(problems) + " diferencias."
	}
}

// progressTo writes how far a check is, now and then and at its end.
func progressTo(stderr io.Writer) func(done, total int64) {
	var told time.Time
	last := int64(-1)
	return func(done, total int64) {
		if done == last || (time.Since(told) < progressPause && done < total) {
			return
		}
		told, last = time.Now(), done
		percent := int64(100)
		if total > 0 {
			percent = done * 100 / total
		}
		fmt.Fprintf(stderr, "Comprobando: %s de %s movimientos (%d %%)\n", grouped(done), grouped(total), percent)
	}
}

// grouped writes a number as Spanish does, 1.234.567.
func grouped(n int64) string {
	digits := fmt.Sprint(n)
	var parts []string
	for len(digits) > 3 {
		parts = append([]string{digits[len(digits)-3:]}, parts...)
		digits = digits[:len(digits)-3]
	}
	return strings.Join(append([]string{digits}, parts...), ".")
}
