package inventory

import (
	"context"
	"fmt"
	"strconv"
	"time"
)

// OrderFields is what people write to make an order.
type OrderFields struct {
	CustomerName    string
	CustomerEmail   string
	ShippingAddress Address
	BillingAddress  Address
	Notes           string
	// LocationID is where its units are; zero is the main location.
	LocationID int64
	Items      []OrderItem
}

// OrderItem is one thing asked for, named by its product or its SKU.
type OrderItem struct {
	ProductID int64
	SKU       string
	Quantity  int64
	// UnitPrice is the product's own price when nobody says another.
	UnitPrice *Cents
}

// The limits of orders.
const (
	OrderLinesMax   = 200
	orderTextMax    = 200
	orderTotalMax   = ValueMax / 100
	externalNameMax = 200
)

// lockOrderDays keeps the zone of the business's days as it is while orders are
// counted by them; a change of the zone takes it alone.
const lockOrderDays = "orderDays"

// orderZone is the zone whose days orders are counted by in this transaction.
func orderZone(tx Tx) (*time.Location, Settings, error) {
	if err := tx.LockShared(lockOrderDays); err != nil {
		return nil, Settings{}, err
	}
	settings, err := tx.Settings()
	return settings.Zone(), settings, err
}

// CreateOrder makes an order by hand and claims its stock. It is never refused
// for lack of stock: what is not there is its shortage.
func (inv *Inventory) CreateOrder(ctx context.Context, actor Actor, fields OrderFields) (OrderDetail, error) {
	if err := fields.check(); err != nil {
		return OrderDetail{}, err
	}
	return once(ctx, inv.store, func(tx Tx) (OrderDetail, error) {
		zone, settings, err := orderZone(tx)
		if err != nil {
			return OrderDetail{}, err
		}
		location, err := usableLocation(tx, fields.LocationID)
		if err != nil {
			return OrderDetail{}, err
		}
		order := fields.order()
		order.LocationID, order.Currency, order.CreatedBy = location.ID, settings.SalesCurrency, actor.ID
		order.CreatedAt, order.UpdatedAt, order.ReceivedAt = tx.Now(), tx.Now(), tx.Now()
		lines, products, err := itemLines(tx, fields.Items, nil)
		if err != nil {
			return OrderDetail{}, err
		}
		if err := order.sum(lines); err != nil {
			return OrderDetail{}, err
		}
		if order, err = keepOrder(tx, order, lines, products, zone); err != nil {
			return OrderDetail{}, err
		}
		if err := orderChanged(tx, actor, AuditCreate, nil, order, OrderEvent{Kind: OrderCreated}); err != nil {
			return OrderDetail{}, err
		}
		return orderDetail(tx, order.ID)
	})
}

// order is the document that the fields make.
func (f OrderFields) order() Order {
	return Order{
		Source: OrderManual, Status: OrderPending, CustomerName: Clean(f.CustomerName), CustomerEmail: Clean(f.CustomerEmail),
		ShippingAddress: f.ShippingAddress.clean(), BillingAddress: f.BillingAddress.clean(), Notes: Clean(f.Notes), Processed: true, Version: 1,
	}
}

