package purchase

import (
	"context"
	"fmt"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/outbox"
)

// What the states of a purchase refuse.
var (
	ErrNotSent  = &core.Error{Kind: core.Conflict, Message: "La compra no está enviada"}
	ErrSomeCame = &core.Error{
		Kind:    core.Conflict,
		Message: "Ya ha llegado mercancía de esta compra: deshaz antes sus recepciones",
	}
	ErrNoLines   = core.FieldError("lines", "Añade al menos una línea")
	ErrNoPending = &core.Error{Kind: core.Conflict, Message: "No queda nada pendiente que cerrar"}
	ErrNotClosed = &core.Error{Kind: core.Conflict, Message: "No hay nada cerrado que reabrir"}
)

// send makes a draft a purchase that is on its way.
func send(tx Tx, actor core.Actor, before Purchase, order Order) (Purchase, error) {
	if before.Status != Draft {
		return before, ErrNotDraft
	}
	seller, err := usableSupplier(tx, before.SupplierID)
	if err != nil {
		return before, err
	}
	if order.By == ByEmail && seller.Email == "" {
		return before, core.FieldError("by", "El proveedor no tiene email: añádeselo o envíala por tu cuenta")
	}
	lines, err := tx.PurchaseLines(before.ID)
	if err != nil {
		return before, err
	}
	if len(lines) == 0 {
		return before, ErrNoLines
	}
	if err := lockLines(tx, lines); err != nil {
		return before, err
	}
	settings, err := tx.Settings()
	if err != nil {
		return before, err
	}
	now := tx.Now()
	local := now.In(settings.Zone())
	after := before
	if after.Number == "" {
		series := fmt.Sprintf("PC-%04d", local.Year())
		next, err := tx.NextNumber(series)
		if err != nil {
			return before, err
		}
		after.Number = fmt.Sprintf("%s-%04d", series, next)
	}
	if after.ExpectedOn == "" && seller.LeadDays != nil {
		after.ExpectedOn = local.AddDate(0, 0, *seller.LeadDays).Format(core.DateForm)
	}
	after.Status, after.SentBy, after.SentAt, after.SentHow, after.EndedAt = Sent, actor.ID, &now, order.By, nil
	if order.By == ByEmail {
		after.SentWords = core.Clean(order.Message)
		if after.MessageID, err = outbox.QueueNamed(tx, MessagePurchase, actor.ID); err != nil {
			return before, err
		}
	}
	if after, err = after.settle(tx, before, lines); err != nil {
		return before, err
	}
	if err := searchBy(tx, after, seller.Name, lines, nil); err != nil {
		return before, err
	}
	return after, changed(tx, actor, core.AuditPost, before.auditable(), after, Event{Kind: EventSent})
}

// lockLines locks the products of lines, in one order, and refuses deleted ones.
func lockLines(tx Tx, lines []Line) error {
	ids := make([]int64, 0, len(lines))
	for _, l := range lines {
		ids = append(ids, l.ProductID)
	}
	products, err := catalogue.LockProducts(tx, ids)
	if err != nil {
		return err
	}
	for _, l := range lines {
		if _, found := products[l.ProductID]; !found {
			return deletedProduct(l.Name)
		}
	}
	return nil
}

func deletedProduct(name string) error {
	return &core.Error{
		Kind: core.Conflict, Message: "El producto «" + name + "» está eliminado: recupéralo o quítalo de la compra",
	}
}

// settle brings a purchase to the state that its lines mean, and keeps both with what is on
// its way. The lines are changed by then, and their products locked.
func (p Purchase) settle(tx Tx, before Purchase, lines []Line) (Purchase, error) {
	if p.Status == Sent || p.Status == Received || p.Status == Closed {
		p = p.afterLines(lines, tx)
	}
	for i := range lines {
		lines[i].Pending, lines[i].ExpectedOn = 0, p.ExpectedOn
		if p.Status == Sent {
			lines[i].Pending = lines[i].missing()
		}
	}
	if err := p.sum(lines); err != nil {
		return p, err
	}
	p.Version, p.UpdatedAt = before.Version+1, tx.Now()
	if err := tx.UpdatePurchase(before, p); err != nil {
		return p, err
	}
	return p, keepPending(tx, p, lines)
}

// afterLines is the purchase in the state that its lines mean: sent while something is missing.
func (p Purchase) afterLines(lines []Line, tx Tx) Purchase {
	status := Received
	for _, l := range lines {
		if l.missing() > 0 {
			status = Sent
			break
		}
		if l.Closed > 0 {
			status = Closed
		}
	}
	if status != p.Status || p.EndedAt == nil {
		p.EndedAt = nil
		if status != Sent {
			now := tx.Now()
			p.EndedAt = &now
		}
	}
	p.Status = status
	return p
}

// keepPending keeps the lines of a purchase and what is on its way of their products.
func keepPending(tx Tx, p Purchase, lines []Line) error {
	ids := make([]int64, 0, len(lines))
	for i := range lines {
		lines[i].ExpectedOn = p.ExpectedOn
		ids = append(ids, lines[i].ProductID)
	}
	// Those that are deleted by now keep their figures too, whoever holds them.
	if _, err := catalogue.LockProducts(tx, ids); err != nil {
		return err
	}
	if err := tx.UpdatePurchaseLines(lines); err != nil {
		return err
	}
	if err := tx.KeepIncoming(ids); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicProducts})
}

