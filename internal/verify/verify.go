package verify

import (
	"context"
	"fmt"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/valuation"
)

// Finding is one difference that Verify found. A product has one at most: the
// first row that is wrong makes everything after it doubtful.
type Finding struct {
	// ProductID and MovementID are zero where the finding is about none.
	ProductID  int64
	ProductSKU string
	MovementID int64
	// Message says in Spanish what is wrong.
	Message string
}

// LedgerReport is what Verify saw.
type LedgerReport struct {
	Products  int64
	Movements int64
	// Problems counts every finding; Findings holds the first findingsMax.
	Problems int64
	Findings []Finding
}

// findingsMax bounds what is kept of a report, however broken the ledger is.
const findingsMax = 100

// verifyChunk is how many products are looked at together; their movements are
// read as a stream, so that memory does not grow with the ledger.
const verifyChunk = 500

// progressEvery is after how many movements progress is told.
const progressEvery = 20_000

// LedgerHead is what a product's row says of its ledger.
type LedgerHead struct {
	ProductID      int64
	SKU            string
	Stock          int64
	Reserved       int64
	MinStock       *int64
	Level          catalogue.StockLevel
	MovementSeq    int64
	LedgerHash     string
	LastMovementAt *time.Time
	// Cost and Worth are what it is said to cost; see catalogue.Product.
	Cost  *core.Cents
	Worth *core.Worth
}

// LocationLevel is how much of a product is said to lie at a location.
type LocationLevel struct {
	ProductID  int64
	LocationID int64
	Stock      int64
}

type verifyMemory interface {
	CountMovements() (int64, error)
	// LedgerHeads returns the next products after one, deleted ones included.
	LedgerHeads(afterID int64, limit int) ([]LedgerHead, error)
	// LocationLevels returns the stock by location of the products from one to another.
	LocationLevels(firstID, lastID int64) ([]LocationLevel, error)
	// WalkMovements hands over the movements of the products from one to
	// another, product by product, in order of Seq.
	WalkMovements(firstID, lastID int64, fn func(ledger.Movement) error) error
	// StrayMovements returns movements of products that do not exist.
	StrayMovements(limit int) ([]ledger.Movement, error)
	// LabelCounts returns the labels whose count of products is wrong, and how many
	// products repeat the names of theirs.
	LabelCounts(limit int) ([]core.KeptCount, error)
	// EntryCounts compares the kept totals of entries with the entries.
	EntryCounts() ([]core.KeptCount, error)
	// LocationCounts compares the kept totals of locations with their stock.
	LocationCounts() ([]core.KeptCount, error)
	// CategoryCounts is the same of categories.
	CategoryCounts() ([]core.KeptCount, error)
	// PurchaseCounts compares how many purchases there are in each state, and PurchaseSums what
	// is kept of those whose lines say something else. IncomingCounts has the products of which
	// something else is on its way than is kept.
	PurchaseCounts() ([]core.KeptCount, error)
	PurchaseSums() ([]core.KeptCount, error)
	IncomingCounts() ([]core.KeptCount, error)
	// StockOrderCounts compares what products are sorted by with their stock, where
	// that is kept apart from them.
	StockOrderCounts() ([]core.KeptCount, error)
	// ClaimCounts returns what is said to be reserved or short and is not what
	// the lines of open orders come to.
	ClaimCounts(limit int) ([]core.KeptCount, error)
	// WrongDocuments returns documents that the ledger does not bear out.
	WrongDocuments(limit int) ([]WrongDocument, error)
	// WrongForecasts returns forecasts that repeat their products wrongly, and
	// products that lack theirs.
	WrongForecasts(limit int) ([]WrongForecast, error)
}

// WrongDocument is an entry, transfer, stocktake or order whose movements are not
// what it says.
type WrongDocument struct {
	Source    ledger.Source
	ID        int64
	ProductID int64
	SKU       string
}

