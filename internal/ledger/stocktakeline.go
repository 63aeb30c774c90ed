package ledger

import (
	"context"
	"fmt"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// StocktakeLine is one product of a stocktake.
type StocktakeLine struct {
	StocktakeID int64
	ProductID   int64
	// Expected is the stock at the location when the product was last counted,
	// or when the stocktake was opened for one that was not.
	Expected int64
	// Counted is nil for what nobody has counted; posting leaves that alone.
	Counted   *int64
	CountedBy int64
	CountedAt *time.Time
	// MovementID is the movement that posted the difference, or zero.
	MovementID int64
}

// Difference is what the count found beyond the expected; zero when not counted.
func (l StocktakeLine) Difference() int64 {
	if l.Counted == nil {
		return 0
	}
	return *l.Counted - l.Expected
}

// today is what the count means now that the location has this stock, or nil
// where nobody has counted: what left or came since is part of it, as it will
// be when the difference is posted. What left uncounted is not owed by the rest.
func (l StocktakeLine) today(stock int64) *int64 {
	if l.Counted == nil {
		return nil
	}
	units := max(0, stock+l.Difference())
	return &units
}

// tally is what the line adds to the progress of its stocktake.
func (l StocktakeLine) tally() (counted, differing int64) {
	if l.Counted != nil {
		counted = 1
	}
	if l.Difference() != 0 {
		differing = 1
	}
	return counted, differing
}

// StocktakeLineRow is a line with what people need to find the product.
type StocktakeLineRow struct {
	StocktakeLine
	ProductName   string
	ProductSKU    string
	Barcode       string
	ImageURL      string
	CategoryName  string
	CountedByName string
}

// StocktakeLineFilter says which lines of a stocktake a list shows, by the
// product's name.
type StocktakeLineFilter struct {
	Search string
	// Pending shows what nobody has counted, Differing what is not as expected.
	Pending   bool
	Differing bool
	Page      core.Page
}

type stocktakeLineMemory interface {
	StocktakeLine(stocktakeID, productID int64) (StocktakeLineRow, error)
	// SaveLine writes a line, which may be a new one.
	SaveLine(line StocktakeLine, product catalogue.Product) error
	// CountedElsewhere is another open stocktake of the same location in which a
	// product is counted, or zero.
	CountedElsewhere(stocktake Stocktake, productID int64) (int64, error)
	// DifferingLines returns the lines to post, by product, limit of them at most.
	DifferingLines(stocktakeID int64, limit int) ([]StocktakeLine, error)
	// CorrectedSince is when other stocktakes of the same location last corrected
	// the stock of each product that they corrected since a moment.
	CorrectedSince(stocktake Stocktake, since time.Time) (map[int64]time.Time, error)
	// NotePosted notes the movements of a stocktake at its lines.
	NotePosted(stocktakeID int64) error
	ListStocktakeLines(stocktake Stocktake, filter StocktakeLineFilter) (core.List[StocktakeLineRow], error)
}

// CountedLine is a line just counted and how far its stocktake is.
type CountedLine struct {
	Stocktake StocktakeRow
	Line      StocktakeLineRow
}

// CountProduct notes how many of a product were found; nil takes a count back.
func (s *Service) CountProduct(
	ctx context.Context, actor core.Actor, stocktakeID, productID int64, counted *int64,
) (CountedLine, error) {
	if counted != nil && (*counted < 0 || *counted > catalogue.QuantityMax) {
		return CountedLine{}, core.FieldError("counted", "La cantidad contada debe ser un número entre 0 y 1.000.000.000")
	}
	return core.Once(ctx, s.store, func(tx Tx) (CountedLine, error) {
		stocktake, err := lockOpen(tx, stocktakeID)
		if err != nil {
			return CountedLine{}, err
		}
		return count(tx, actor, stocktake, productID, "counted", func(*int64) *int64 { return counted })
	})
}

// ScanProduct adds units found to what the count of a product means by now. Its
// code is its barcode or its SKU.
func (s *Service) ScanProduct(
	ctx context.Context, actor core.Actor, stocktakeID int64, code string, quantity int64,
) (CountedLine, error) {
	if quantity < 1 || quantity > catalogue.QuantityMax {
		return CountedLine{}, core.FieldError("quantity", "La cantidad debe ser mayor a 0")
	}
	return core.Once(ctx, s.store, func(tx Tx) (CountedLine, error) {
		stocktake, err := lockOpen(tx, stocktakeID)
		if err != nil {
			return CountedLine{}, err
		}
		product, err := productByCode(tx, core.Clean(code))
		if core.IsNotFound(err) {
			return CountedLine{}, core.FieldError("code", "Ningún producto tiene este código")
		}
		if err != nil {
			return CountedLine{}, err
		}
		return count(tx, actor, stocktake, product.ID, "code", func(today *int64) *int64 {
			sum := quantity
			if today != nil {
				sum = min(sum+*today, catalogue.QuantityMax)
			}
			return &sum
		})
	})
}

func productByCode(tx Tx, code string) (catalogue.Product, error) {
	product, err := tx.ProductByBarcode(code)
	if core.IsNotFound(err) {
		return tx.ProductBySKU(code)
	}
	return product, err
}

// count writes a line as counted now, against the stock of now; recount is given
// what the count so far means today. A product that was not expected at all
// joins the stocktake, unless it is of another category. The product is locked, so
// that of two stocktakes in which it is counted at once the second sees the first.
func count(
	tx Tx, actor core.Actor, stocktake Stocktake, productID int64, field string, recount func(today *int64) *int64,
) (CountedLine, error) {
	product, err := tx.LockProduct(productID)
	if err != nil {
		return CountedLine{}, err
	}
	row, err := tx.StocktakeLine(stocktake.ID, product.ID)
	isNew := core.IsNotFound(err)
	switch {
	case isNew && stocktake.excludes(product):
		return CountedLine{}, core.FieldError(field, "Este producto no es de la categoría «"+stocktake.CategoryName+"»")
	case err != nil && !isNew:
		return CountedLine{}, err
	}
	before := row.StocktakeLine
	stock, err := tx.LocationStockOf(product.ID, stocktake.LocationID)
	if err != nil {
		return CountedLine{}, err
	}
	after := StocktakeLine{
		StocktakeID: stocktake.ID, ProductID: product.ID, Expected: stock, Counted: recount(before.today(stock)),
		CountedBy: actor.ID,
	}
	now := tx.Now()
	after.CountedAt = &now
	if after.Counted == nil {
		after.CountedBy, after.CountedAt = 0, nil
	} else if err := stocktake.mayCount(tx, product, field); err != nil {
		return CountedLine{}, err
	}
	if err := tx.SaveLine(after, product); err != nil {
		return CountedLine{}, err
	}
	return counted(tx, stocktake, before, after, isNew)
}

// mayCount refuses to count what another open stocktake has counted: both would
// find the same difference. It comes to that when a product changes its category,
// or its category is merged into another one.
func (s Stocktake) mayCount(tx Tx, product catalogue.Product, field string) error {
	other, err := tx.CountedElsewhere(s, product.ID)
	if err != nil || other == 0 {
		return err
	}
	return core.FieldError(field, fmt.Sprintf(
		"Este producto ya está contado en el recuento #%d: regístralo o borra allí lo contado antes de contarlo aquí", other))
}

// excludes says whether a product is none of a stocktake's business.
func (s Stocktake) excludes(product catalogue.Product) bool {
	return s.CategoryID != 0 && (product.Category == nil || product.Category.ID != s.CategoryID)
}

// counted keeps the progress of a stocktake. A count leaves no audit row of its
// own: the line says who counted it and when.
func counted(tx Tx, stocktake Stocktake, before, after StocktakeLine, isNew bool) (CountedLine, error) {
	wasCounted, wasDiffering := before.tally()
	isCounted, isDiffering := after.tally()
	stocktake.Counted += isCounted - wasCounted
	stocktake.Differing += isDiffering - wasDiffering
	if isNew {
		stocktake.Lines++
	}
	if err := tx.UpdateStocktake(stocktake); err != nil {
		return CountedLine{}, err
	}
	if err := tx.Emit(core.Event{Topic: core.TopicStocktakes, ID: stocktake.ID}); err != nil {
		return CountedLine{}, err
	}
	var result CountedLine
	var err error
	if result.Stocktake, err = tx.StocktakeByID(stocktake.ID); err != nil {
		return CountedLine{}, err
	}
	result.Line, err = tx.StocktakeLine(stocktake.ID, after.ProductID)
	return result, err
}

// Posted is the outcome of posting a stocktake.
type Posted struct {
	Stocktake StocktakeRow
	// Movements is how many differences were posted, and Skipped how many were
	// not because their product has been deleted meanwhile.
	Movements int
	Skipped   int
}

// PostStocktake writes every difference as a movement, all of them or none.
// What happened since a product was counted stays as it is: the difference is
// added to the stock of now. Products that nobody counted are left alone.
func (s *Service) PostStocktake(ctx context.Context, actor core.Actor, id int64) (Posted, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Posted, error) {
		before, err := lockOpen(tx, id)
		if err != nil {
			return Posted{}, err
		}
		if before.Counted == 0 {
			return Posted{}, ErrStocktakeEmpty
		}
		lines, err := tx.DifferingLines(id, differencesMax+1)
		if err != nil {
			return Posted{}, err
		}
		if len(lines) > differencesMax {
			return Posted{}, ErrTooManyDifferences
		}
		var posted Posted
		if posted.Movements, posted.Skipped, err = postLines(tx, actor, before, lines); err != nil {
			return Posted{}, err
		}
		posted.Stocktake, err = stocktakeChanged(tx, actor, core.AuditPost, before, before.ended(tx, actor, StocktakePosted))
		return posted, err
	})
}

