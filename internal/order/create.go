package order

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
)

// Fields is what people write to make an order.
type Fields struct {
	CustomerName    string
	CustomerEmail   string
	ShippingAddress Address
	BillingAddress  Address
	Notes           string
	// LocationID is where its units are; zero is the main location.
	LocationID int64
	Items      []Item
}

// Item is one thing asked for, named by its product or its SKU.
type Item struct {
	ProductID int64
	SKU       string
	Quantity  int64
	// UnitPrice is the product's own price when nobody says another.
	UnitPrice *core.Cents
}

// The limits of orders.
const (
	LinesMax        = 2000
	TextMax         = 200
	TotalMax        = core.ValueMax / 100
	externalNameMax = 200
)

// lockOrderDays keeps the zone of the business's days as it is while orders are
// counted by them; a change of the zone takes it alone.
const lockOrderDays = "orderDays"

// Zone is the zone whose days orders are counted by in this transaction.
func Zone(tx Tx) (*time.Location, core.Settings, error) {
	if err := tx.LockShared(lockOrderDays); err != nil {
		return nil, core.Settings{}, err
	}
	settings, err := tx.Settings()
	return settings.Zone(), settings, err
}

// CreateOrder makes an order by hand and claims its stock. It is never refused
// for lack of stock: what is not there is its shortage.
func (s *Service) CreateOrder(ctx context.Context, actor core.Actor, fields Fields) (Detail, error) {
	if err := fields.check(); err != nil {
		return Detail{}, err
	}
	return core.Once(ctx, s.store, func(tx Tx) (Detail, error) {
		zone, settings, err := Zone(tx)
		if err != nil {
			return Detail{}, err
		}
		location, err := ledger.UsableLocation(tx, fields.LocationID)
		if err != nil {
			return Detail{}, err
		}
		order := fields.order()
		order.LocationID, order.Currency, order.CreatedBy = location.ID, settings.SalesCurrency, actor.ID
		order.CreatedAt, order.UpdatedAt, order.ReceivedAt = tx.Now(), tx.Now(), tx.Now()
		lines, products, err := itemLines(tx, order, fields.Items, nil)
		if err != nil {
			return Detail{}, err
		}
		if err := checkPrices(tx, actor, order, lines, nil, products); err != nil {
			return Detail{}, err
		}
		if err := order.Sum(lines); err != nil {
			return Detail{}, err
		}
		if order, err = KeepOrder(tx, order, lines, products, zone); err != nil {
			return Detail{}, err
		}
		if err := Changed(tx, actor, core.AuditCreate, nil, order, Event{Kind: Created}); err != nil {
			return Detail{}, err
		}
		return orderDetail(tx, order.ID)
	})
}

// order is the document that the fields make.
func (f Fields) order() Order {
	return Order{
		Source: Manual, Status: Pending, CustomerName: core.Line(f.CustomerName), CustomerEmail: core.Line(f.CustomerEmail),
		ShippingAddress: f.ShippingAddress.clean(), BillingAddress: f.BillingAddress.clean(), Notes: core.Clean(f.Notes),
		Processed: true, Version: 1,
	}
}

// KeepOrder writes a new order with its lines and claims their stock.
func KeepOrder(
	tx Tx, order Order, lines []Line, products map[int64]catalogue.Product, zone *time.Location,
) (Order, error) {
	var err error
	if order.ID, err = tx.InsertOrder(order, zone); err != nil {
		return order, err
	}
	if order.Number == "" {
		before := order
		order.Number = manualNumber(order.ID)
		if err := tx.UpdateOrder(before, order, zone); err != nil {
			return order, err
		}
	}
	return order, insertLines(tx, order, lines, products)
}

// manualNumber names an order written by hand.
func manualNumber(id int64) string { return fmt.Sprintf("P-%06d", id) }

// insertLines keeps the lines of an order and claims what they ask for.
func insertLines(tx Tx, order Order, lines []Line, products map[int64]catalogue.Product) error {
	for i := range lines {
		lines[i].OrderID, lines[i].Position = order.ID, i
		lines[i].LocationID, lines[i].PlacedAt = order.LocationID, order.CreatedAt
		lines[i].Claimed = lines[i].claim(order.Status)
	}
	return reclaim(tx, products, nil, lines, func(lines []Line) error {
		_, err := tx.InsertOrderLines(lines)
		return err
	})
}

// claim is what a line wants of the stock while its order has a status. What was added
// after the rest had left is still to leave, too. A shop that has given its own stock back
// of a line, and goes on with the order, wants nothing for now.
func (l Line) claim(status Status) int64 {
	if l.ProductID == 0 || status.ended() {
		return 0
	}
	if l.ShopTaken != takenUnknown {
		return min(l.open(), max(max(l.ShopTaken, 0)-l.Shipped+l.Returned, 0))
	}
	return l.open()
}