// keepOrder writes a new order with its lines and claims their stock.
func keepOrder(tx Tx, order Order, lines []OrderLine, products map[int64]Product, zone *time.Location) (Order, error) {
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
func insertLines(tx Tx, order Order, lines []OrderLine, products map[int64]Product) error {
	for i := range lines {
		lines[i].OrderID, lines[i].Position = order.ID, i
		lines[i].LocationID, lines[i].PlacedAt = order.LocationID, order.CreatedAt
		lines[i].Claimed = lines[i].claim(order.Status)
	}
	return reclaim(tx, products, nil, lines, func(lines []OrderLine) error {
		_, err := tx.InsertOrderLines(lines)
		return err
	})
}

// claim is what a line wants of the stock while its order has a status.
func (l OrderLine) claim(status OrderStatus) int64 {
	if l.ProductID == 0 || !status.Open() {
		return 0
	}
	return l.open()
}

// sum notes what the lines of an order come to.
func (o *Order) sum(lines []OrderLine) error {
	o.count(lines)
	o.Total = 0
	for _, line := range lines {
		if o.Total += line.Total(); o.Total > orderTotalMax {
			return FieldError("items", "El total del pedido es demasiado grande")
		}
	}
	return nil
}

// count notes how much an order is about.
func (o *Order) count(lines []OrderLine) {
	o.LineCount, o.Units, o.Unmatched = int64(len(lines)), 0, 0
	for _, line := range lines {
		o.Units += line.Quantity
		if line.ProductID == 0 {
			o.Unmatched++
		}
	}
}

func (f OrderFields) check() error {
	wrong := problems{}
	f.order().check(wrong)
	checkItems(wrong, f.Items)
	return wrong.err()
}

// check notes what is wrong with what people write about an order.
func (o Order) check(wrong problems) {
	wrong.check(o.CustomerName != "", "customerName", "El nombre del cliente es requerido")
	wrong.check(characters(o.CustomerName) <= orderTextMax, "customerName", "El nombre del cliente es demasiado largo")
	wrong.check(o.CustomerEmail == "" || validEmail(o.CustomerEmail), "customerEmail", "El email no es válido")
	wrong.check(characters(o.Notes) <= notesMax, "notes", "Las notas son demasiado largas")
	o.ShippingAddress.check(wrong, "shippingAddress.")
	o.BillingAddress.check(wrong, "billingAddress.")
}

func (a Address) clean() Address {
	return Address{
		Street: Clean(a.Street), City: Clean(a.City), State: Clean(a.State), PostalCode: Clean(a.PostalCode), Country: Clean(a.Country), Phone: Clean(a.Phone),
	}
}

func (a Address) check(wrong problems, place string) {
	for field, text := range map[string]string{
		"street": a.Street, "city": a.City, "state": a.State, "postalCode": a.PostalCode, "country": a.Country, "phone": a.Phone,
	} {
		wrong.check(characters(text) <= orderTextMax, place+field, "El texto es demasiado largo")
	}
}

func checkItems(wrong problems, items []OrderItem) {
	wrong.check(len(items) > 0, "items", "Añade al menos un artículo")
	wrong.check(len(items) <= OrderLinesMax, "items", fmt.Sprintf("Son demasiados artículos: %d como mucho", OrderLinesMax))
	for i, item := range items {
		place := ItemPlace(i)
		wrong.check(item.ProductID != 0 || Clean(item.SKU) != "", place+"productId", "Elige un producto")
		wrong.check(item.Quantity > 0, place+"quantity", "La cantidad debe ser mayor a 0")
		wrong.check(item.Quantity <= QuantityMax, place+"quantity", "La cantidad es demasiado grande")
		wrong.check(item.UnitPrice == nil || (*item.UnitPrice >= 0 && *item.UnitPrice <= moneyMax), place+"unitPrice", "El precio debe ser un número mayor o igual a 0")
	}
}

// ItemPlace comes before the name of a field of an item that is wrong.
func ItemPlace(i int) string { return "items[" + strconv.Itoa(i) + "]." }

// itemLines turns what people wrote into lines of products, which it locks
// together with some others.
func itemLines(tx Tx, items []OrderItem, others []int64) ([]OrderLine, map[int64]Product, error) {
	wrong := problems{}
	ids := make([]int64, len(items))
	for i, item := range items {
		ids[i] = item.ProductID
		if item.ProductID != 0 {
			continue
		}
		product, err := tx.ProductBySKU(Clean(item.SKU))
		if isNotFound(err) {
			wrong.add(ItemPlace(i)+"sku", "No hay ningún producto con este SKU")
		} else if err != nil {
			return nil, nil, err
		}
		ids[i] = product.ID
	}
	if err := wrong.err(); err != nil {
		return nil, nil, err
	}
	products, err := lockProducts(tx, append(ids[:len(ids):len(ids)], others...))
	if err != nil {
		return nil, nil, err
	}
	lines := make([]OrderLine, 0, len(items))
	for i, item := range items {
		product, found := products[ids[i]]
		wrong.check(found, ItemPlace(i)+"productId", "El producto no existe")
		price := item.UnitPrice
		if price == nil {
			price = product.Price
		}
		wrong.check(price != nil, ItemPlace(i)+"unitPrice", "El producto no tiene precio: indícalo")
		if price != nil {
			lines = append(lines, OrderLine{ProductID: product.ID, SKU: product.SKU, Name: product.Name, Quantity: item.Quantity, UnitPrice: *price})
		}
	}
	return lines, products, wrong.err()
}