// Verify recomputes everything the ledger promises, at one moment and from the
// movements alone: their numbering, the hash chain, the stock before and after
// each, the stock of every product and location, the figures kept over the
// catalogue, the orders and the alerts, what orders claim, what forecasts repeat
// of their products, the alert that each product should have, and that entries,
// transfers, stocktakes and orders moved what they say.
// It reads and never repairs. Progress, if not nil, is told now and then.
func (s *Service) Verify(ctx context.Context, progress func(done, total int64)) (LedgerReport, error) {
	v := &verification{}
	err := core.Snapshot(ctx, s.store, func(tx Tx) error {
		v = &verification{tx: tx, progress: progress, blamed: map[int64]bool{}}
		for _, step := range []func() error{
			v.ledger, v.strays, v.totals, v.kept, v.orders, v.purchases, v.forecasts, v.alerts,
			v.documents,
		} {
			if err := step(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return v.report, fmt.Errorf("verify: %w", err)
	}
	return v.report, nil
}

type verification struct {
	tx       Tx
	report   LedgerReport
	total    int64
	progress func(done, total int64)
	// restated says what amounts became when the currency of costs changed.
	restated valuation.Restated
	// blamed are the products that were found so far.
	blamed map[int64]bool
}

func (v *verification) find(finding Finding) {
	v.report.Problems++
	v.blamed[finding.ProductID] = true
	if len(v.report.Findings) < findingsMax {
		v.report.Findings = append(v.report.Findings, finding)
	}
}

func (v *verification) tell() {
	if v.progress != nil {
		v.progress(v.report.Movements, v.total)
	}
}

// ledger goes through all products, some at a time.
func (v *verification) ledger() (err error) {
	if v.total, err = v.tx.CountMovements(); err != nil {
		return err
	}
	if v.restated, err = valuation.Restatements(v.tx); err != nil {
		return err
	}
	defer v.tell()
	for last := int64(0); ; {
		heads, err := v.tx.LedgerHeads(last, verifyChunk)
		if err != nil || len(heads) == 0 {
			return err
		}
		if err := v.chunk(heads); err != nil {
			return err
		}
		last = heads[len(heads)-1].ProductID
	}
}

// chunk checks the movements of some products against their rows.
func (v *verification) chunk(heads []LedgerHead) error {
	first, last := heads[0].ProductID, heads[len(heads)-1].ProductID
	levels, err := v.tx.LocationLevels(first, last)
	if err != nil {
		return err
	}
	chains := make(map[int64]*chain, len(heads))
	for _, head := range heads {
		chains[head.ProductID] = &chain{head: head, said: map[int64]int64{}, summed: map[int64]int64{}}
		chains[head.ProductID].folded.restated = v.restated
	}
	folds, err := v.tx.MonthFolds(first, last)
	if err != nil {
		return err
	}
	for _, fold := range folds {
		if c := chains[fold.ProductID]; c != nil {
			c.folded.kept = append(c.folded.kept, fold)
		}
	}
	for _, level := range levels {
		if c := chains[level.ProductID]; c != nil {
			c.said[level.LocationID] = level.Stock
		}
	}
	err = v.tx.WalkMovements(first, last, func(m ledger.Movement) error {
		v.report.Movements++
		if v.report.Movements%progressEvery == 0 {
			v.tell()
		}
		if c := chains[m.ProductID]; c != nil {
			c.follow(m)
		}
		return nil
	})
	for _, head := range heads {
		v.report.Products++
		if c := chains[head.ProductID]; c.end() {
			v.find(*c.wrong)
		}
	}
	return err
}

// strays looks for movements that belong to nothing. They were not among those
// of any product.
func (v *verification) strays() error {
	strays, err := v.tx.StrayMovements(findingsMax)
	for _, m := range strays {
		v.find(Finding{
			ProductID: m.ProductID, MovementID: m.ID, Message: fmt.Sprintf("El movimiento %d es de un producto que no existe",
				m.ID),
		})
	}
	return err
}

// totals compares the figures over the whole catalogue.
func (v *verification) totals() error {
	kept, err := v.tx.Totals()
	if err != nil {
		return err
	}
	counted, err := v.tx.CountedTotals()
	if err != nil {
		return err
	}
	v.compare([]core.KeptCount{
		{What: "El número de productos", Kept: kept.Products, Counted: counted.Products},
		{What: "El número de movimientos", Kept: kept.Movements, Counted: v.total},
		{What: "El número de filas del registro de cambios", Kept: kept.Audited, Counted: counted.Audited},
		{What: "La suma del stock", Kept: kept.Stock, Counted: counted.Stock},
		{What: "El número de productos con stock bajo", Kept: kept.Low, Counted: counted.Low},
		{What: "El número de productos sin stock", Kept: kept.Out, Counted: counted.Out},
		{What: "El número de productos inactivos", Kept: kept.Inactive, Counted: counted.Inactive},
		{What: "El número de productos descontinuados", Kept: kept.Discontinued, Counted: counted.Discontinued},
		{What: "El valor del stock a coste, en céntimos", Kept: int64(kept.CostValue), Counted: int64(counted.CostValue)},
		{
			What: "El valor del stock a precio de venta, en céntimos", Kept: int64(kept.SaleValue),
			Counted: int64(counted.SaleValue),
		},
		{What: "El número de productos sin coste", Kept: kept.WithoutCost, Counted: counted.WithoutCost},
		{What: "El número de productos sin precio", Kept: kept.WithoutPrice, Counted: counted.WithoutPrice},
	})
	return nil
}

// kept compares the figures of labels, entries, locations, categories and days, and
// the order of the stock.
func (v *verification) kept() error {
	labels, err := v.tx.LabelCounts(findingsMax)
	if err != nil {
		return err
	}
	v.compare(labels)
	entries, err := v.tx.EntryCounts()
	if err != nil {
		return err
	}
	v.compare(entries)
	locations, err := v.tx.LocationCounts()
	if err != nil {
		return err
	}
	v.compare(locations)
	categories, err := v.tx.CategoryCounts()
	if err != nil {
		return err
	}
	v.compare(categories)
	sorted, err := v.tx.StockOrderCounts()
	if err != nil {
		return err
	}
	v.compare(sorted)
	days, err := v.tx.StockDayCounts(findingsMax)
	v.compare(days)
	return err
}

// orders compares what is kept of orders: the claims on the stock and the
// figures of each day.
func (v *verification) orders() error {
	claims, err := v.tx.ClaimCounts(findingsMax)
	if err != nil {
		return err
	}
	v.compare(claims)
	settings, err := v.tx.Settings()
	if err != nil {
		return err
	}
	figures, err := v.tx.OrderCounts(settings.Zone())
	v.compare(figures)
	return err
}

// purchases compares what is kept of purchases and of what is on its way with their lines.
func (v *verification) purchases() error {
	for _, count := range []func() ([]core.KeptCount, error){
		v.tx.PurchaseCounts, v.tx.PurchaseSums, v.tx.IncomingCounts,
	} {
		counts, err := count()
		if err != nil {
			return err
		}
		v.compare(counts)
	}
	return nil
}

func (v *verification) compare(counts []core.KeptCount) {
	for _, c := range counts {
		if c.Kept != c.Counted {
			v.find(Finding{Message: fmt.Sprintf("%s: hay guardado %d y al contar sale %d", c.What, c.Kept, c.Counted)})
		}
	}
}

// documentNames are the documents as people call them.
var documentNames = map[ledger.Source]string{
	ledger.SourceEntry: "La entrada", ledger.SourceTransfer: "El traspaso", ledger.SourceCount: "El recuento",
	ledger.SourceOrder: "El pedido",
}

// documents looks for documents that say other than the ledger.
func (v *verification) documents() error {
	documents, err := v.tx.WrongDocuments(findingsMax)
	for _, d := range documents {
		v.find(Finding{
			ProductID: d.ProductID, ProductSKU: d.SKU, Message: fmt.Sprintf("%s %d no coincide con sus movimientos",
				documentNames[d.Source], d.ID),
		})
	}
	return err
}
