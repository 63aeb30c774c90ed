package valuation

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// StockAtRow is what there was of a product at an instant, with what it is called today.
type StockAtRow struct {
	StockAt
	Product   ProductName
	Locations map[int64]string
}

// ProductName is what a product is called, also one that is deleted by now.
type ProductName struct {
	ID       int64
	SKU      string
	Name     string
	ImageURL string
	Category string
	Status   catalogue.ProductStatus
	Deleted  bool
}

// KnownCost says which products a list shows: those whose cost is known, the others, or all.
type KnownCost string

// Which products by their cost.
const (
	CostAll     KnownCost = "all"
	CostKnown   KnownCost = "known"
	CostUnknown KnownCost = "unknown"
)

// ValueFilter says which products a list of an instant shows. Zero values mean all.
type ValueFilter struct {
	Search     string
	Category   catalogue.LabelRef
	LocationID int64
	Cost       KnownCost
	Ordering   ValueOrdering
	Page       core.Page
}

// ValueOrdering is an order of such a list, descending with a leading minus.
type ValueOrdering string

// The orders of such a list.
const (
	ValuesByName     ValueOrdering = "name"
	ValuesBySKU      ValueOrdering = "sku"
	ValuesByCategory ValueOrdering = "category"
	ValuesByStock    ValueOrdering = "currentStock"
	ValuesByValue    ValueOrdering = "costValue"
)

// FiledProduct is a product with the category it is filed under; "" is none.
type FiledProduct struct {
	ID       int64
	Category string
}

type valueListMemory interface {
	// WalkFiledProducts hands over the products that a filter finds, deleted ones too, in its
	// order; by stock and value, which are not of today, by name.
	WalkFiledProducts(filter ValueFilter, fn func(FiledProduct) error) error
	// ProductNames says what products are called, deleted ones too.
	ProductNames(ids []int64) (map[int64]ProductName, error)
}

// ValueTotals is what products come to together. Those without a cost are counted in
// Products and Units too.
type ValueTotals struct {
	Products int64
	Units    int64
	Value    core.Cents
	// Unknown products have no cost, and UnknownUnits in all.
	Unknown      int64
	UnknownUnits int64
}

func (t *ValueTotals) add(units int64, value *core.Cents) {
	t.Products++
	t.Units += units
	if value == nil {
		t.Unknown, t.UnknownUnits = t.Unknown+1, t.UnknownUnits+units
		return
	}
	t.Value += *value
}

// NamedTotals are those of a category or location.
type NamedTotals struct {
	Name string
	ValueTotals
}

// ValueList is one page of what there was at an instant, and what the whole comes to.
type ValueList struct {
	core.List[StockAtRow]
	*ValuesAt
	Totals     ValueTotals
	Categories []NamedTotals
	Locations  []NamedTotals
}

// ListValuesAt shows what there was at an instant, by product and location, from the ledger
// alone.
func (s *Service) ListValuesAt(
	ctx context.Context, at time.Time, method Method, filter ValueFilter,
) (list ValueList, err error) {
	values, err := s.ValuesAt(ctx, at, method)
	if err != nil {
		return list, err
	}
	err = core.Read(ctx, s.store, func(tx Tx) error {
		list, err = listOf(tx, values, filter)
		return err
	})
	return list, err
}

func listOf(tx Tx, values *ValuesAt, filter ValueFilter) (ValueList, error) {
	list := ValueList{ValuesAt: values}
	if filter.LocationID != 0 {
		if _, err := tx.LocationByID(filter.LocationID); core.IsNotFound(err) {
			return list, core.FieldError("location", "El almacén no existe")
		} else if err != nil {
			return list, err
		}
	}
	found, err := gather(tx, values, filter)
	if err != nil {
		return list, err
	}
	sortValues(found.stocks, filter.Ordering)
	list.Totals, list.Categories, list.Locations = found.totals, found.byCategory(), nil
	if list.Locations, err = found.byLocation(tx); err != nil {
		return list, err
	}
	list.Count = core.CountOf(int64(len(found.stocks)), filter.Search != "" || filter.Category != (catalogue.LabelRef{}))
	from := min(filter.Page.Offset(), len(found.stocks))
	list.Rows, err = named(tx, found.stocks[from:min(from+filter.Page.Size, len(found.stocks))])
	return list, err
}

