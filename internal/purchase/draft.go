package purchase

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/supplier"
)

// Fields is what people write to make a purchase.
type Fields struct {
	SupplierID int64
	// LocationID is where it is to be delivered; zero is the main location.
	LocationID int64
	// Currency is the supplier's where nobody says another.
	Currency   string
	Rate       *core.Rate
	ExpectedOn string
	Notes      string
	Lines      []LineFields
}

// Change is what people change of a purchase; nil leaves it. Of one that is sent the words,
// the day, and the rate can change, and of a draft everything.
type Change struct {
	SupplierID *int64
	LocationID *int64
	Currency   *string
	Rate       **core.Rate
	ExpectedOn *string
	Notes      *string
	Lines      *[]LineFields
	// IfVersion refuses the change when the purchase is no longer at this version.
	IfVersion *int64
}

// ErrNotDraft is the answer to a change of what can change in drafts alone.
var ErrNotDraft = &core.Error{
	Kind: core.Conflict, Message: "La compra ya no es un borrador: vuelve a dejarla en borrador para cambiarla",
}

// check notes what is wrong with what people write about a purchase.
func (p Purchase) check(wrong core.Problems) {
	wrong.Check(p.Currency == "" || core.ValidCurrency(p.Currency), "currency",
		"La moneda no existe: usa su código de tres letras, como EUR")
	wrong.Check(validDay(p.ExpectedOn), "expectedOn", "Debe ser una fecha, como 2026-11-15")
	wrong.Check(core.Characters(p.Notes) <= ledger.NotesMax, "notes", "Las notas son demasiado largas")
}

// validDay says whether a text is a day, or nothing.
func validDay(day string) bool {
	if day == "" {
		return true
	}
	_, err := time.Parse(core.DateForm, day)
	return err == nil
}

// CreatePurchase makes a draft.
func (s *Service) CreatePurchase(ctx context.Context, actor core.Actor, fields Fields) (Detail, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Detail, error) {
		id, err := createDraft(tx, actor, fields, "")
		if err != nil {
			return Detail{}, err
		}
		return detailOf(tx, id)
	})
}

// createDraft keeps a new draft. The detail says in its history where it comes from.
func createDraft(tx Tx, actor core.Actor, fields Fields, detail string) (int64, error) {
	p := Purchase{
		SupplierID: fields.SupplierID, Status: Draft, Currency: fields.Currency, Rate: fields.Rate,
		ExpectedOn: fields.ExpectedOn, Notes: core.Clean(fields.Notes), CreatedBy: actor.ID, CreatedAt: tx.Now(),
		UpdatedAt: tx.Now(), Version: 1, LocationID: fields.LocationID,
	}
	lines, seller, err := p.prepare(tx, fields.Lines)
	if err != nil {
		return 0, err
	}
	if p.ID, err = tx.InsertPurchase(p); err != nil {
		return 0, err
	}
	if err := keepLines(tx, p, seller, lines); err != nil {
		return 0, err
	}
	return p.ID, changed(tx, actor, core.AuditCreate, nil, p, Event{Kind: EventCreated, Detail: detail})
}

// prepare checks a draft and works out its lines and what they come to.
func (p *Purchase) prepare(tx Tx, fields []LineFields) ([]Line, supplier.Supplier, error) {
	wrong := core.Problems{}
	p.check(wrong)
	checkLines(wrong, fields)
	if err := wrong.Err(); err != nil {
		return nil, supplier.Supplier{}, err
	}
	seller, err := usableSupplier(tx, p.SupplierID)
	if err != nil {
		return nil, supplier.Supplier{}, err
	}
	location, err := ledger.UsableLocation(tx, p.LocationID)
	if err != nil {
		return nil, supplier.Supplier{}, err
	}
	settings, err := tx.Settings()
	if err != nil {
		return nil, supplier.Supplier{}, err
	}
	p.LocationID, p.Currency = location.ID, cmp.Or(p.Currency, seller.Currency, settings.PurchaseCurrency)
	lines, err := linesOf(tx, *p, fields)
	if err != nil {
		return nil, supplier.Supplier{}, err
	}
	return lines, seller, p.sum(lines)
}

// usableSupplier is one that things can be bought of. It stays so until the transaction ends.
func usableSupplier(tx Tx, id int64) (supplier.Supplier, error) {
	seller, err := supplier.UsableSupplier(tx, id)
	if err == nil && !seller.Active {
		err = core.FieldError("supplierId", "El proveedor está desactivado")
	}
	return seller, err
}

