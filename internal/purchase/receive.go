package purchase

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// Delivery is what people write about what has come of a purchase.
type Delivery struct {
	DeliveryNote string
	// DeliveredOn is today where nobody says another day.
	DeliveredOn string
	// LocationID is where it lies now; zero is where it was to be delivered.
	LocationID int64
	// Rate is the purchase's where nobody says another.
	Rate  *core.Rate
	Notes string
	Lines []DeliveredLine
	// AllowExcess says that more than was ordered is meant.
	AllowExcess bool
}

// DeliveredLine is what came of a line of the purchase or of a product, ordered or not.
type DeliveredLine struct {
	LineID    int64
	ProductID int64
	Accepted  int64
	Rejected  int64
	// Value is what the accepted units cost, where the paper says something else than the purchase.
	Value *core.Cents
}

// deliveryNoteMax is how long the number of a delivery note is.
const deliveryNoteMax = 100

// check says what is wrong with a delivery. Only users with the permission for costs may say any.
func (d Delivery) check(actor core.Actor) error {
	wrong := core.Problems{}
	wrong.Check(core.Characters(d.DeliveryNote) <= deliveryNoteMax, "deliveryNote",
		"El número de albarán es demasiado largo")
	wrong.Check(validDay(d.DeliveredOn), "date", "Debe ser una fecha, como 2026-11-15")
	wrong.Check(core.Characters(d.Notes) <= ledger.NotesMax, "notes", "Las notas son demasiado largas")
	wrong.Check(d.Rate == nil || actor.Role.May(core.EditCosts), "rate", "Tu rol no permite indicar costes")
	wrong.Check(len(d.Lines) > 0, "lines", "Añade al menos una línea")
	wrong.Check(len(d.Lines) <= LinesMax, "lines", fmt.Sprintf("Son demasiadas líneas: %d como mucho", LinesMax))
	for i, l := range d.Lines[:min(len(d.Lines), LinesMax)] {
		place := linePlace(i)
		wrong.Check(l.LineID != 0 || l.ProductID != 0, place+"productId", "Elige un producto")
		wrong.Check(l.Accepted >= 0, place+"accepted", "La cantidad no puede ser negativa")
		wrong.Check(l.Rejected >= 0, place+"rejected", "La cantidad no puede ser negativa")
		wrong.Check(l.Accepted <= catalogue.QuantityMax, place+"accepted", "La cantidad es demasiado grande")
		wrong.Check(l.Rejected <= catalogue.QuantityMax, place+"rejected", "La cantidad es demasiado grande")
		wrong.Check(l.Accepted > 0 || l.Rejected > 0, place+"accepted", "Indica cuántas unidades han llegado")
		wrong.Check(l.Value == nil || actor.Role.May(core.EditCosts), place+"value", "Tu rol no permite indicar costes")
		wrong.Check(l.Value == nil || (*l.Value >= 0 && *l.Value <= valueMax), place+"value",
			"El importe debe ser un número mayor o igual a 0")
		wrong.Check(l.Value == nil || l.Accepted > 0, place+"value", "Lo que no se acepta no cuesta nada")
	}
	return wrong.Err()
}

// Receive takes in what has come of a purchase that is sent, in one write.
func (s *Service) Receive(ctx context.Context, actor core.Actor, id int64, delivery Delivery) (ReceiptRow, error) {
	if err := delivery.check(actor); err != nil {
		return ReceiptRow{}, err
	}
	return core.Once(ctx, s.store, func(tx Tx) (ReceiptRow, error) {
		before, err := tx.LockPurchase(id)
		if err != nil {
			return ReceiptRow{}, err
		}
		if before.Status != Sent {
			return ReceiptRow{}, ErrNotSent
		}
		r := receiving{tx: tx, actor: actor, delivery: delivery, before: before}
		if err := r.read(); err != nil {
			return ReceiptRow{}, err
		}
		return r.receive()
	})
}

