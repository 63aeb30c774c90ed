package imports

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// productImporter is what rows about products do.
type productImporter struct{}

func (productImporter) fields() []importField { return productImportFields }

// identify finds out which product the row is about, and that no other row is.
func (productImporter) identify(r *importReader, read *fileRow) {
	wrong := func(field Field, sentence string) {
		read.problems = append(read.problems, r.problem(read.row, field, sentence))
	}
	if read.product.Barcode != nil && *read.product.Barcode != "" {
		read.barcode = *read.product.Barcode
		if first, twice := r.seenAt("barcode:"+read.barcode, read.row); twice {
			wrong("barcode", fmt.Sprintf("El código de barras ya aparece en la fila %d", first))
		}
	}
	if read.product.SKU == nil {
		if len(read.problems) == 0 {
			wrong("sku", core.Required("sku"))
		}
		return
	}
	read.skuKey = core.IdentityKey(*read.product.SKU)
	if first, twice := r.seenAt("sku:"+read.skuKey, read.row); twice {
		wrong("sku", fmt.Sprintf("El SKU ya aparece en la fila %d", first))
	}
}

// rowPlan is what a row of a file would do to the catalogue as it is.
type rowPlan struct {
	fileRow
	// before has no ID when the product is to be made.
	before catalogue.Product
	after  catalogue.Product
	// problems are those of the row and those it has with the catalogue.
	problems []RowProblem
	// moved is how many units come to the place of the import, or go from there.
	moved int64
	// kept is how many units others hold beyond the stock that the row says.
	kept int64
}

func (p rowPlan) creates() bool { return p.before.ID == 0 }

// changes says whether the row differs from the product there is.
func (p rowPlan) changes() bool {
	return p.creates() || !p.after.SameAs(p.before) || p.moved != 0
}

// plan compares rows with the catalogue. A caller that is going to write has locked the products.
func (r *importReader) plan(tx Tx, actor core.Actor, rows []fileRow, products []catalogue.Product) ([]rowPlan, error) {
	known := make(map[string]catalogue.Product, len(products))
	for _, product := range products {
		known[core.IdentityKey(product.SKU)] = product
	}
	plans := make([]rowPlan, 0, len(rows))
	for _, row := range rows {
		plan := rowPlan{fileRow: row, problems: slices.Clone(row.problems)}
		if row.skuKey != "" {
			if err := r.planRow(tx, actor, &plan, known[row.skuKey]); err != nil {
				return nil, err
			}
		}
		plans = append(plans, plan)
	}
	if err := r.planStock(tx, plans); err != nil {
		return nil, err
	}
	return plans, r.checkBarcodes(tx, plans)
}

// planStock works out what each row does to the stock of one place, and of no other. Where
// a place was chosen, what lies there becomes what the row says; otherwise the row says the
// stock of the whole product and the main location makes up the difference, by the same
// rule as if it were typed.
func (r *importReader) planStock(tx Tx, plans []rowPlan) error {
	location, err := importLocation(tx, r.mapping.LocationID)
	if err != nil {
		return err
	}
	var ids []int64
	for _, plan := range plans {
		if plan.product.Stock != nil && !plan.creates() {
			ids = append(ids, plan.before.ID)
		}
	}
	lying, err := tx.StocksAt(ids)
	if err != nil {
		return err
	}
	chosen := r.mapping.LocationID != 0
	for i := range plans {
		plan := &plans[i]
		if plan.product.Stock == nil {
			continue
		}
		here := lying[ledger.StockPlace{ProductID: plan.before.ID, LocationID: location}]
		if chosen {
			plan.moved = *plan.product.Stock - here
			continue
		}
		plan.moved = *plan.product.Stock - plan.before.Stock
		plan.kept = max(-here-plan.moved, 0)
		plan.moved = max(plan.moved, -here)
	}
	return nil
}

// elsewhere is the sentence about a stock that is less than what other places hold.
func (p rowPlan) elsewhere() string {
	return "En los demás almacenes hay " + ledger.Units(*p.product.Stock+p.kept) +
		": el stock no puede ser menor. Elige un almacén para cambiar solo lo que hay allí"
}

