package order

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// linkMemory is what lines without a product ask of the shops' links and news.
type linkMemory interface {
	// LinkedProducts says what the channel means by SKUs, by their IdentityKey.
	LinkedProducts(channelID int64, keys []string) (map[string]int64, error)
	// LinkedArticles says what users said that articles of a channel are; zero is
	// none of the stock.
	LinkedArticles(channelID int64, articles []string) (map[string]int64, error)
	// NoteVariants remembers under which SKUs a channel sells variants of its products and
	// says which of those SKUs, with their product, are of more than one variant. Of one whose
	// product is not told any product counts, and nothing is remembered.
	NoteVariants(channelID int64, variants []Variant) (shared map[VariantSKU]bool, err error)
	// SettleDeliveries says of the deliveries of an order that name unknown
	// SKUs that they are processed, and which these are.
	SettleDeliveries(orderID int64, verdict string) ([]int64, error)
}

// MatchOrderLines gives the open orders of a channel the product that an unknown
// SKU means there: they claim its stock from now on. It returns which they are.
func MatchOrderLines(tx Tx, actor core.Actor, channelID int64, sku string, productID int64) ([]int64, error) {
	zone, _, err := Zone(tx)
	if err != nil {
		return nil, err
	}
	ids, err := tx.UnmatchedOrders(channelID, core.IdentityKey(sku))
	if err != nil {
		return nil, err
	}
	// All orders first: a writer that holds a product never waits for an order.
	for _, id := range ids {
		if _, err := tx.LockOrder(id); err != nil {
			return nil, err
		}
	}
	of := func(line Line) bool { return line.unknown() && core.IdentityKey(line.SKU) == core.IdentityKey(sku) }
	for _, id := range ids {
		if err := matchOrder(tx, actor, id, of, productID, zone); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

func matchOrder(
	tx Tx, actor core.Actor, id int64, of func(Line) bool, productID int64, zone *time.Location,
) error {
	order, err := tx.LockOrder(id)
	if err != nil || !order.Status.Open() {
		return err
	}
	lines, err := LinesOf(tx, id)
	if err != nil {
		return err
	}
	meant := map[int64]int64{}
	for _, line := range lines {
		if of(line) {
			meant[line.ID] = productID
		}
	}
	_, err = matchLines(tx, actor, order, meant, zone)
	return err
}

// matchKnown gives lines of an order that nobody knew the products that their
// SKUs mean by now: the product may have come after the order. It looks at them
// with every news of the order, also old ones.
func matchKnown(tx Tx, actor core.Actor, before Order, news ShopOrder, zone *time.Location) (Order, error) {
	if before.Unmatched == 0 {
		return before, nil
	}
	lines, err := LinesOf(tx, before.ID)
	if err != nil {
		return Order{}, err
	}
	meant, none, err := news.meanings(tx, lines)
	if err != nil || len(meant)+len(none) == 0 {
		return before, err
	}
	if before, err = unstock(tx, actor, before, func(l Line) bool { return none[l.ID] }, zone); err != nil {
		return Order{}, err
	}
	after, err := matchLines(tx, actor, before, meant, zone)
	if err != nil {
		return Order{}, err
	}
	return after, SettleDeliveries(tx, []int64{after.ID})
}

// meanings are the products that lines without one mean, by line, and which of them
// are none of the stock: what a user said of the article comes before what was said
// of the SKU, that before the product that has it, and that before the barcode.
func (n ShopOrder) meanings(tx Tx, lines []Line) (meant map[int64]int64, none map[int64]bool, err error) {
	asked := n
	asked.Lines = nil
	var ids []int64
	for _, line := range lines {
		if !line.unknown() || (n.Held && line.Shipped > 0) {
			continue
		}
		said := ShopLine{SKU: line.SKU, Name: line.Name, Article: line.Article}
		if at := slices.IndexFunc(n.Lines, func(l ShopLine) bool { return l.is(line) }); at >= 0 {
			said = n.Lines[at]
		}
		asked.Lines, ids = append(asked.Lines, said), append(ids, line.ID)
	}
	if err := asked.Learn(tx); err != nil {
		return nil, nil, err
	}
	if err := asked.find(tx); err != nil {
		return nil, nil, err
	}
	meant, none = map[int64]int64{}, map[int64]bool{}
	for i, line := range asked.Lines {
		if line.ProductID != 0 {
			meant[ids[i]] = line.ProductID
		} else if line.Unstocked {
			none[ids[i]] = true
		}
	}
	return meant, none, nil
}

// VariantSKU is a SKU under which a shop sells variants of one of its products.
type VariantSKU struct{ Parent, SKUKey string }

// Variant is a variant by its own name and the SKU that it is sold under.
type Variant struct {
	VariantSKU
	Article string
}

// variant is what the line sells, if that is a variant with a SKU.
func (l ShopLine) variant() (v Variant, is bool) {
	v = Variant{
		VariantSKU{core.Cut(l.Parent, TextMax), core.Cut(core.IdentityKey(l.SKU), TextMax)}, core.Cut(l.Article, TextMax),
	}
	return v, v.SKUKey != "" && strings.HasPrefix(v.Article, "v:")
}

// shared are the SKUs that variants of one product have in common, because they inherit that
// of their product: they do not tell which of them is sold, and the product that has the SKU
// here is at most one of them.
func (n ShopOrder) shared(tx Tx) (map[VariantSKU]bool, error) {
	var variants []Variant
	met := map[Variant]bool{}
	for _, line := range n.Lines {
		if v, is := line.variant(); is && !met[v] {
			met[v] = true
			variants = append(variants, v)
		}
	}
	if len(variants) == 0 {
		return nil, nil
	}
	return tx.NoteVariants(n.ChannelID, variants)
}

// SharedSKUs are the SKUs of lines without a product that do not tell which variant is meant.
func (n ShopOrder) SharedSKUs(tx Tx, lines []Line) (skus []string, err error) {
	shared, err := n.shared(tx)
	for _, line := range Unknown(lines) {
		told, known := n.told(line)
		if v, is := told.variant(); known && is && shared[v.VariantSKU] && !slices.Contains(skus, line.SKU) {
			skus = append(skus, line.SKU)
		}
	}
	return skus, err
}

// find completes lines that nobody linked with the products that their SKUs and
// barcodes mean.
func (n ShopOrder) find(tx Tx) error {
	var keys, barcodes []string
	for _, line := range n.Lines {
		if key := core.IdentityKey(line.SKU); key != "" && line.open() {
			keys = append(keys, key)
		}
		if line.Barcode != "" && line.open() {
			barcodes = append(barcodes, line.Barcode)
		}
	}
	linked, err := tx.LinkedProducts(n.ChannelID, keys)
	if err != nil {
		return err
	}
	bySKU, err := tx.ProductsBySKUs(keys)
	if err != nil {
		return err
	}
	byBarcode, err := tx.ProductsByBarcodes(barcodes)
	if err != nil {
		return err
	}
	shared, err := n.shared(tx)
	if err != nil {
		return err
	}
	named, coded := map[string]int64{}, map[string]int64{}
	for _, product := range bySKU {
		named[core.IdentityKey(product.SKU)] = product.ID
	}
	for _, product := range byBarcode {
		coded[product.Barcode] = product.ID
	}
	for i, line := range n.Lines {
		if line.open() {
			key := core.IdentityKey(line.SKU)
			product := named[key]
			if v, is := line.variant(); is && shared[v.VariantSKU] {
				product = 0
			}
			n.Lines[i].ProductID = cmp.Or(linked[key], product, coded[line.Barcode])
		}
	}
	return nil
}

// open says whether nobody has said what the line sells.
func (l ShopLine) open() bool { return l.ProductID == 0 && !l.Unstocked }

// matchLines gives lines of a locked order their products, by line. They claim
// stock from now on, and what has left of them leaves the stock.
func matchLines(tx Tx, actor core.Actor, before Order, meant map[int64]int64, zone *time.Location) (Order, error) {
	lines, err := LinesOf(tx, before.ID)
	if err != nil {
		return Order{}, err
	}
	products, err := catalogue.LockProducts(tx, slices.AppendSeq(productIDs(lines), maps.Values(meant)))
	if err != nil {
		return Order{}, err
	}
	if lines, err = LinesOf(tx, before.ID); err != nil {
		return Order{}, err
	}
	var was, is []Line
	var skus []string
	for i, line := range lines {
		product, found := products[meant[line.ID]]
		if !found || line.ProductID != 0 {
			continue // It was deleted meanwhile: nobody knows what it is.
		}
		was = append(was, line)
		line.ProductID, line.SKU, line.Name = product.ID, product.SKU, product.Name
		line.Claimed = line.claim(before.Status)
		is, lines[i] = append(is, line), line
		if !slices.Contains(skus, product.SKU) {
			skus = append(skus, product.SKU)
		}
	}
	if len(is) == 0 {
		return before, nil
	}
	if err := reclaim(tx, products, was, is, tx.UpdateOrderLines); err != nil {
		return Order{}, err
	}
	if err := countGone(tx, actor, before, is, products); err != nil {
		return Order{}, err
	}
	after := before
	after.count(lines)
	after.UpdatedAt, after.Version = tx.Now(), before.Version+1
	if err := tx.UpdateOrder(before, after, zone); err != nil {
		return Order{}, err
	}
	return after, Changed(tx, actor, core.AuditUpdate, &before, after, Event{
		Kind: Matched, Detail: "El SKU desconocido es " + strings.Join(skus, ", "),
	})
}

// countGone takes out of the stock what left of lines before their products
// were known. What has come back since is put back first, so that no more is
// asked of the shelf than is really gone.
func countGone(tx Tx, actor core.Actor, order Order, lines []Line, products map[int64]catalogue.Product) error {
	var net, back, gone []lineChange
	for _, line := range lines {
		net = append(net, lineChange{line, line.Returned - line.Shipped})
		back = append(back, lineChange{line, line.Returned})
		gone = append(gone, lineChange{line, -line.Shipped})
	}
	if err := enough(tx, order, net); err != nil {
		return err
	}
	if err := moveLines(tx, actor, order, products, back, lineMove{
		transition: transitionMatch, reason: ledger.ReasonReturn, locationID: order.LocationID,
	}); err != nil {
		return err
	}
	products, err := catalogue.LockProducts(tx, productIDs(lines))
	if err != nil {
		return err
	}
	return moveLines(tx, actor, order, products, gone, lineMove{
		transition: transitionShip, reason: ledger.ReasonSale, locationID: order.LocationID,
	})
}

// SettleDeliveries says of the deliveries of orders that nothing is unknown any
// more in them.
func SettleDeliveries(tx Tx, orderIDs []int64) error {
	for _, id := range orderIDs {
		order, err := tx.OrderByID(id)
		if err != nil {
			return err
		}
		if order.Unmatched > 0 {
			continue
		}
		settled, err := tx.SettleDeliveries(id, MatchedVerdict(order.Order))
		if err != nil {
			return err
		}
		for _, delivery := range settled {
			if err := tx.Emit(core.Event{Topic: core.TopicDeliveries, ID: delivery}); err != nil {
				return err
			}
		}
	}
	return nil
}

// MatchedVerdict is what people read of news of an order once nothing is
// unknown in it.
func MatchedVerdict(order Order) string {
	return "Procesado: pedido " + order.Number + ", con todos sus SKU enlazados"
}