// gathered is what a filter leaves of an instant, in its order, and what that comes to.
type gathered struct {
	stocks     []StockAt
	totals     ValueTotals
	categories map[string]*ValueTotals
	locations  map[int64]*ValueTotals
}

func gather(tx Tx, values *ValuesAt, filter ValueFilter) (*gathered, error) {
	g := &gathered{categories: map[string]*ValueTotals{}, locations: map[int64]*ValueTotals{}}
	return g, tx.WalkFiledProducts(filter, func(p FiledProduct) error {
		at, found := slices.BinarySearchFunc(values.Stocks, p.ID, func(s StockAt, id int64) int {
			return cmp.Compare(s.ProductID, id)
		})
		if found {
			g.take(values.Stocks[at], p.Category, filter)
		}
		return nil
	})
}

func (g *gathered) take(stock StockAt, category string, filter ValueFilter) {
	if filter.LocationID != 0 {
		at := slices.IndexFunc(stock.Places, func(p PlaceValue) bool { return p.LocationID == filter.LocationID })
		if at < 0 {
			return
		}
		stock.Units, stock.Value = stock.Places[at].Units, stock.Places[at].Value
	}
	if filter.Cost == CostKnown && stock.Value == nil || filter.Cost == CostUnknown && stock.Value != nil {
		return
	}
	g.stocks = append(g.stocks, stock)
	g.totals.add(stock.Units, stock.Value)
	if g.categories[category] == nil {
		g.categories[category] = &ValueTotals{}
	}
	g.categories[category].add(stock.Units, stock.Value)
	for _, place := range stock.Places {
		if filter.LocationID != 0 && place.LocationID != filter.LocationID {
			continue
		}
		if g.locations[place.LocationID] == nil {
			g.locations[place.LocationID] = &ValueTotals{}
		}
		g.locations[place.LocationID].add(place.Units, place.Value)
	}
}

// byCategory is what each category comes to, by name; products without one at the end.
func (g *gathered) byCategory() []NamedTotals {
	named := make([]NamedTotals, 0, len(g.categories))
	for name, totals := range g.categories {
		named = append(named, NamedTotals{name, *totals})
	}
	slices.SortFunc(named, func(a, b NamedTotals) int {
		if (a.Name == "") != (b.Name == "") {
			return cmp.Compare(b.Name, a.Name)
		}
		return cmp.Or(cmp.Compare(core.SortKey(a.Name), core.SortKey(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	return named
}

// byLocation is what each location comes to, in the order of their numbers.
func (g *gathered) byLocation(tx Tx) ([]NamedTotals, error) {
	names, err := locationNames(tx)
	named := make([]NamedTotals, 0, len(g.locations))
	for _, id := range slices.Sorted(maps.Keys(g.locations)) {
		named = append(named, NamedTotals{names[id], *g.locations[id]})
	}
	return named, err
}

func locationNames(tx Tx) (map[int64]string, error) {
	locations, err := tx.Locations()
	names := make(map[int64]string, len(locations))
	for _, location := range locations {
		names[location.ID] = location.Name
	}
	return names, err
}

// sortValues brings rows that are sorted by name into another order of their figures.
func sortValues(stocks []StockAt, ordering ValueOrdering) {
	by, descending := strings.CutPrefix(string(ordering), "-")
	figure := func(s StockAt) int64 { return s.Units }
	switch ValueOrdering(by) {
	case ValuesByStock:
	case ValuesByValue:
		figure = func(s StockAt) int64 {
			if s.Value == nil {
				return -1
			}
			return int64(*s.Value)
		}
	default:
		return
	}
	slices.SortStableFunc(stocks, func(a, b StockAt) int {
		if descending {
			a, b = b, a
		}
		return cmp.Compare(figure(a), figure(b))
	})
}

// named says what the products and locations of some rows are called.
func named(tx Tx, stocks []StockAt) ([]StockAtRow, error) {
	ids := make([]int64, 0, len(stocks))
	for _, stock := range stocks {
		ids = append(ids, stock.ProductID)
	}
	names, err := tx.ProductNames(ids)
	if err != nil {
		return nil, err
	}
	locations, err := locationNames(tx)
	rows := make([]StockAtRow, 0, len(stocks))
	for _, stock := range stocks {
		rows = append(rows, StockAtRow{StockAt: stock, Product: names[stock.ProductID], Locations: locations})
	}
	return rows, err
}