// keepLines keeps the lines of a draft and has searches find it by them.
func keepLines(tx Tx, p Purchase, seller supplier.Supplier, lines []Line) error {
	for i := range lines {
		lines[i].PurchaseID, lines[i].Position, lines[i].ExpectedOn = p.ID, i, p.ExpectedOn
	}
	if err := tx.InsertPurchaseLines(lines); err != nil {
		return err
	}
	return searchBy(tx, p, seller.Name, lines, nil)
}

// searchBy has searches find a purchase by its number, its supplier, what is in it and what
// came with it.
func searchBy(tx Tx, p Purchase, seller string, lines []Line, receipts []ReceiptRow) error {
	words := []string{p.Number, seller}
	for _, receipt := range receipts {
		words = append(words, receipt.DeliveryNote)
	}
	for _, line := range lines {
		words = append(words, line.SKU, line.SupplierSKU, line.Name)
	}
	return tx.SearchPurchaseBy(p.ID, words)
}

// changed leaves the audit row, the line of the history and the events of a change.
func changed(tx Tx, actor core.Actor, action core.AuditAction, before any, after Purchase, event Event) error {
	if err := core.Audit(tx, actor, action, core.NounPurchase, after.ID, before, after.auditable()); err != nil {
		return err
	}
	event.PurchaseID, event.At, event.UserID, event.Status = after.ID, tx.Now(), actor.ID, after.Status
	if err := tx.InsertPurchaseEvent(event); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicPurchases, ID: after.ID})
}

// purchaseNote is what the audit keeps of a purchase.
type purchaseNote struct {
	Number                            string `json:",omitempty"`
	SupplierID, LocationID            int64
	Status                            Status
	Currency                          string
	Rate                              *core.Rate `json:",omitempty"`
	ExpectedOn, Notes                 string     `json:",omitempty"`
	Lines, Ordered, Received, Pending int64
	TotalCost, ExtraCost              core.Cents
}

func (p Purchase) auditable() purchaseNote {
	return purchaseNote{
		Number: p.Number, SupplierID: p.SupplierID, LocationID: p.LocationID, Status: p.Status, Currency: p.Currency,
		Rate: p.Rate, ExpectedOn: p.ExpectedOn, Notes: p.Notes, Lines: p.LineCount, Ordered: p.Ordered,
		Received: p.Received, Pending: p.Pending, TotalCost: p.Value, ExtraCost: p.Extra,
	}
}

// lockAt locks a purchase that is still at the version that the caller saw.
func lockAt(tx Tx, id int64, version *int64) (Purchase, error) {
	p, err := tx.LockPurchase(id)
	if err == nil && version != nil && *version != p.Version {
		return p, core.ErrStale
	}
	return p, err
}

// UpdatePurchase changes a purchase.
func (s *Service) UpdatePurchase(ctx context.Context, actor core.Actor, id int64, change Change) (Detail, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Detail, error) {
		before, err := lockAt(tx, id, change.IfVersion)
		if err != nil {
			return Detail{}, err
		}
		if before.Status == Draft {
			err = change.ofDraft(tx, actor, before)
		} else {
			err = change.ofSent(tx, actor, before)
		}
		if err != nil {
			return Detail{}, err
		}
		return detailOf(tx, id)
	})
}

// apply is the purchase with everything that needs no other noun.
func (c Change) apply(p Purchase) Purchase {
	core.Assign(&p.SupplierID, c.SupplierID)
	core.Assign(&p.LocationID, c.LocationID)
	core.Assign(&p.Currency, c.Currency)
	core.Assign(&p.Rate, c.Rate)
	core.Assign(&p.ExpectedOn, c.ExpectedOn)
	core.AssignText(&p.Notes, c.Notes)
	return p
}

// ofDraft changes anything.
func (c Change) ofDraft(tx Tx, actor core.Actor, before Purchase) error {
	after := c.apply(before)
	kept, err := tx.PurchaseLines(before.ID)
	if err != nil {
		return err
	}
	fields := fieldsOf(kept)
	if c.Lines != nil {
		fields = *c.Lines
	}
	lines, seller, err := after.prepare(tx, fields)
	if err != nil {
		return err
	}
	after.Version, after.UpdatedAt = before.Version+1, tx.Now()
	if err := tx.UpdatePurchase(before, after); err != nil {
		return err
	}
	if err := tx.DeletePurchaseLines(before.ID); err != nil {
		return err
	}
	if err := keepLines(tx, after, seller, lines); err != nil {
		return err
	}
	return changed(tx, actor, core.AuditUpdate, before.auditable(), after, Event{Kind: EventEdited})
}

