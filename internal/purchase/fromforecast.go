package purchase

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"estante/internal/core"
	"estante/internal/supplier"
)

// Wanted is a product that its forecast wants to have ordered.
type Wanted struct {
	ProductID int64
	SKU       string
	Name      string
	// ToDo is how many units to order, and RunsOutIn in how many days it runs out; nil where
	// nothing is expected to sell.
	ToDo      int64
	RunsOutIn *int
}

// How many products are ordered at once, and how many others of a supplier are offered with them.
const (
	wantedMax = 5000
	nextMax   = 10
)

type wantedMemory interface {
	// WantedByForecast are some products, or all that are to be ordered where none is named,
	// what runs out soonest first.
	WantedByForecast(ids []int64, limit int) ([]Wanted, error)
	// RunOutNext are the products that a supplier is preferred for, that nobody has to order
	// yet, what runs out soonest first.
	RunOutNext(supplierID int64, limit int) ([]Wanted, error)
}

// ProposedLine is what to order of a product: whole packs, and not fewer than the supplier sells.
type ProposedLine struct {
	Wanted
	SupplierSKU string
	Packs       int64
	PackUnits   int64
	Units       int64
	PackPrice   *supplier.Price
	Value       *core.Cents
}

// Proposal is an order to one supplier.
type Proposal struct {
	SupplierID   int64
	SupplierName string
	Currency     string
	Lines        []ProposedLine
	Value        core.Cents
	// MinOrder is the least that the supplier takes an order for; nil where any is welcome.
	MinOrder *core.Cents
	// Missing is what lacks to the least that the supplier takes an order for.
	Missing core.Cents
	// Next is what else of theirs will run out, to fill the order up with.
	Next []ProposedLine
	// PurchaseIDs are the drafts that were made of it.
	PurchaseIDs []int64
}

// Proposals are what the forecasts want to have ordered, by supplier.
type Proposals struct {
	Orders []Proposal
	// Without are products that nobody is preferred for.
	Without []Wanted
}

// FromForecast proposes orders of products, or of all that are to be ordered, and makes drafts
// of them unless it is to show them only. Nothing is ever sent by itself.
func (s *Service) FromForecast(
	ctx context.Context, actor core.Actor, ids []int64, preview bool,
) (Proposals, error) {
	if len(ids) > wantedMax {
		return Proposals{}, core.FieldError("productIds", fmt.Sprintf("Son demasiados productos: %d como mucho", wantedMax))
	}
	if !preview {
		return core.Once(ctx, s.store, func(tx Tx) (Proposals, error) {
			proposals, err := propose(tx, ids)
			if err != nil {
				return Proposals{}, err
			}
			for i := range proposals.Orders {
				if err := proposals.Orders[i].draft(tx, actor); err != nil {
					return Proposals{}, err
				}
			}
			return proposals, nil
		})
	}
	var proposals Proposals
	err := core.Read(ctx, s.store, func(tx Tx) (err error) {
		proposals, err = propose(tx, ids)
		return err
	})
	return proposals, err
}

func propose(tx Tx, ids []int64) (Proposals, error) {
	wanted, err := tx.WantedByForecast(ids, wantedMax)
	if err != nil {
		return Proposals{}, err
	}
	named := make([]int64, 0, len(wanted))
	for _, w := range wanted {
		named = append(named, w.ProductID)
	}
	sellers, err := tx.PreferredSellers(named)
	if err != nil {
		return Proposals{}, err
	}
	var proposals Proposals
	lines := map[int64][]ProposedLine{}
	for _, w := range wanted {
		seller, found := sellers[w.ProductID]
		if !found {
			proposals.Without = append(proposals.Without, w)
			continue
		}
		lines[seller.SupplierID] = append(lines[seller.SupplierID], lineOf(seller, w, w.ToDo))
	}
	for _, id := range slices.Sorted(maps.Keys(lines)) {
		proposal, err := proposalOf(tx, id, lines[id])
		if err != nil {
			return Proposals{}, err
		}
		proposals.Orders = append(proposals.Orders, proposal)
	}
	slices.SortStableFunc(proposals.Orders, func(a, b Proposal) int {
		return cmp.Compare(core.SortKey(a.SupplierName), core.SortKey(b.SupplierName))
	})
	return proposals, nil
}

// lineOf rounds what is wanted up to what the supplier sells.
func lineOf(p supplier.SupplierProduct, w Wanted, units int64) ProposedLine {
	pack := max(p.PackUnits, 1)
	packs := max((units+pack-1)/pack, p.MinPacks, 1)
	line := ProposedLine{
		Wanted: w, SupplierSKU: p.SupplierSKU, Packs: packs, PackUnits: pack, Units: packs * pack, PackPrice: p.PackPrice,
	}
	if p.PackPrice != nil {
		value := supplier.LineValue(*p.PackPrice, pack, line.Units, 0, p.Currency)
		line.Value = &value
	}
	return line
}

func proposalOf(tx Tx, supplierID int64, lines []ProposedLine) (Proposal, error) {
	seller, err := tx.SupplierByID(supplierID)
	if err != nil {
		return Proposal{}, err
	}
	settings, err := tx.Settings()
	if err != nil {
		return Proposal{}, err
	}
	p := Proposal{
		SupplierID: seller.ID, SupplierName: seller.Name, Lines: lines,
		Currency: cmp.Or(seller.Currency, settings.PurchaseCurrency), MinOrder: seller.MinOrder,
	}
	for _, line := range lines {
		if line.Value != nil {
			p.Value = min(p.Value+*line.Value, core.ValueMax)
		}
	}
	if seller.MinOrder == nil || p.Value >= *seller.MinOrder {
		return p, nil
	}
	p.Missing = *seller.MinOrder - p.Value
	return p, p.fill(tx)
}

// fill offers what else of the supplier will run out.
func (p *Proposal) fill(tx Tx) error {
	next, err := tx.RunOutNext(p.SupplierID, nextMax)
	if err != nil {
		return err
	}
	ids := make([]int64, 0, len(next))
	for _, w := range next {
		ids = append(ids, w.ProductID)
	}
	sellers, err := tx.SupplierProductsOf(p.SupplierID, ids)
	if err != nil {
		return err
	}
	for _, w := range next {
		chosen := slices.ContainsFunc(p.Lines, func(l ProposedLine) bool { return l.ProductID == w.ProductID })
		if seller, found := sellers[w.ProductID]; found && !chosen {
			p.Next = append(p.Next, lineOf(seller, w, 1))
		}
	}
	return nil
}

// draft makes drafts of a proposal, as many as its lines need.
func (p *Proposal) draft(tx Tx, actor core.Actor) error {
	for lines := range slices.Chunk(p.Lines, LinesMax) {
		fields := Fields{SupplierID: p.SupplierID}
		for _, line := range lines {
			fields.Lines = append(fields.Lines, LineFields{ProductID: line.ProductID, Quantity: line.Units})
		}
		id, err := createDraft(tx, actor, fields, "Desde la previsión")
		if err != nil {
			return err
		}
		p.PurchaseIDs = append(p.PurchaseIDs, id)
	}
	return nil
}