// transition changes the state of a purchase by its lines.
func (s *Service) transition(
	ctx context.Context, actor core.Actor, id int64, version *int64,
	change func(tx Tx, p *Purchase, lines []Line) (Event, core.AuditAction, error),
) (Detail, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Detail, error) {
		before, err := lockAt(tx, id, version)
		if err != nil {
			return Detail{}, err
		}
		lines, err := tx.PurchaseLines(id)
		if err != nil {
			return Detail{}, err
		}
		after := before
		event, action, err := change(tx, &after, lines)
		if err != nil {
			return Detail{}, err
		}
		if after, err = after.settle(tx, before, lines); err != nil {
			return Detail{}, err
		}
		if err := settleExtras(tx, actor, after, lines); err != nil {
			return Detail{}, err
		}
		if err := changed(tx, actor, action, before.auditable(), after, event); err != nil {
			return Detail{}, err
		}
		return detailOf(tx, id)
	})
}

// nothingCame refuses what can be done only while nothing of a purchase has come.
func nothingCame(tx Tx, p Purchase) error {
	receipts, err := tx.ReceiptsOf(p.ID)
	if err != nil {
		return err
	}
	for _, receipt := range receipts {
		if receipt.UndoneAt == nil {
			return ErrSomeCame
		}
	}
	return nil
}

// BackToDraft takes a purchase back from its supplier, while nothing of it has come. It keeps
// its number.
func (s *Service) BackToDraft(ctx context.Context, actor core.Actor, id int64, version *int64) (Detail, error) {
	return s.transition(ctx, actor, id, version, func(tx Tx, p *Purchase, lines []Line) (Event, core.AuditAction, error) {
		if p.Status != Sent && p.Status != Closed {
			return Event{}, "", ErrNotSent
		}
		if err := nothingCame(tx, *p); err != nil {
			return Event{}, "", err
		}
		for i := range lines {
			lines[i].Closed = 0
		}
		p.Status, p.EndedAt, p.SentAt, p.SentBy, p.SentHow = Draft, nil, nil, 0, ""
		p.MessageID, p.SentWords = 0, ""
		return Event{Kind: EventDrafted}, core.AuditUndo, nil
	})
}

// Cancel gives a purchase up, while nothing of it has come.
func (s *Service) Cancel(ctx context.Context, actor core.Actor, id int64, version *int64) (Detail, error) {
	return s.transition(ctx, actor, id, version, func(tx Tx, p *Purchase, lines []Line) (Event, core.AuditAction, error) {
		switch {
		case p.Status == Draft && p.Number == "":
			return Event{}, "", &core.Error{
				Kind: core.Conflict, Message: "Un borrador que no se ha enviado no se cancela: elimínalo",
			}
		case p.Status != Sent && p.Status != Draft:
			return Event{}, "", ErrNotSent
		}
		if err := nothingCame(tx, *p); err != nil {
			return Event{}, "", err
		}
		now := tx.Now()
		p.Status, p.EndedAt = Cancelled, &now
		return Event{Kind: EventCancelled}, core.AuditCancel, nil
	})
}

// Close gives up what is missing of some lines, or of all of them.
func (s *Service) Close(
	ctx context.Context, actor core.Actor, id int64, lineIDs []int64, version *int64,
) (Detail, error) {
	return s.transition(ctx, actor, id, version, func(_ Tx, p *Purchase, lines []Line) (Event, core.AuditAction, error) {
		if p.Status != Sent {
			return Event{}, "", ErrNotSent
		}
		given, err := chosen(lines, lineIDs)
		if err != nil {
			return Event{}, "", err
		}
		var units int64
		for _, i := range given {
			missing := lines[i].missing()
			lines[i].Closed += missing
			units += missing
		}
		if units == 0 {
			return Event{}, "", ErrNoPending
		}
		return Event{Kind: EventClosed, Detail: "Ya no se espera: " + ledger.Units(units)}, core.AuditUpdate, nil
	})
}

// Reopen waits again for what was given up of some lines, or of all of them.
func (s *Service) Reopen(
	ctx context.Context, actor core.Actor, id int64, lineIDs []int64, version *int64,
) (Detail, error) {
	return s.transition(ctx, actor, id, version, func(_ Tx, p *Purchase, lines []Line) (Event, core.AuditAction, error) {
		if p.Status == Draft || p.Status == Cancelled {
			return Event{}, "", ErrNotClosed
		}
		given, err := chosen(lines, lineIDs)
		if err != nil {
			return Event{}, "", err
		}
		var units int64
		for _, i := range given {
			units += lines[i].Closed
			lines[i].Closed = 0
		}
		if units == 0 {
			return Event{}, "", ErrNotClosed
		}
		return Event{Kind: EventReopened, Detail: "Se espera otra vez: " + ledger.Units(units)}, core.AuditUpdate, nil
	})
}

// chosen are the places of lines by their ids; none means all.
func chosen(lines []Line, ids []int64) ([]int, error) {
	places := make([]int, 0, len(lines))
	at := map[int64]int{}
	for i, l := range lines {
		at[l.ID] = i
		if len(ids) == 0 {
			places = append(places, i)
		}
	}
	for _, id := range ids {
		i, found := at[id]
		if !found {
			return nil, core.FieldError("lineIds", "La línea no es de esta compra")
		}
		places = append(places, i)
	}
	return places, nil
}