// receiving is a receipt while it is made.
type receiving struct {
	tx       Tx
	actor    core.Actor
	delivery Delivery
	before   Purchase
	lines    []Line
	receipts []ReceiptRow
	returns  []SupplierReturnRow
	products map[int64]catalogue.Product
	settings core.Settings
	receipt  Receipt
	// came are the lines of the receipt, each line of the purchase once.
	came []ReceiptLine
}

// read gathers what the receipt depends on, and locks it.
func (r *receiving) read() (err error) {
	if r.lines, err = r.tx.PurchaseLines(r.before.ID); err != nil {
		return err
	}
	if r.receipts, err = r.tx.ReceiptsOf(r.before.ID); err != nil {
		return err
	}
	if r.returns, err = r.tx.SupplierReturnsOf(r.before.ID); err != nil {
		return err
	}
	if err := r.resolve(); err != nil {
		return err
	}
	// All at once, in one order: what is on its way of the others is kept as well.
	ids := make([]int64, 0, len(r.came)+len(r.lines))
	for _, line := range r.came {
		ids = append(ids, line.ProductID)
	}
	for _, line := range r.lines {
		ids = append(ids, line.ProductID)
	}
	if r.products, err = catalogue.LockProducts(r.tx, ids); err != nil {
		return err
	}
	wrong := core.Problems{}
	for _, line := range r.came {
		if _, found := r.products[line.ProductID]; found {
			continue
		}
		if line.LineID == 0 {
			wrong.Add("lines", "El producto no existe")
			continue
		}
		return deletedProduct(r.lines[r.at(line.LineID)].Name)
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	// Held, so that costs stay in their currency until this is kept.
	r.settings, err = r.tx.HoldSettings()
	return err
}

// at is the place of a line of the purchase.
func (r *receiving) at(lineID int64) int {
	for i := range r.lines {
		if r.lines[i].ID == lineID {
			return i
		}
	}
	return -1
}

// resolve finds the line of the purchase that each delivered line means, and adds up those
// that mean the same.
func (r *receiving) resolve() error {
	places := map[[2]int64]int{}
	add := func(i int, line ReceiptLine) error {
		key := [2]int64{line.LineID, line.ProductID}
		at, met := places[key]
		if !met {
			places[key] = len(r.came)
			line.Valued = line.Value != nil
			r.came = append(r.came, line)
			return nil
		}
		kept := &r.came[at]
		if (kept.Value == nil) != (line.Value == nil) {
			return core.FieldError(linePlace(i)+"value",
				"El producto está repetido: indica el importe en todas sus líneas o en ninguna")
		}
		kept.Accepted += line.Accepted
		kept.Rejected += line.Rejected
		if line.Value != nil {
			sum := *kept.Value + *line.Value
			kept.Value = &sum
		}
		if kept.Accepted > catalogue.QuantityMax || kept.Rejected > catalogue.QuantityMax {
			return core.FieldError(linePlace(i)+"accepted", "La cantidad es demasiado grande")
		}
		return nil
	}
	for i, asked := range r.delivery.Lines {
		found, err := r.linesFor(i, asked)
		if err != nil {
			return err
		}
		for _, line := range found {
			if err := add(i, line); err != nil {
				return err
			}
		}
	}
	return nil
}

// linesFor are the lines of the receipt that a delivered line becomes. What names a product
// fills its lines of the purchase in their order, as far as they miss some; the rest is
// the last one's.
func (r *receiving) linesFor(i int, asked DeliveredLine) ([]ReceiptLine, error) {
	if asked.LineID != 0 {
		at := r.at(asked.LineID)
		if at < 0 {
			return nil, core.FieldError(linePlace(i)+"lineId", "La línea no es de esta compra")
		}
		if asked.ProductID != 0 && asked.ProductID != r.lines[at].ProductID {
			return nil, core.FieldError(linePlace(i)+"productId", "El producto no es el de la línea")
		}
		return []ReceiptLine{{
			LineID: asked.LineID, ProductID: r.lines[at].ProductID, Accepted: asked.Accepted, Rejected: asked.Rejected,
			Value: asked.Value,
		}}, nil
	}
	var own []Line
	for _, line := range r.lines {
		if line.ProductID == asked.ProductID {
			own = append(own, line)
		}
	}
	switch {
	case len(own) == 0:
		return []ReceiptLine{{
			ProductID: asked.ProductID, Accepted: asked.Accepted, Rejected: asked.Rejected, Value: asked.Value,
		}}, nil
	case len(own) > 1 && asked.Value != nil:
		return nil, core.FieldError(linePlace(i)+"lineId", "La compra tiene varias líneas de este producto: indica cuál")
	}
	return r.spread(own, asked), nil
}

// spread fills the lines of one product.
func (r *receiving) spread(own []Line, asked DeliveredLine) (filled []ReceiptLine) {
	left := asked.Accepted
	for n, line := range own {
		missing := line.missing()
		for _, came := range r.came {
			if came.LineID == line.ID {
				missing = max(0, missing-came.Accepted)
			}
		}
		part := min(left, missing)
		if n == len(own)-1 {
			part = left
		}
		left -= part
		some := ReceiptLine{LineID: line.ID, ProductID: line.ProductID, Accepted: part}
		if n == 0 {
			some.Rejected = asked.Rejected
		}
		if n == 0 && asked.Value != nil {
			some.Value = asked.Value
		}
		if some.Accepted > 0 || some.Rejected > 0 {
			filled = append(filled, some)
		}
	}
	return filled
}

// receive keeps the receipt with everything that follows from it.
func (r *receiving) receive() (ReceiptRow, error) {
	if err := r.mayExceed(); err != nil {
		return ReceiptRow{}, err
	}
	location, err := ledger.UsableLocation(r.tx, cmp.Or(r.delivery.LocationID, r.before.LocationID))
	if err != nil {
		return ReceiptRow{}, err
	}
	now := r.tx.Now()
	r.receipt = Receipt{
		PurchaseID: r.before.ID, SupplierID: r.before.SupplierID, LocationID: location.ID,
		DeliveryNote: core.Clean(r.delivery.DeliveryNote), Currency: r.before.Currency, Rate: r.rate(),
		DeliveredOn: cmp.Or(r.delivery.DeliveredOn, now.In(r.settings.Zone()).Format(core.DateForm)),
		Notes:       core.Clean(r.delivery.Notes), CreatedBy: r.actor.ID, CreatedAt: now,
	}
	if err := r.value(); err != nil {
		return ReceiptRow{}, err
	}
	for i := range r.came {
		if at := r.at(r.came[i].LineID); at >= 0 {
			r.lines[at].Received += r.came[i].Accepted
			r.lines[at].Rejected += r.came[i].Rejected
		}
	}
	if r.receipt.ID, err = r.tx.InsertReceipt(r.receipt); err != nil {
		return ReceiptRow{}, err
	}
	shares, err := r.extras()
	if err != nil {
		return ReceiptRow{}, err
	}
	ids := make([]int64, 0, len(r.came))
	for _, line := range r.came {
		ids = append(ids, line.ProductID)
	}
	waiting, err := r.tx.WaitingOrders(ids, servedMax)
	if err != nil {
		return ReceiptRow{}, err
	}
	if err := r.takeIn(); err != nil {
		return ReceiptRow{}, err
	}
	if err := r.tx.InsertReceiptLines(r.came); err != nil {
		return ReceiptRow{}, err
	}
	kept, err := r.tx.ReceiptByID(r.receipt.ID)
	if err != nil {
		return ReceiptRow{}, err
	}
	if err := r.tx.AddExtraShares(placeShares(shares, kept)); err != nil {
		return ReceiptRow{}, err
	}
	if kept.Serves, err = r.tx.ServedOrders(waiting); err != nil {
		return ReceiptRow{}, err
	}
	return kept, r.finish(kept)
}

// finish brings the purchase to where the receipt leaves it.
func (r *receiving) finish(kept ReceiptRow) error {
	after, err := r.before.settle(r.tx, r.before, r.lines)
	if err != nil {
		return err
	}
	if err := settleExtras(r.tx, r.actor, after, r.lines); err != nil {
		return err
	}
	if r.receipt.DeliveryNote != "" {
		seller, err := r.tx.SupplierByID(after.SupplierID)
		if err != nil {
			return err
		}
		if err := searchBy(r.tx, after, seller.Name, r.lines, append(r.receipts, kept)); err != nil {
			return err
		}
	}
	if err := core.Audit(r.tx, r.actor, core.AuditCreate, core.NounReceipt, kept.ID, nil, kept.auditable()); err != nil {
		return err
	}
	detail := "Aceptadas: " + ledger.Units(kept.Accepted)
	if kept.Rejected > 0 {
		detail += ". Rechazadas: " + ledger.Units(kept.Rejected)
	}
	return changed(r.tx, r.actor, core.AuditUpdate, r.before.auditable(), after, Event{
		Kind:   EventReceived,
		Detail: detail,
	})
}

// receiptNote is what the audit keeps of a receipt.
type receiptNote struct {
	PurchaseID, LocationID    int64
	DeliveryNote, DeliveredOn string
	Rate                      *core.Rate `json:",omitempty"`
	Accepted, Rejected        int64
}

func (r ReceiptRow) auditable() receiptNote {
	return receiptNote{
		PurchaseID: r.PurchaseID, LocationID: r.LocationID, DeliveryNote: r.DeliveryNote, DeliveredOn: r.DeliveredOn,
		Rate: r.Rate, Accepted: r.Accepted, Rejected: r.Rejected,
	}
}

// mayExceed refuses more than was ordered, unless that is meant, with the figures.
func (r *receiving) mayExceed() error {
	if r.delivery.AllowExcess {
		return nil
	}
	var more []string
	for _, came := range r.came {
		at := r.at(came.LineID)
		if at < 0 {
			continue
		}
		if line := r.lines[at]; came.Accepted > line.missing() {
			more = append(more, fmt.Sprintf("«%s»: %d pedidas, quedan %d por recibir y llegan %d", line.Name, line.Ordered,
				line.missing(), came.Accepted))
		}
	}
	const told = 10
	if len(more) == 0 {
		return nil
	}
	sentence := strings.Join(more[:min(len(more), told)], "; ")
	if len(more) > told {
		sentence += fmt.Sprintf("; y %d más", len(more)-told)
	}
	return &core.Error{Kind: core.Conflict, Message: "Ha llegado más de lo pedido. " + sentence}
}

// rate is by which values become costs; nil where both are in one currency.
func (r *receiving) rate() *core.Rate {
	switch {
	case r.before.Currency == r.settings.PurchaseCurrency:
		return nil
	case r.delivery.Rate != nil:
		return r.delivery.Rate
	}
	return r.before.Rate
}

// takeIn brings the accepted units in.
func (r *receiving) takeIn() error {
	arrivals := make([]ledger.Arrival, 0, len(r.came))
	var accepted []int
	for n, line := range r.came {
		if line.Accepted == 0 {
			continue
		}
		accepted = append(accepted, n)
		arrivals = append(arrivals, ledger.Arrival{
			ProductID: line.ProductID, LocationID: r.receipt.LocationID, Quantity: line.Accepted, Cost: line.Cost,
			Reason: "Compra " + r.before.Number, Notes: deliveryWords(r.receipt), ReceiptID: r.receipt.ID,
		})
	}
	entries, err := ledger.TakeIn(r.tx, r.actor, r.products, arrivals)
	if err != nil {
		return err
	}
	for at, n := range accepted {
		r.came[n].EntryID = entries[at].ID
	}
	for n := range r.came {
		r.came[n].ReceiptID = r.receipt.ID
	}
	return nil
}

func deliveryWords(r Receipt) string {
	if r.DeliveryNote == "" {
		return ""
	}
	return "Albarán " + r.DeliveryNote
}