// ofSent changes what can change of a purchase that the supplier has.
func (c Change) ofSent(tx Tx, actor core.Actor, before Purchase) error {
	if c.SupplierID != nil || c.Currency != nil || c.Lines != nil {
		return ErrNotDraft
	}
	after := c.apply(before)
	wrong := core.Problems{}
	after.check(wrong)
	if err := wrong.Err(); err != nil {
		return err
	}
	location, err := ledger.UsableLocation(tx, after.LocationID)
	if err != nil {
		return err
	}
	after.LocationID = location.ID
	after.Version, after.UpdatedAt = before.Version+1, tx.Now()
	if err := tx.UpdatePurchase(before, after); err != nil {
		return err
	}
	if after.ExpectedOn != before.ExpectedOn {
		lines, err := tx.PurchaseLines(before.ID)
		if err != nil {
			return err
		}
		if err := keepPending(tx, after, lines); err != nil {
			return err
		}
	}
	return changed(tx, actor, core.AuditUpdate, before.auditable(), after, Event{Kind: EventEdited})
}

// DuplicatePurchase makes a draft of what another purchase asks for, at the prices of today.
func (s *Service) DuplicatePurchase(ctx context.Context, actor core.Actor, id int64) (Detail, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Detail, error) {
		from, err := tx.PurchaseByID(id)
		if err != nil {
			return Detail{}, err
		}
		kept, err := tx.PurchaseLines(id)
		if err != nil {
			return Detail{}, err
		}
		kept, gone, err := notDeleted(tx, kept)
		if err != nil {
			return Detail{}, err
		}
		fields := fieldsOf(kept)
		for i := range fields {
			fields[i].PackPrice, fields[i].Value, fields[i].PackUnits = nil, nil, 0
		}
		made, err := createDraft(tx, actor, Fields{
			SupplierID: from.SupplierID, LocationID: from.LocationID, Currency: from.Currency, Notes: from.Notes, Lines: fields,
		}, "Copia de "+cmp.Or(from.Number, "un borrador")+without(gone))
		if err != nil {
			return Detail{}, err
		}
		return detailOf(tx, made)
	})
}

// notDeleted leaves out the lines whose products are deleted, and names those. Of lines that are all gone nothing can
// be copied.
func notDeleted(tx Tx, lines []Line) (there []Line, gone []string, err error) {
	ids := make([]int64, 0, len(lines))
	for _, l := range lines {
		ids = append(ids, l.ProductID)
	}
	products, err := tx.ProductsNamed(ids)
	if err != nil {
		return nil, nil, err
	}
	for _, l := range lines {
		if _, found := products[l.ProductID]; found {
			there = append(there, l)
		} else {
			gone = append(gone, l.Name)
		}
	}
	if len(there) == 0 && len(gone) > 0 {
		return nil, nil, deletedProduct(gone[0])
	}
	return there, gone, nil
}

// goneTold is how many products that are deleted a copy names.
const goneTold = 10

// without says which products a copy leaves out; nothing where it leaves out none.
func without(gone []string) string {
	if len(gone) == 0 {
		return ""
	}
	names := "«" + strings.Join(gone[:min(len(gone), goneTold)], "», «") + "»"
	if more := len(gone) - goneTold; more > 0 {
		names += fmt.Sprintf(" y %d más", more)
	}
	return ". Sin lo que ya no está en el catálogo: " + names
}

// ErrNumbered is the answer to deleting a purchase whose number would be missing then.
var ErrNumbered = &core.Error{
	Kind: core.Conflict, Message: "Esta compra ya tiene número y no se puede eliminar: cancélala",
}

// DeletePurchase throws a draft away.
func (s *Service) DeletePurchase(ctx context.Context, actor core.Actor, id int64, version *int64) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (core.Nothing, error) {
		p, err := lockAt(tx, id, version)
		switch {
		case err != nil:
			return core.Nothing{}, err
		case p.Number != "":
			return core.Nothing{}, ErrNumbered
		}
		return core.Nothing{}, throwAway(tx, actor, p)
	})
	return err
}

// throwAway deletes a locked draft that has no number.
func throwAway(tx Tx, actor core.Actor, p Purchase) error {
	if err := tx.DeletePurchase(p); err != nil {
		return err
	}
	if err := core.Audit(tx, actor, core.AuditDelete, core.NounPurchase, p.ID, p.auditable(), nil); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicPurchases, ID: p.ID})
}