// planRow works out what the product would be, by the same rules as if it
// were typed.
func (r *importReader) planRow(tx Tx, actor core.Actor, plan *rowPlan, before catalogue.Product) error {
	plan.before = before
	fields := plan.product
	if plan.creates() {
		plan.before = catalogue.Product{}
		before = catalogue.NewProduct(tx.Now())
	} else {
		fields.SKU = nil // It is the same but for case; the catalogue's spelling stays.
	}
	if row := plan.fileRow; row.price != nil {
		settings, err := tx.Settings()
		if err != nil {
			return err
		}
		price, ok := row.price.in(settings.SalesCurrency)
		if !ok {
			plan.add(r.problem(row.row, "price", "El precio debe ser un número con "+
				core.DecimalsAtMost(settings.SalesCurrency)))
		}
		amount := &price
		fields.Price = &amount
	}
	after, err := fields.Change(tx, actor, before)
	if err == nil && after.ImageURL != before.ImageURL {
		err = after.CheckImage(tx)
	}
	var refused *core.Error
	if errors.As(err, &refused) && refused.Kind == core.Invalid {
		r.blame(plan, refused)
		return nil
	}
	plan.after = after
	return err
}

// blame notes what the rules say of the fields at the cells they came from. A
// sentence about something that is no column stands at the SKU.
func (r *importReader) blame(plan *rowPlan, refused *core.Error) {
	if len(refused.Fields) == 0 {
		plan.add(r.problem(plan.row, "sku", refused.Message))
	}
	for _, name := range slices.Sorted(maps.Keys(refused.Fields)) {
		field := Field(name)
		if _, known := r.subject.field(field); !known {
			field = "sku"
		}
		plan.add(r.problem(plan.row, field, refused.Fields[name][0]))
	}
}

// add notes a problem unless the cell has one already.
func (p *rowPlan) add(problem RowProblem) {
	for _, other := range p.problems {
		if other.Column == problem.Column {
			return
		}
	}
	p.problems = append(p.problems, problem)
}

// checkBarcodes refuses barcodes that other products have.
func (r *importReader) checkBarcodes(tx Tx, plans []rowPlan) error {
	var barcodes []string
	for _, plan := range plans {
		if plan.barcode != "" && plan.barcode != plan.before.Barcode {
			barcodes = append(barcodes, plan.barcode)
		}
	}
	if len(barcodes) == 0 {
		return nil
	}
	holders, err := tx.ProductsByBarcodes(barcodes)
	if err != nil {
		return err
	}
	held := map[string]catalogue.Product{}
	for _, holder := range holders {
		held[holder.Barcode] = holder
	}
	for i := range plans {
		holder, taken := held[plans[i].barcode]
		if taken && holder.ID != plans[i].before.ID {
			plans[i].add(r.problem(plans[i].row, "barcode", fmt.Sprintf("El código de barras ya es del producto %s",
				holder.SKU)))
		}
	}
	return nil
}

// foreseen answers questions about labels as if those of a file were there,
// without making them, so that a plan can be made where nothing may be written.
type foreseen struct {
	Tx
	labels map[string]catalogue.Label
}

func foresee(tx Tx) *foreseen { return &foreseen{Tx: tx, labels: map[string]catalogue.Label{}} }

// EnsureLabel implements Tx.
func (f *foreseen) EnsureLabel(kind catalogue.LabelKind, name string) (catalogue.Label, error) {
	key := string(kind) + ":" + core.Fold(name)
	if label, known := f.labels[key]; known {
		return label, nil
	}
	label, err := f.Tx.LabelByName(kind, name)
	if core.IsNotFound(err) {
		label, err = catalogue.Label{Kind: kind, Name: name}, nil
	}
	if err == nil {
		f.labels[key] = label
	}
	return label, err
}

// Preview is what an import would do.
type Preview struct {
	Total     int
	Create    int
	Update    int
	Unchanged int
	Wrong     int
	// Left are the new orders whose goods have left, which move stock or are history.
	Left     int
	Problems []RowProblem
	// Prices are the first prices that would change.
	Prices []PricePreview
	// Notes are what people should know before they go on.
	Notes []string
	// Place is what rows do to the stock of the one place that they touch; nil where they
	// say no stock.
	Place *PlacePreview
}

// PlacePreview is how many units come to a place and how many go from there.
type PlacePreview struct {
	Location ledger.Location
	// Whole says that the file has the stock of whole products, and not of this place.
	Whole    bool
	Arriving int64
	Leaving  int64
}

