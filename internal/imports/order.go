package imports

import (
	"fmt"
	"slices"
	"strings"

	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/order"
)

// orderImportFields are what columns of a file with orders can hold, in the
// order people are shown them. The further names are those of the exports that
// web shops offer.
var orderImportFields = []importField{
	{
		name: "number", label: "Pedido", headers: []string{
			"numero", "numero de pedido", "n pedido", "nº pedido", "no pedido",
			"order number", "order", "name", "order id",
		}, Assign: orderText(func(c *orderCells) *string { return &c.number }, order.TextMax),
		missing: "Indica qué columna contiene el número de pedido",
	},
	{
		name: "date", label: "Fecha", headers: []string{
			"fecha del pedido", "fecha pedido", "fecha de creacion", "created at",
			"order date", "paid at",
		}, Assign: setOrderDate,
	},
	{name: "time", label: "Hora", headers: []string{"hora del pedido", "time"}, Assign: setOrderTime},
	{
		name: "customerName", label: "Cliente", headers: []string{
			"nombre del cliente", "nombre cliente", "destinatario",
			"customer", "customer name", "shipping name", "billing name",
		}, Assign: orderText(func(c *orderCells) *string { return &c.customer }, order.TextMax),
		missing: "Indica qué columna contiene el cliente",
	},
	{
		name: "customerEmail", label: "Email", headers: []string{
			"correo", "correo electronico", "e-mail", "customer email",
			"email (billing)",
		}, Assign: setCustomerEmail,
	},
	{
		name: "status", label: "Estado", headers: []string{
			"status", "situacion", "estado del pedido", "order status",
			"fulfillment status",
		},
		Assign: setOrderStatus,
	},
	{
		name: "sku", noDate: true, label: "SKU", headers: []string{
			"referencia", "ref", "codigo", "codigo de producto", "lineitem sku",
			"item sku", "product sku",
		}, Assign: setLineSKU, missing: "Indica qué columna contiene el SKU",
	},
	{
		name: "quantity", noDate: true, number: true, label: "Cantidad", headers: []string{
			"uds", "cant", "quantity", "qty", "lineitem quantity",
			"item quantity",
		}, Assign: setLineQuantity, missing: "Indica qué columna contiene la cantidad",
	},
	{
		name: "unitPrice", noDate: true, number: true, label: "Precio", headers: []string{
			"precio unitario", "pvp", "p.v.p.", "p.v.p", "price",
			"unit price", "lineitem price", "item cost", "item price",
		}, Assign: setLinePrice,
	},
	{
		name: "totalAmount", noDate: true, number: true, label: "Total", headers: []string{
			"total inicial", "total del pedido", "importe", "importe total", "order total",
			"order total amount",
		}, Assign: setOrderTotal,
	},
	{
		name: "currency", label: "Moneda", headers: []string{"divisa", "currency", "order currency"},
		Assign: setOrderCurrency,
	},
	{
		name: "shippedAt", label: "Enviado", headers: []string{
			"fecha de envio", "fecha envio", "enviado el", "shipped at",
			"shipped date", "fulfilled at",
		}, Assign: setShippedDate,
	},
	{
		name: "deliveredAt", label: "Entregado", headers: []string{
			"fecha de entrega", "fecha entrega", "entregado el",
			"delivered at", "delivered date",
		}, Assign: setDeliveredDate,
	},
	{
		name: "street", label: "Dirección", headers: []string{
			"calle", "direccion de envio", "shipping street",
			"shipping address1", "address 1&2 (shipping)",
		}, Assign: orderText(func(c *orderCells) *string { return &c.address.Street }, order.TextMax),
	},
	{
		name: "city", label: "Ciudad", headers: []string{"poblacion", "localidad", "shipping city", "city (shipping)"},
		Assign: orderText(func(c *orderCells) *string { return &c.address.City }, order.TextMax),
	},
	{
		name: "state", label: "Provincia", headers: []string{
			"shipping province", "shipping province name",
			"state (shipping)",
		}, Assign: orderText(func(c *orderCells) *string { return &c.address.State }, order.TextMax),
	},
	{
		name: "postalCode", label: "Código Postal", headers: []string{
			"cp", "c.p.", "codigo postal", "shipping zip",
			"postcode (shipping)",
		}, Assign: orderText(func(c *orderCells) *string { return &c.address.PostalCode }, order.TextMax),
	},
	{
		name: "country", label: "País", headers: []string{"shipping country", "country (shipping)"},
		Assign: orderText(func(c *orderCells) *string { return &c.address.Country }, order.TextMax),
	},
	{
		name: "phone", label: "Teléfono", headers: []string{"movil", "phone", "shipping phone", "phone (billing)"},
		Assign: orderText(func(c *orderCells) *string { return &c.address.Phone }, order.TextMax),
	},
	{
		name: "notes", label: "Notas", headers: []string{"observaciones", "comentarios", "notes", "note", "customer note"},
		Assign: orderText(func(c *orderCells) *string { return &c.notes }, ledger.NotesMax),
	},
}

