package supplier

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// Supplier is a company or a person that the shop buys from.
type Supplier struct {
	ID   int64
	Name string
	// TaxID is the NIF, NIE or CIF, or that of another country, as it was written.
	TaxID   string
	Contact string
	Email   string
	Phone   string
	Address string
	Website string
	// Currency is in which its prices are, and so new purchases of it.
	Currency string
	// LeadDays is how long it takes to deliver; nil while nobody said.
	LeadDays *int
	// MinOrder is the least that it takes an order for, in Currency; nil where any will do.
	MinOrder     *core.Cents
	PaymentTerms string
	Notes        string
	Active       bool
	// MergedInto is the supplier that it became one with; zero while it is one of its own.
	MergedInto int64
	CreatedBy  int64
	CreatedAt  time.Time
	UpdatedAt  time.Time
	// Version counts the changes of this row; see core.ErrStale.
	Version int64
}

// The limits of what is kept of a supplier.
const (
	taxIDMax    = 30
	phoneMax    = 40
	addressMax  = 500
	websiteMax  = 300
	notesMax    = 2000
	termsMax    = 200
	similarMost = 5
)

// Errors about suppliers.
var (
	ErrSupplierInUse = &core.Error{
		Kind: core.Conflict, Message: "Hay productos o compras de este proveedor: desactívalo en lugar de eliminarlo",
	}
	ErrMergedSupplier = &core.Error{
		Kind: core.Conflict, Message: "Este proveedor se unió a otro y ya no se puede cambiar",
	}
)

// SupplierFilter says which suppliers a list shows. Zero values mean all; those that
// became one with another are in no list.
type SupplierFilter struct {
	// Search matches the name, the tax number and the e-mail address.
	Search   string
	Active   *bool
	Ordering SupplierOrdering
	Page     core.Page
}

// SupplierOrdering is how a list of suppliers is sorted; a leading minus is descending.
type SupplierOrdering string

// Orderings of suppliers, ascending; each also with a leading minus.
const (
	SuppliersByName    SupplierOrdering = "name"
	SuppliersByCreated SupplierOrdering = "createdAt"
)

// SupplierRow is a supplier in a list.
type SupplierRow struct {
	Supplier
	SupplierFigures
}

// SupplierFigures is what there is of a supplier: how many products it sells and how many
// purchases of it are not over, and what came of it lately and cost, by currency.
type SupplierFigures struct {
	Products      int64
	OpenPurchases int64
	Spend         []core.Money
}

type supplierMemory interface {
	InsertSupplier(supplier Supplier) (int64, error)
	// SupplierByID also finds one that became one with another.
	SupplierByID(id int64) (Supplier, error)
	// HoldSupplier returns a supplier and keeps it from being merged or deleted until
	// this transaction ends; any number of transactions may hold one.
	HoldSupplier(id int64) (Supplier, error)
	// LockSupplier returns a supplier when nobody holds it, and keeps others from
	// holding it until this transaction ends.
	LockSupplier(id int64) (Supplier, error)
	// UpdateSupplier writes every field but its author and its time. Where its terms
	// changed, the forecasts of what is bought of it are due.
	UpdateSupplier(before, after Supplier) error
	DeleteSupplier(id int64) error
	ListSuppliers(filter SupplierFilter) (core.List[Supplier], error)
	// SupplierFigures is what there is of some suppliers; what came of them counts from a time on.
	SupplierFigures(ids []int64, spentSince time.Time) (map[int64]SupplierFigures, error)
	// SimilarSuppliers are those of the same name or tax number, by their keys; an empty
	// key is like no other.
	SimilarSuppliers(nameKey, taxKey string, exceptID int64, most int) ([]Supplier, error)
	// SupplierInUse says whether anything refers to a supplier.
	SupplierInUse(id int64) (bool, error)
	// AskPurchaseWords notes that the purchases of a supplier are to be found by other words,
	// from the first of them on.
	AskPurchaseWords(supplierID int64) error
	mergeMemory
}

