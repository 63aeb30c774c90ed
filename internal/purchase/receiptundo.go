package purchase

import (
	"context"
	"fmt"
	"strings"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// What keeps a receipt from being taken back.
var (
	ErrReceiptUndone = &core.Error{Kind: core.Conflict, Message: "Esta recepción ya se ha deshecho"}
	ErrReceiptCosts  = &core.Error{
		Kind: core.Conflict, Message: "Esta recepción tiene gastos propios repartidos: deshaz antes esos gastos",
	}
)

// UndoReceipt takes back what a receipt brought, by opposite movements.
func (s *Service) UndoReceipt(ctx context.Context, actor core.Actor, id int64) (ReceiptRow, error) {
	return core.Once(ctx, s.store, func(tx Tx) (ReceiptRow, error) {
		receipt, err := tx.ReceiptByID(id)
		if err != nil {
			return ReceiptRow{}, err
		}
		before, err := tx.LockPurchase(receipt.PurchaseID)
		if err != nil {
			return ReceiptRow{}, err
		}
		// Locked, it is looked at again.
		if receipt, err = tx.ReceiptByID(id); err != nil {
			return ReceiptRow{}, err
		}
		if receipt.UndoneAt != nil {
			return ReceiptRow{}, ErrReceiptUndone
		}
		if err := undoReceipt(tx, actor, before, receipt); err != nil {
			return ReceiptRow{}, err
		}
		return tx.ReceiptByID(id)
	})
}

func undoReceipt(tx Tx, actor core.Actor, before Purchase, receipt ReceiptRow) error {
	extras, err := tx.ExtraCostsOf(before.ID)
	if err != nil {
		return err
	}
	for _, extra := range extras {
		if extra.UndoneAt == nil && extra.ReceiptID == receipt.ID {
			return ErrReceiptCosts
		}
	}
	if err := stillThere(tx, receipt); err != nil {
		return err
	}
	var entries []int64
	lines, err := tx.PurchaseLines(before.ID)
	if err != nil {
		return err
	}
	for _, came := range receipt.Lines {
		if came.EntryID != 0 {
			entries = append(entries, came.EntryID)
		}
		for i := range lines {
			if lines[i].ID == came.LineID {
				lines[i].Received -= came.Accepted
				lines[i].Rejected -= came.Rejected
			}
		}
	}
	if err := ledger.TakeBackEntries(tx, actor, entries); err != nil {
		return err
	}
	if err := tx.DropExtraShares(receipt.ID); err != nil {
		return err
	}
	if err := tx.MarkReceiptUndone(receipt.ID, actor.ID); err != nil {
		return err
	}
	after, err := before.settle(tx, before, lines)
	if err != nil {
		return err
	}
	if err := settleExtras(tx, actor, after, lines); err != nil {
		return err
	}
	if err := core.Audit(tx, actor, core.AuditUndo, core.NounReceipt, receipt.ID, receipt.auditable(), nil); err != nil {
		return err
	}
	return changed(tx, actor, core.AuditUpdate, before.auditable(), after, Event{
		Kind: EventUndone, Detail: "Recepción deshecha: " + ledger.Units(receipt.Accepted),
	})
}

// stillThere refuses to take back what is no longer where it came in, by its name.
func stillThere(tx Tx, receipt ReceiptRow) error {
	ids := make([]int64, 0, len(receipt.Lines))
	came := map[int64]int64{}
	for _, line := range receipt.Lines {
		ids = append(ids, line.ProductID)
		came[line.ProductID] += line.Accepted
	}
	products, err := catalogue.LockProducts(tx, ids)
	if err != nil {
		return err
	}
	lying, err := tx.StocksAt(ids)
	if err != nil {
		return err
	}
	var gone []string
	for _, line := range receipt.Lines {
		units, asked := came[line.ProductID]
		if !asked || units == 0 {
			continue
		}
		delete(came, line.ProductID)
		here := lying[ledger.StockPlace{ProductID: line.ProductID, LocationID: receipt.LocationID}]
		switch _, found := products[line.ProductID]; {
		case !found:
			gone = append(gone, "«"+line.Name+"» está eliminado")
		case here < units:
			gone = append(gone, fmt.Sprintf("«%s»: entraron %s y solo %s en el almacén", line.Name, ledger.Units(units),
				ledger.Remain(here)))
		}
	}
	const told = 5
	if len(gone) == 0 {
		return nil
	}
	sentence := strings.Join(gone[:min(len(gone), told)], "; ")
	if len(gone) > told {
		sentence += fmt.Sprintf("; y %d más", len(gone)-told)
	}
	return &core.Error{Kind: core.Conflict, Message: "No se puede deshacer la recepción. " + sentence}
}