// place adds what the rows do to the stock of the place.
func (p *Preview) place(plans []rowPlan, whole bool, location func() (ledger.Location, error)) error {
	for _, plan := range plans {
		if plan.product.Stock == nil || len(plan.problems) > 0 {
			continue
		}
		if p.Place == nil {
			at, err := location()
			if err != nil {
				return err
			}
			p.Place = &PlacePreview{Location: at, Whole: whole}
		}
		p.Place.Arriving += max(plan.moved, 0)
		p.Place.Leaving += max(-plan.moved, 0)
	}
	return nil
}

// count adds the plans of some rows.
func (p *Preview) count(plans []rowPlan) {
	for _, plan := range plans {
		p.Total++
		switch {
		case len(plan.problems) > 0:
			p.Wrong++
			p.Problems = append(p.Problems, plan.problems[:min(len(plan.problems), problemsMax-len(p.Problems))]...)
		case plan.creates():
			p.Create++
		case plan.changes():
			p.Update++
		default:
			p.Unchanged++
		}
	}
}

// planRows is how many rows are compared with the catalogue at a time.
const planRows = 500

// foresight reads a whole file and says what it would do, as tx shows the
// world. After every few rows it reports how many it has seen.
func (r *importReader) foresight(tx Tx, actor core.Actor, seen func(int) error) (Preview, error) {
	preview := Preview{Problems: []RowProblem{}}
	look := r.subject.rules().look(tx, actor, r)
	for {
		rows, err := r.some(planRows)
		if err != nil || len(rows) == 0 {
			return preview, err
		}
		if err := look(rows, &preview); err != nil {
			return preview, err
		}
		if err := seen(preview.Total); err != nil {
			return preview, err
		}
	}
}

// look compares rows with the catalogue.
func (productImporter) look(tx Tx, actor core.Actor, r *importReader) func([]fileRow, *Preview) error {
	labelled := foresee(tx)
	return func(rows []fileRow, preview *Preview) error {
		products, err := tx.ProductsBySKUs(skuKeys(rows))
		if err != nil {
			return err
		}
		plans, err := r.plan(labelled, actor, rows, products)
		for i := range plans {
			if plans[i].kept > 0 {
				plans[i].add(r.problem(plans[i].row, "stock", plans[i].elsewhere()))
			}
		}
		preview.count(plans)
		if err != nil {
			return err
		}
		if err := preview.noteCurrencies(tx, rows); err != nil {
			return err
		}
		return preview.place(plans, r.mapping.LocationID == 0, func() (ledger.Location, error) {
			id, err := importLocation(tx, r.mapping.LocationID)
			if err != nil {
				return ledger.Location{}, err
			}
			return tx.LocationByID(id)
		})
	}
}

// noteCurrencies says that prices stand in another currency than that of the sales, in
// which they will be kept as they are.
func (p *Preview) noteCurrencies(tx Tx, rows []fileRow) error {
	if len(p.Notes) > 0 {
		return nil
	}
	settings, err := tx.Settings()
	for _, row := range rows {
		if !isCurrency(row.said, settings.SalesCurrency) {
			p.Notes = append(p.Notes, fmt.Sprintf(
				"El archivo tiene precios en %s: se guardarán en %s con el mismo número, sin convertirlos.", row.said,
				settings.SalesCurrency))
			break
		}
	}
	return err
}

// skuKeys are the SKUs that rows name.
func skuKeys(rows []fileRow) []string {
	keys := make([]string, 0, len(rows))
	for _, row := range rows {
		keys = append(keys, row.skuKey)
	}
	return keys
}

// PreviewImport says what running a draft would do, and changes nothing.
func (s *Service) PreviewImport(ctx context.Context, actor core.Actor, id int64) (preview Preview, err error) {
	draft, err := s.Import(ctx, id)
	if err != nil {
		return preview, err
	}
	if draft.Status != Draft {
		return preview, ErrImportBusy
	}
	if err := draft.Mapping.check(draft.Subject, draft.Reading); err != nil {
		return preview, err
	}
	done, err := s.readTurn(ctx)
	if err != nil {
		return preview, err
	}
	defer done()
	err = core.Snapshot(ctx, s.store, func(tx Tx) error {
		reader, err := s.openImport(s.importFile(ctx, id), draft)
		if err != nil {
			return err
		}
		preview, err = reader.foresight(tx, actor, func(int) error { return ctx.Err() })
		return err
	})
	return preview, err
}

// readersMax is how many files may be read at once for those who wait for an answer: each
// is read whole, with the texts of a workbook in memory.
const readersMax = 1