// postLines writes the differences. It looks at all of them before it refuses.
func postLines(
	tx Tx, actor core.Actor, stocktake Stocktake, lines []StocktakeLine,
) (movements, skipped int, err error) {
	ids := make([]int64, 0, len(lines))
	for _, line := range lines {
		ids = append(ids, line.ProductID)
	}
	products, err := catalogue.LockProducts(tx, ids)
	if err != nil {
		return 0, 0, err
	}
	lying, err := tx.StocksAt(ids)
	if err != nil {
		return 0, 0, err
	}
	// The products are locked, so what others post from now on waits for this.
	corrected, err := tx.CorrectedSince(stocktake, firstCounted(lines, tx.Now()))
	if err != nil {
		return 0, 0, err
	}
	wrong := core.Problems{}
	changes := make([]ProductChange, 0, len(lines))
	for _, line := range lines {
		product, found := products[line.ProductID]
		if !found {
			continue
		}
		// What another count corrected since is no sale: this difference may be
		// the same one, found twice.
		at, also := corrected[product.ID]
		wrong.Check(!also || at.Before(*line.CountedAt), fmt.Sprintf("lines[%d].counted", product.ID),
			fmt.Sprintf("%s (%s): otro recuento ha corregido su stock después de contarlo aquí. Vuelve a contarlo.",
				product.Name, product.SKU))
		left := lying[StockPlace{product.ID, stocktake.LocationID}]
		wrong.Check(left+line.Difference() >= 0, fmt.Sprintf("lines[%d].counted", product.ID),
			fmt.Sprintf("%s (%s): faltan %s y ahora solo %s. Vuelve a contarlo.", product.Name, product.SKU,
				Units(-line.Difference()), Remain(left)))
		changes = append(changes, ProductChange{product, Change{
			LocationID: stocktake.LocationID, Quantity: line.Difference(), Reason: ReasonCount,
			Notes: Reference("Recuento", stocktake.ID), Source: SourceCount, SourceID: stocktake.ID,
		}})
	}
	if err := wrong.Err(); err != nil {
		return 0, 0, err
	}
	if _, err := MoveAll(tx, actor, changes); err != nil {
		return 0, 0, err
	}
	if err := tx.Emit(core.Event{Topic: core.TopicStock}); err != nil {
		return 0, 0, err
	}
	return len(changes), len(lines) - len(changes), tx.NotePosted(stocktake.ID)
}

// firstCounted is when the first of some counted lines was counted; where there
// are none, nothing before now matters.
func firstCounted(lines []StocktakeLine, now time.Time) time.Time {
	first := now
	for _, line := range lines {
		if line.CountedAt.Before(first) {
			first = *line.CountedAt
		}
	}
	return first
}

// ErrBlindFilter is the answer to asking a blind stocktake for its differences.
var ErrBlindFilter = core.FieldError("onlyDifferences",
	"El recuento es a ciegas: muestra lo esperado o regístralo para ver las diferencias")

// ListStocktakeLines shows one page of the lines of a stocktake.
func (s *Service) ListStocktakeLines(
	ctx context.Context, id int64, filter StocktakeLineFilter,
) (stocktake StocktakeRow, lines core.List[StocktakeLineRow], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		if stocktake, err = tx.StocktakeByID(id); err != nil {
			return err
		}
		if filter.Differing && stocktake.Hidden() {
			return ErrBlindFilter
		}
		lines, err = tx.ListStocktakeLines(stocktake.Stocktake, filter)
		return err
	})
	return stocktake, lines, err
}