// orderCells is what one row says of an order and of one of its lines. What is
// about the whole order may stand in each of its rows or in the first alone.
type orderCells struct {
	number      string
	placed      toldMoment
	shipped     toldMoment
	delivered   toldMoment
	customer    string
	email       string
	status      order.Status
	total       *exactAmount
	currency    string
	address     order.Address
	notes       string
	sku         string
	quantity    int64
	price       *exactAmount
	hasQuantity bool
}

func setCustomerEmail(r *fileRow, cell Cell, _ string) string {
	if !core.ValidEmail(cell.Text) {
		return "El email no es válido"
	}
	return setOrderText(&r.order.email, cell, order.TextMax)
}

func setLineSKU(r *fileRow, cell Cell, _ string) string {
	r.skuKey = core.IdentityKey(cell.Text)
	return setOrderText(&r.order.sku, cell, order.TextMax)
}

// orderText takes a cell for one of the texts of an order.
func orderText(field func(*orderCells) *string, most int) func(*fileRow, Cell, string) string {
	return func(r *fileRow, cell Cell, _ string) string { return setOrderText(field(&r.order), cell, most) }
}

func setOrderText(text *string, cell Cell, most int) string {
	if core.Characters(cell.Text) > most {
		return fmt.Sprintf("El texto es demasiado largo: %d caracteres como mucho", most)
	}
	*text = cell.Text
	return ""
}

func setOrderStatus(r *fileRow, cell Cell, _ string) string {
	status, known := order.StatusNamed(cell.Text)
	if !known {
		return "El estado debe ser Pendiente, Procesando, Enviado, Entregado, Cancelado o Devuelto"
	}
	r.order.status = status
	return ""
}

func setLineQuantity(r *fileRow, cell Cell, decimal string) string {
	quantity, ok := wholeNumber(cell, decimal)
	if r.order.hasQuantity = true; !ok || quantity < 1 || quantity > catalogue.QuantityMax {
		return "La cantidad debe ser un número entero mayor a 0"
	}
	r.order.quantity = quantity
	return ""
}

func setLinePrice(r *fileRow, cell Cell, decimal string) string {
	price, ok := money(cell, decimal)
	if !ok || price < 0 {
		return "El precio debe ser un número mayor o igual a 0"
	}
	r.order.price = &price
	_, r.said = besideAmount(cell.Text)
	return ""
}

func setOrderTotal(r *fileRow, cell Cell, decimal string) string {
	total, ok := money(cell, decimal)
	if !ok || total < 0 {
		return "El total debe ser un número mayor o igual a 0"
	}
	r.order.total = &total
	return ""
}

func setOrderCurrency(r *fileRow, cell Cell, _ string) string {
	r.order.currency = strings.ToUpper(cell.Text)
	if !core.ValidCurrency(r.order.currency) {
		return "La moneda no existe: usa su código de tres letras, como EUR"
	}
	return ""
}

// orderImporter is what rows about orders do. Rows that follow each other with
// the same number are the lines of one order. An order whose number is known is
// left as it is, so that the same file twice does nothing the second time.
type orderImporter struct{}

func (orderImporter) fields() []importField { return orderImportFields }

// identify finds out which order the row belongs to.
func (orderImporter) identify(r *importReader, read *fileRow) {
	if read.order.number == "" && !read.wrongIn(r, "number") {
		read.problems = append(read.problems, r.problem(read.row, "number", "El número de pedido es requerido"))
	}
	read.group = core.IdentityKey(read.order.number)
}

// wrongIn says whether the cell of a field is known to be wrong.
func (f *fileRow) wrongIn(r *importReader, field Field) bool {
	column := r.problem(f.row, field, "").Column
	return slices.ContainsFunc(f.problems, func(p RowProblem) bool { return p.Column == column })
}
