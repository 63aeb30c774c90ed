package demo

import (
	"context"
	"fmt"
	"time"

	"estante/internal/account"
	"estante/internal/catalogue"
	"estante/internal/ledger"
)

// countedAisle is what the shop has counted last.
const countedAisle = "Cerrajería"

// countAisle counts one aisle, posts what differs, and has the ledger checked
// afterwards, as a shop does now and then.
func (y *year) countAisle(ctx context.Context, now time.Time) error {
	y.clock.travel(now.Add(-9 * time.Minute))
	stocktake, err := y.inv.Ledger.OpenStocktake(ctx, y.staff[1], ledger.StocktakeFields{
		LocationID: ledger.MainLocation, Category: catalogue.LabelRef{Name: countedAisle}, Notes: "Repaso del pasillo 4",
	})
	if err != nil {
		return fmt.Errorf("stocktake: %w", err)
	}
	counted := 0
	for _, w := range y.wares {
		if w.fields.Category.Name != countedAisle {
			continue
		}
		if err := y.count(ctx, stocktake.ID, w, counted); err != nil {
			return fmt.Errorf("stocktake, %s: %w", *w.fields.SKU, err)
		}
		counted++
	}
	y.clock.travel(now.Add(-6 * time.Minute))
	if _, err := y.inv.Ledger.PostStocktake(ctx, y.staff[1], stocktake.ID); err != nil {
		return fmt.Errorf("stocktake: %w", err)
	}
	if _, err := y.inv.Verify.AskLedgerCheck(ctx, y.staff[0]); err != nil {
		return fmt.Errorf("ledger check: %w", err)
	}
	if _, err := y.inv.Verify.RunLedgerChecks(ctx); err != nil {
		return fmt.Errorf("ledger check: %w", err)
	}
	return nil
}

// count writes down what lies on the shelf: now and then one more or one less
// than there should be.
func (y *year) count(ctx context.Context, stocktakeID int64, w *ware, place int) error {
	product, err := y.inv.Catalogue.Product(ctx, w.id)
	if err != nil {
		return err
	}
	found := product.Stock
	switch place % 5 {
	case 1:
		found = max(found-1, 0)
	case 3:
		found++
	}
	_, err = y.inv.Ledger.CountProduct(ctx, y.staff[2], stocktakeID, w.id, &found)
	return err
}

// visits are how long before now people came in last; the visitor's account is
// left to the visitor.
var visits = map[string]time.Duration{
	"marcos.gil": 5 * time.Hour, "ana.beltran": 95 * time.Minute, "asesoria": 26 * time.Hour,
}

// comeIn has the shop's people sign in, so that it can be told who works here.
func (y *year) comeIn(ctx context.Context, now time.Time) error {
	for _, p := range people {
		ago, comes := visits[p.Username]
		if !comes {
			continue
		}
		y.clock.travel(now.Add(-ago))
		if _, err := y.inv.Accounts.Login(ctx, account.Login{
			Username: p.Username, Password: Password, Peer: "192.168.1.20", UserAgent: "Estante",
		}); err != nil {
			return fmt.Errorf("sign in %s: %w", p.Username, err)
		}
	}
	return nil
}
