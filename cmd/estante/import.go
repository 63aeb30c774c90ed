package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"estante/internal/core"
	"estante/internal/imports"
	"estante/internal/inventory"
)

// errNotImported is how a file that cannot be taken ends the command.
var errNotImported = errors.New("no se ha importado nada")

// importPause is how long the command waits where a server does the work.
const importPause = 200 * time.Millisecond

type importCommand struct {
	File    string `arg:"" name:"archivo" type:"existingfile" help:"Archivo CSV o Excel (.xlsx)."`
	Orders  bool   `help:"El archivo tiene pedidos, no productos."`
	Preview bool   `help:"Dice qué cambiaría, sin cambiar nada."`
}

// Run imports products and stock, or orders, from a file, all of it or nothing. The
// columns are recognised by their names, as the page suggests them.
func (c *importCommand) Run(ctx context.Context, place *place, out io.Writer, log *slog.Logger) error {
	file, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	return place.with(ctx, log, func(inv *inventory.Inventory) error { return c.take(ctx, inv, file, out) })
}

// take previews a file and imports it, if nothing is wrong with it.
func (c *importCommand) take(ctx context.Context, inv *inventory.Inventory, file io.Reader, out io.Writer) error {
	draft, err := inv.Imports.UploadImport(ctx, core.System, imports.Upload{
		Subject: c.subject(), Name: filepath.Base(c.File), File: file,
	})
	if err != nil {
		return err
	}
	preview, err := inv.Imports.PreviewImport(ctx, core.System, draft.ID)
	if err != nil {
		return err
	}
	if err := tellProblems(out, preview.Problems, preview.Wrong); err != nil {
		return err
	}
	if c.Preview || preview.Wrong > 0 {
		_, err := fmt.Fprintf(out, "%d filas: %d por crear, %d por actualizar, %d sin cambios, %d con errores.\n",
			preview.Total, preview.Create, preview.Update, preview.Unchanged, preview.Wrong)
		if err == nil && preview.Wrong > 0 {
			return errNotImported
		}
		return err
	}
	if _, err := inv.Imports.RunImport(ctx, core.System, draft.ID); err != nil {
		return err
	}
	return finishImport(ctx, inv, draft.ID, out)
}

func (c *importCommand) subject() imports.Subject {
	if c.Orders {
		return imports.OrderImports
	}
	return imports.ProductImports
}

// finishImport does the work, or waits for a server that took it, and says what
// came of it.
func finishImport(ctx context.Context, inv *inventory.Inventory, id int64, out io.Writer) error {
	for {
		if _, err := inv.Imports.WorkOnImports(ctx); err != nil {
			return err
		}
		imported, err := inv.Imports.Import(ctx, id)
		if err != nil {
			return err
		}
		if imported.Status == imports.Done {
			_, err := fmt.Fprintf(out, "Importado: %d creados, %d actualizados, %d sin cambios.\n", imported.Created,
				imported.Updated, imported.Unchanged)
			return err
		}
		if imported.Status == imports.Failed {
			if err := tellProblems(out, imported.Problems, imported.Wrong); err != nil {
				return err
			}
			return fmt.Errorf("%w: %s", errNotImported, imported.Failure)
		}
		select {
		case <-time.After(importPause):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// tellProblems names each wrong cell, as far as they are listed.
func tellProblems(out io.Writer, problems []imports.RowProblem, wrong int) error {
	for _, p := range problems {
		if _, err := fmt.Fprintf(out, "Fila %d, columna «%s»: %s\n", p.Row, p.Column, p.Message); err != nil {
			return err
		}
	}
	if wrong > len(problems) {
		_, err := fmt.Fprintf(out, "… y %d filas más con errores\n", wrong-len(problems))
		return err
	}
	return nil
}
