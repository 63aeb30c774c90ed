package purchase

import (
	"context"
	"strconv"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// ExtraCost is what a purchase, or one receipt of it, cost besides its lines. It is shared
// out over what came, and raises the value of what is still here.
type ExtraCost struct {
	ID         int64
	PurchaseID int64
	// ReceiptID is zero where it is of the whole purchase.
	ReceiptID int64
	Kind      ExtraKind
	Amount    core.Cents
	Currency  string
	Rate      *core.Rate
	// Cost is the amount in the currency of costs of the day it was written.
	Cost         core.Cents
	CostCurrency string
	ShareBy      Sharing
	Notes        string
	CreatedBy    int64
	CreatedAt    time.Time
	UndoneBy     int64
	UndoneAt     *time.Time
	// Shares are its parts of what has come by now.
	Shares []ExtraShare
	// CreatedByName is who wrote it.
	CreatedByName string
}

// ExtraKind says what was paid for.
type ExtraKind string

// The kinds of extra costs.
const (
	Transport ExtraKind = "transport"
	Customs   ExtraKind = "customs"
	Other     ExtraKind = "other"
)

// Sharing is how an extra cost is shared out over what came.
type Sharing string

// The ways to share: by what each line cost, by its units, or as a person says.
const (
	ByValue Sharing = "value"
	ByUnits Sharing = "units"
	ByShare Sharing = "hand"
)

// ExtraShare is the part of an extra cost that belongs to a line of a receipt, in the
// currency of costs: Raised went into the value of what was still here, Sold belonged to
// units that were gone.
type ExtraShare struct {
	ExtraCostID   int64
	ReceiptLineID int64
	Amount        core.Cents
	Raised        core.Cents
	Sold          core.Cents
}

type extraCostMemory interface {
	InsertExtraCost(extra ExtraCost) (int64, error)
	// ExtraCostsOf are the extra costs of a purchase with their shares, the oldest first.
	ExtraCostsOf(purchaseID int64) ([]ExtraCost, error)
	ExtraCostByID(id int64) (ExtraCost, error)
	// MarkExtraCostUndone notes the user who took it back, now.
	MarkExtraCostUndone(id, userID int64) error
	// AddExtraShares adds shares to those that lines of receipts have of an extra cost.
	AddExtraShares(shares []ExtraShare) error
	// DropExtraShares forgets the shares of the lines of a receipt.
	DropExtraShares(receiptID int64) error
}

// Label is the kind as people read it.
func (k ExtraKind) Label() string {
	switch k {
	case Transport:
		return "Transporte"
	case Customs:
		return "Aduana"
	case Other:
	}
	return "Otros gastos"
}

// ExtraFields is what people write of an extra cost.
type ExtraFields struct {
	// ReceiptID is zero where it is of the whole purchase.
	ReceiptID int64
	Kind      ExtraKind
	Amount    core.Cents
	// Currency is that of the purchase where nobody says another.
	Currency string
	Rate     *core.Rate
	ShareBy  Sharing
	// Shares are by hand, in the currency of costs, and come to the whole.
	Shares []HandShare
	Notes  string
}

// HandShare is the part of a line of a receipt, as a person says.
type HandShare struct {
	ReceiptLineID int64
	Amount        core.Cents
}

func (f ExtraFields) check() error {
	wrong := core.Problems{}
	switch f.Kind {
	case Transport, Customs, Other:
	default:
		wrong.Add("kind", "El tipo de gasto no existe")
	}
	switch f.ShareBy {
	case ByValue, ByUnits, ByShare:
	default:
		wrong.Add("shareBy", "La forma de repartir no existe")
	}
	wrong.Check(f.Amount > 0, "amount", "El importe debe ser mayor que 0")
	wrong.Check(f.Amount <= valueMax, "amount", "El importe es demasiado grande")
	wrong.Check(f.Currency == "" || core.ValidCurrency(f.Currency), "currency",
		"La moneda no existe: usa su código de tres letras, como EUR")
	wrong.Check(core.Characters(f.Notes) <= ledger.NotesMax, "notes", "Las notas son demasiado largas")
	wrong.Check((f.ShareBy == ByShare) == (len(f.Shares) > 0), "shares",
		"Indica la parte de cada línea si repartes a mano")
	wrong.Check(len(f.Shares) <= LinesMax, "shares", "Son demasiadas líneas")
	for i, share := range f.Shares[:min(len(f.Shares), LinesMax)] {
		wrong.Check(share.Amount >= 0 && share.Amount <= valueMax, "shares["+strconv.Itoa(i)+"].amount",
			"El importe debe ser un número mayor o igual a 0")
	}
	return wrong.Err()
}

// AddExtraCost keeps an extra cost and shares it out over what has come. What comes later gets
// its part then.
func (s *Service) AddExtraCost(ctx context.Context, actor core.Actor, id int64, fields ExtraFields) (Detail, error) {
	if err := fields.check(); err != nil {
		return Detail{}, err
	}
	return core.Once(ctx, s.store, func(tx Tx) (Detail, error) {
		before, err := tx.LockPurchase(id)
		if err != nil {
			return Detail{}, err
		}
		if before.Status == Cancelled {
			return Detail{}, ErrNotSent
		}
		if err := fields.add(tx, actor, before); err != nil {
			return Detail{}, err
		}
		return detailOf(tx, id)
	})
}

func (f ExtraFields) add(tx Tx, actor core.Actor, before Purchase) error {
	extra, err := f.extra(tx, actor, before)
	if err != nil {
		return err
	}
	receipts, err := tx.ReceiptsOf(before.ID)
	if err != nil {
		return err
	}
	var came []ReceiptLine
	if extra.ReceiptID != 0 {
		if receipts, err = receiptAlone(receipts, extra.ReceiptID); err != nil {
			return err
		}
	}
	came = standing(receipts)
	lines, err := tx.PurchaseLines(before.ID)
	if err != nil {
		return err
	}
	if extra.ID, err = tx.InsertExtraCost(extra); err != nil {
		return err
	}
	after := before
	after.Extra += extra.Cost
	after.Version, after.UpdatedAt = before.Version+1, tx.Now()
	if err := tx.UpdatePurchase(before, after); err != nil {
		return err
	}
	switch {
	case extra.ShareBy == ByShare:
		var parts []core.Cents
		if parts, err = f.parts(extra, came); err == nil {
			err = raise(tx, actor, after, extra, came, parts)
		}
	case extra.ReceiptID != 0:
		weights := make([]int64, len(came))
		for n, line := range came {
			weights[n] = extra.weight(line)
		}
		err = raise(tx, actor, after, extra, came, apportion(extra.Cost, weights))
	default:
		err = settleExtras(tx, actor, after, lines)
	}
	if err != nil {
		return err
	}
	return changed(tx, actor, core.AuditUpdate, before.auditable(), after, Event{
		Kind: EventExtra, Detail: "Se añade: " + extra.Kind.Label(),
	})
}

// extra is what the fields make, in the currency of costs too.
func (f ExtraFields) extra(tx Tx, actor core.Actor, p Purchase) (ExtraCost, error) {
	settings, err := tx.HoldSettings()
	if err != nil {
		return ExtraCost{}, err
	}
	extra := ExtraCost{
		PurchaseID: p.ID, ReceiptID: f.ReceiptID, Kind: f.Kind, Amount: f.Amount, Currency: f.Currency, Rate: f.Rate,
		Cost: f.Amount, CostCurrency: settings.PurchaseCurrency, ShareBy: f.ShareBy, Notes: core.Clean(f.Notes),
		CreatedBy: actor.ID, CreatedAt: tx.Now(),
	}
	if extra.Currency == "" {
		extra.Currency = p.Currency
	}
	if extra.Currency == extra.CostCurrency {
		extra.Rate = nil
		return extra, nil
	}
	if extra.Rate == nil && extra.Currency == p.Currency {
		extra.Rate = p.Rate
	}
	if extra.Rate == nil {
		return extra, errNoRate(extra.Currency, extra.CostCurrency)
	}
	cost, ok := core.Convert(extra.Amount, extra.Currency, extra.CostCurrency, *extra.Rate)
	if !ok || cost > valueMax {
		return extra, core.FieldError("rate", "Con ese cambio hay importes demasiado grandes")
	}
	extra.Cost = cost
	return extra, nil
}

func receiptAlone(receipts []ReceiptRow, id int64) ([]ReceiptRow, error) {
	for _, receipt := range receipts {
		if receipt.ID == id && receipt.UndoneAt == nil {
			return []ReceiptRow{receipt}, nil
		}
	}
	return nil, core.FieldError("receiptId", "La recepción no es de esta compra o se ha deshecho")
}

// parts are the shares by hand, in the order of the lines.
func (f ExtraFields) parts(extra ExtraCost, came []ReceiptLine) ([]core.Cents, error) {
	at := map[int64]int{}
	for n, line := range came {
		if line.Accepted > 0 && line.Cost != nil {
			at[line.ID] = n
		}
	}
	parts, left := make([]core.Cents, len(came)), extra.Cost
	for i, share := range f.Shares {
		n, found := at[share.ReceiptLineID]
		if !found {
			return nil, core.FieldError("shares["+strconv.Itoa(i)+"].receiptLineId",
				"La línea no ha llegado con esta compra, o no se sabe lo que costó")
		}
		parts[n] += share.Amount
		left -= share.Amount
	}
	if left != 0 {
		return nil, core.FieldError("shares", "Las partes deben sumar el importe")
	}
	return parts, nil
}

// ErrExtraUndone is the answer to taking an extra cost back twice.
var ErrExtraUndone = &core.Error{Kind: core.Conflict, Message: "Este gasto ya se ha deshecho"}

// UndoExtraCost takes an extra cost back: from what is still here. What was sold keeps its part.
func (s *Service) UndoExtraCost(ctx context.Context, actor core.Actor, id, extraID int64) (Detail, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Detail, error) {
		before, err := tx.LockPurchase(id)
		if err != nil {
			return Detail{}, err
		}
		extra, err := tx.ExtraCostByID(extraID)
		switch {
		case err != nil:
			return Detail{}, err
		case extra.PurchaseID != id:
			return Detail{}, core.ErrNotFound
		case extra.UndoneAt != nil:
			return Detail{}, ErrExtraUndone
		}
		if err := extra.lower(tx, actor, before); err != nil {
			return Detail{}, err
		}
		if err := tx.MarkExtraCostUndone(extraID, actor.ID); err != nil {
			return Detail{}, err
		}
		after := before
		after.Extra -= extra.Cost
		after.Version, after.UpdatedAt = before.Version+1, tx.Now()
		if err := tx.UpdatePurchase(before, after); err != nil {
			return Detail{}, err
		}
		if err := changed(tx, actor, core.AuditUpdate, before.auditable(), after, Event{
			Kind: EventExtra, Detail: "Se quita: " + extra.Kind.Label(),
		}); err != nil {
			return Detail{}, err
		}
		return detailOf(tx, id)
	})
}

// lower takes from what is still here what the extra cost added to it.
func (e ExtraCost) lower(tx Tx, actor core.Actor, p Purchase) error {
	receipts, err := tx.ReceiptsOf(p.ID)
	if err != nil {
		return err
	}
	came := map[int64]ReceiptLine{}
	var ids []int64
	for _, line := range standing(receipts) {
		came[line.ID] = line
		ids = append(ids, line.ProductID)
	}
	products, err := catalogue.LockProducts(tx, ids)
	if err != nil {
		return err
	}
	left := map[int64]int64{}
	for id, product := range products {
		left[id] = product.Stock
	}
	for _, share := range e.Shares {
		line, stands := came[share.ReceiptLineID]
		here := min(line.Accepted, left[line.ProductID])
		if !stands || share.Raised == 0 || here == 0 {
			continue
		}
		left[line.ProductID] -= here
		by, err := ledger.RaiseEntry(tx, actor, line.EntryID,
			-core.Worth{Value: share.Raised, Units: line.Accepted}.Of(here), "Deshace: "+e.words(p))
		if err != nil {
			return err
		}
		sum := *line.Cost + by
		if err := tx.UpdateReceiptCost(line.ID, &sum); err != nil {
			return err
		}
	}
	return nil
}