// NameKey is what makes two names of suppliers the same: neither case nor accents nor dots
// count, nor what kind of company it is.
func NameKey(name string) string {
	words := strings.FieldsFunc(strings.ReplaceAll(core.Fold(name), ".", ""), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '&'
	})
	for len(words) > 1 && slices.Contains(companyKinds, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

// companyKinds are the ends of names that say what kind of company it is.
var companyKinds = []string{"sl", "slu", "sll", "slne", "sa", "sau", "sal", "scoop", "coop", "cb", "sc", "sccl"}

// SupplierChange is what people write of a supplier; nil leaves it.
type SupplierChange struct {
	Name, TaxID, Contact, Email, Phone, Address, Website *string
	Currency, PaymentTerms, Notes                        *string
	LeadDays                                             **int
	MinOrder                                             **core.Cents
	Active                                               *bool
	IfVersion                                            *int64
}

func (c SupplierChange) apply(s *Supplier) {
	core.AssignLine(&s.Name, c.Name)
	core.AssignLine(&s.TaxID, c.TaxID)
	core.AssignLine(&s.Contact, c.Contact)
	core.AssignLine(&s.Email, c.Email)
	core.AssignLine(&s.Phone, c.Phone)
	core.AssignText(&s.Address, c.Address)
	core.AssignLine(&s.Website, c.Website)
	core.AssignLine(&s.Currency, c.Currency)
	core.AssignLine(&s.PaymentTerms, c.PaymentTerms)
	core.AssignText(&s.Notes, c.Notes)
	core.Assign(&s.LeadDays, c.LeadDays)
	core.Assign(&s.MinOrder, c.MinOrder)
	core.Assign(&s.Active, c.Active)
	if s.Website != "" && !strings.Contains(s.Website, "://") {
		s.Website = "https://" + s.Website
	}
	s.Currency = strings.ToUpper(s.Currency)
}

func (s Supplier) check() error {
	wrong := core.Problems{}
	wrong.Check(s.Name != "", "name", "El nombre del proveedor es requerido")
	for field, text := range map[string]struct {
		of   string
		most int
	}{
		"name": {s.Name, core.NameMax}, "taxId": {s.TaxID, taxIDMax}, "contact": {s.Contact, core.NameMax},
		"phone": {s.Phone, phoneMax}, "address": {s.Address, addressMax}, "website": {s.Website, websiteMax},
		"paymentTerms": {s.PaymentTerms, termsMax}, "notes": {s.Notes, notesMax},
	} {
		wrong.Check(core.Characters(text.of) <= text.most, field, "El texto es demasiado largo")
	}
	wrong.Check(s.Email == "" || core.ValidEmail(s.Email), "email", "El email no es válido")
	wrong.Check(s.Website == "" || validWebsite(s.Website), "website", "La dirección web no es válida")
	wrong.Check(core.ValidCurrency(s.Currency), "currency", "La moneda no existe: usa su código de tres letras, como EUR")
	checkLead(wrong, s.LeadDays)
	wrong.Check(s.MinOrder == nil || *s.MinOrder >= 0, "minOrder", "El pedido mínimo debe ser mayor o igual a 0")
	return wrong.Err()
}

// checkLead judges how long something takes to come.
func checkLead(wrong core.Problems, days *int) {
	wrong.Check(days == nil || (*days >= 0 && *days <= catalogue.LeadDaysMax), "leadDays",
		"El plazo debe estar entre 0 y 150 días")
}

// validWebsite says whether a browser may follow an address.
func validWebsite(address string) bool {
	parsed, err := url.Parse(address)
	return err == nil && (parsed.Scheme == "https" || parsed.Scheme == "http") && strings.Contains(parsed.Host, ".") &&
		parsed.User == nil
}

// ListSuppliers shows one page of the suppliers.
func (s *Service) ListSuppliers(ctx context.Context, filter SupplierFilter) (rows core.List[SupplierRow], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		rows, err = listSuppliers(tx, filter)
		return err
	})
	return rows, err
}

func listSuppliers(tx Tx, filter SupplierFilter) (rows core.List[SupplierRow], err error) {
	found, err := tx.ListSuppliers(filter)
	if err != nil {
		return rows, err
	}
	ids := make([]int64, 0, len(found.Rows))
	for _, supplier := range found.Rows {
		ids = append(ids, supplier.ID)
	}
	figures, err := tx.SupplierFigures(ids, tx.Now().AddDate(-1, 0, 0))
	rows.Count = found.Count
	for _, supplier := range found.Rows {
		rows.Rows = append(rows.Rows, SupplierRow{supplier, figures[supplier.ID]})
	}
	return rows, err
}

// ErrNoSuppliers is the answer to an export of nothing.
var ErrNoSuppliers = &core.Error{Kind: core.Conflict, Message: "No hay proveedores para exportar"}

// WalkSuppliers hands over every supplier that a list would show, in its order.
func (s *Service) WalkSuppliers(ctx context.Context, filter SupplierFilter, fn func(SupplierRow) error) error {
	return core.WalkAll(ctx, s.store, ErrNoSuppliers, fn, func(tx Tx, fn func(SupplierRow) error) error {
		for filter.Page = (core.Page{Number: 1, Size: core.PageSizeMax}); ; filter.Page.Number++ {
			rows, err := listSuppliers(tx, filter)
			if err != nil {
				return err
			}
			for _, row := range rows.Rows {
				if err := fn(row); err != nil {
					return err
				}
			}
			if len(rows.Rows) < filter.Page.Size {
				return nil
			}
		}
	})
}