// Sum notes what the lines of an order come to.
func (o *Order) Sum(lines []Line) error {
	var sum core.Cents
	for _, line := range lines {
		if sum += line.Amount; sum > TotalMax {
			return core.FieldError("items", "El total del pedido es demasiado grande")
		}
	}
	o.Place(sum, lines)
	return nil
}

func (f Fields) check() error {
	wrong := core.Problems{}
	f.order().check(wrong)
	checkItems(wrong, f.Items)
	return wrong.Err()
}

// check notes what is wrong with what people write about an order.
func (o Order) check(wrong core.Problems) {
	wrong.Check(o.CustomerName != "", "customerName", "El nombre del cliente es requerido")
	wrong.Check(core.Characters(o.CustomerName) <= TextMax, "customerName", "El nombre del cliente es demasiado largo")
	wrong.Check(o.CustomerEmail == "" || core.ValidEmail(o.CustomerEmail), "customerEmail", "El email no es válido")
	wrong.Check(core.Characters(o.Notes) <= ledger.NotesMax, "notes", "Las notas son demasiado largas")
	o.ShippingAddress.check(wrong, "shippingAddress.")
	o.BillingAddress.check(wrong, "billingAddress.")
}

func (a Address) clean() Address {
	return Address{
		Street: core.Clean(a.Street), City: core.Clean(a.City), State: core.Clean(a.State),
		PostalCode: core.Clean(a.PostalCode), Country: core.Clean(a.Country), Phone: core.Clean(a.Phone),
	}
}

func (a Address) check(wrong core.Problems, place string) {
	for field, text := range map[string]string{
		"street": a.Street, "city": a.City, "state": a.State, "postalCode": a.PostalCode, "country": a.Country,
		"phone": a.Phone,
	} {
		wrong.Check(core.Characters(text) <= TextMax, place+field, "El texto es demasiado largo")
	}
}

func checkItems(wrong core.Problems, items []Item) {
	wrong.Check(len(items) > 0, "items", "Añade al menos un artículo")
	wrong.Check(len(items) <= LinesMax, "items", tooManyLines(len(items)))
	for i, item := range items {
		place := ItemPlace(i)
		wrong.Check(item.ProductID != 0 || core.Clean(item.SKU) != "", place+"productId", "Elige un producto")
		wrong.Check(item.Quantity > 0, place+"quantity", "La cantidad debe ser mayor a 0")
		wrong.Check(item.Quantity <= catalogue.QuantityMax, place+"quantity", "La cantidad es demasiado grande")
		wrong.Check(item.UnitPrice == nil || (*item.UnitPrice >= 0 && *item.UnitPrice <= core.MoneyMax), place+"unitPrice",
			"El precio debe ser un número mayor o igual a 0")
	}
}

// tooManyLines refuses an order that nobody could look through.
func tooManyLines(n int) string {
	return fmt.Sprintf("Son demasiados artículos (%d): %d como mucho", n, LinesMax)
}

// ItemPlace comes before the name of a field of an item that is wrong.
func ItemPlace(i int) string { return "items[" + strconv.Itoa(i) + "]." }

// itemLines turns what people wrote into lines of products, which it locks
// together with some others.
func itemLines(tx Tx, order Order, items []Item, others []int64) ([]Line, map[int64]catalogue.Product, error) {
	wrong := core.Problems{}
	ids := make([]int64, len(items))
	for i, item := range items {
		ids[i] = item.ProductID
		if item.ProductID != 0 {
			continue
		}
		product, err := tx.ProductBySKU(core.Clean(item.SKU))
		if core.IsNotFound(err) {
			wrong.Add(ItemPlace(i)+"sku", "No hay ningún producto con este SKU")
		} else if err != nil {
			return nil, nil, err
		}
		ids[i] = product.ID
	}
	if err := wrong.Err(); err != nil {
		return nil, nil, err
	}
	products, err := catalogue.LockProducts(tx, append(ids[:len(ids):len(ids)], others...))
	if err != nil {
		return nil, nil, err
	}
	lines := make([]Line, 0, len(items))
	for i, item := range items {
		product, found := products[ids[i]]
		wrong.Check(found, ItemPlace(i)+"productId", "El producto no existe")
		price := item.UnitPrice
		if price == nil {
			price = PriceIn(product, order.Currency)
		}
		wrong.Check(price != nil, ItemPlace(i)+"unitPrice", "El producto no tiene precio en "+order.Currency+": indícalo")
		if price != nil {
			lines = append(lines, NewLine(product, item.Quantity, *price))
		}
	}
	return lines, products, wrong.Err()
}