// Supplier is one of them, also where it became one with another.
func (s *Service) Supplier(ctx context.Context, id int64) (supplier Supplier, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		supplier, err = tx.SupplierByID(id)
		return err
	})
	return supplier, err
}

// SimilarSuppliers are those that a person who writes a name or a tax number may mean.
func (s *Service) SimilarSuppliers(
	ctx context.Context, name, taxID string, exceptID int64,
) (similar []Supplier, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		similar, err = tx.SimilarSuppliers(NameKey(name), TaxKey(taxID), exceptID, similarMost)
		return err
	})
	return similar, err
}

// CreateSupplier adds a supplier.
func (s *Service) CreateSupplier(ctx context.Context, actor core.Actor, fields SupplierChange) (Supplier, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Supplier, error) {
		settings, err := tx.Settings()
		if err != nil {
			return Supplier{}, err
		}
		now := tx.Now()
		supplier := Supplier{
			Currency: settings.PurchaseCurrency, Active: true, CreatedBy: actor.ID, CreatedAt: now, UpdatedAt: now, Version: 1,
		}
		fields.apply(&supplier)
		if err := supplier.check(); err != nil {
			return Supplier{}, err
		}
		if supplier.ID, err = tx.InsertSupplier(supplier); err != nil {
			return Supplier{}, err
		}
		return supplier, noteSupplier(tx, actor, core.AuditCreate, supplier.ID, nil, supplier)
	})
}

// noteSupplier leaves the trace of a change of a supplier.
func noteSupplier(tx Tx, actor core.Actor, action core.AuditAction, id int64, before, after any) error {
	if err := core.Audit(tx, actor, action, core.NounSupplier, id, before, after); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicSuppliers, ID: id})
}

// UpdateSupplier changes what is kept of a supplier.
func (s *Service) UpdateSupplier(
	ctx context.Context, actor core.Actor, id int64, change SupplierChange,
) (Supplier, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Supplier, error) {
		before, err := lockSupplier(tx, id, change.IfVersion)
		if err != nil {
			return Supplier{}, err
		}
		after := before
		change.apply(&after)
		if sameSupplier(before, after) {
			return before, nil
		}
		if err := after.check(); err != nil {
			return Supplier{}, err
		}
		after.UpdatedAt, after.Version = tx.Now(), before.Version+1
		if err := tx.UpdateSupplier(before, after); err != nil {
			return Supplier{}, err
		}
		if after.Name != before.Name {
			if err := tx.AskPurchaseWords(id); err != nil {
				return Supplier{}, err
			}
		}
		return after, noteSupplier(tx, actor, core.AuditUpdate, id, before, after)
	})
}

// lockSupplier returns a supplier that may be changed, unless it is no longer the version
// that the person saw.
func lockSupplier(tx Tx, id int64, version *int64) (Supplier, error) {
	supplier, err := tx.LockSupplier(id)
	switch {
	case err != nil:
		return Supplier{}, err
	case supplier.MergedInto != 0:
		return Supplier{}, ErrMergedSupplier
	case version != nil && *version != supplier.Version:
		return Supplier{}, core.ErrStale
	}
	return supplier, nil
}

// sameSupplier says that two rows have the same fields.
func sameSupplier(a, b Supplier) bool {
	same := catalogue.SamePointer(a.LeadDays, b.LeadDays) && catalogue.SameCents(a.MinOrder, b.MinOrder)
	a.LeadDays, a.MinOrder = b.LeadDays, b.MinOrder
	return same && a == b
}

// DeleteSupplier removes a supplier that nothing refers to.
func (s *Service) DeleteSupplier(ctx context.Context, actor core.Actor, id int64, version *int64) error {
	_, err := core.Once(ctx, s.store, func(tx Tx) (none core.Nothing, err error) {
		supplier, err := lockSupplier(tx, id, version)
		if err != nil {
			return none, err
		}
		used, err := tx.SupplierInUse(id)
		switch {
		case err != nil:
			return none, err
		case used:
			return none, ErrSupplierInUse
		}
		if err := tx.DeleteSupplier(id); err != nil {
			return none, err
		}
		return none, noteSupplier(tx, actor, core.AuditDelete, id, supplier, nil)
	})
	return err
}

// UsableSupplier is the supplier that a change names, where it is still one of its own. It
// stays so until the transaction ends.
func UsableSupplier(tx Tx, id int64) (Supplier, error) {
	supplier, err := tx.HoldSupplier(id)
	if core.IsNotFound(err) || (err == nil && supplier.MergedInto != 0) {
		return Supplier{}, errNoSupplier
	}
	return supplier, err
}

// errNoSupplier is the answer to a supplier that there is not.
var errNoSupplier = core.FieldError("supplierId", "El proveedor no existe")
