package demo

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"estante/internal/core"
	"estante/internal/imports"
	"estante/internal/supplier"
)

// vendor is a supplier of the shop, with what the story knows of it.
type vendor struct {
	name, taxID, contact, email, phone, address, website, terms string
	// currency is in which its prices are; rate is how much of the currency of costs one of it is worth.
	currency string
	rate     float64
	leadDays int
	minOrder core.Cents
	// aisles are what it sells. The first vendor of an aisle is where the shop buys it.
	aisles []string

	id    int64
	wares []*ware
	// next is the day on which it is written to again.
	next int
}

// vendors are who the shop buys of. Two are neighbours and sell in euros; the others import, and their lists are in
// the currency of the shop's costs.
func vendors() []*vendor {
	return []*vendor{
		{
			name: "Suministros Eléctricos Turia, S.L.", taxID: "B46102737", contact: "Amparo Sanz",
			email: "pedidos@turia.example", phone: "963 410 273", address: "Camino Nuevo de Picaña, 41\n46014 Valencia",
			website: "https://turia.example", terms: "Transferencia a 30 días", currency: "EUR", rate: 1.08, leadDays: 3,
			minOrder: 150_00, aisles: []string{"Electricidad"},
		},
		{
			name: "Pinturas del Mediterráneo, S.A.", taxID: "A08153462", contact: "Jordi Camps",
			email: "comandes@pintmed.example", phone: "932 815 340", address: "Carrer de la Llacuna, 88\n08018 Barcelona",
			terms: "Recibo a 60 días", currency: "EUR", rate: 1.09, leadDays: 5, minOrder: 300_00, aisles: []string{"Pintura"},
		},
		{
			name: "Herramientas Ibéricas, S.L.", taxID: "B28730190", contact: "Raúl Moreno", email: "ventas@heriber.example",
			phone: "912 873 019", address: "Avenida de la Industria, 12\n28108 Alcobendas", terms: "Transferencia a 30 días",
			website: "https://heriber.example", currency: "USD", leadDays: 7, minOrder: 400_00,
			aisles: []string{"Herramienta eléctrica", "Herramienta manual"},
		},
		{
			name: "Tornillería Levante, S.L.", taxID: "B46398277", contact: "Pilar Gascó", email: "pedidos@torlev.example",
			phone: "961 398 270", terms: "Al contado, 2 % de descuento", currency: "USD", leadDays: 4,
			aisles: []string{"Fijación"},
		},
		{
			name: "Luz y Ambiente Aragón, S.L.", taxID: "B50217645", contact: "Óscar Lahoz",
			email: "oficina@luzambiente.example",
			phone: "976 502 176", terms: "Recibo a 30 días", currency: "USD", leadDays: 6, minOrder: 250_00,
			aisles: []string{"Iluminación"},
		},
		{
			name: "Saneamientos Albufera, S.L.", taxID: "B97304182", contact: "Inma Peris", email: "compras@albufera.example",
			phone: "960 973 041", terms: "Transferencia a 30 días", currency: "USD", leadDays: 3, aisles: []string{"Fontanería"},
		},
		{
			name: "Viveros y Riegos del Sur, S.L.", taxID: "B41083924", contact: "Rocío Vela", email: "pedidos@riegosur.example",
			phone: "954 108 392", terms: "Recibo a 30 días", currency: "USD", leadDays: 8, minOrder: 200_00,
			aisles: []string{"Jardín"},
		},
		{
			name: "Protección y Seguridad Galaica, S.L.", taxID: "B63024756", contact: "Xosé Rial",
			email: "ventas@segal.example", phone: "981 630 247", terms: "Transferencia a 60 días", currency: "USD", leadDays: 6,
			aisles: []string{"Protección laboral"},
		},
		{
			name: "Estanterías del Henares, S.L.", taxID: "B19402874", contact: "Marta Toledo",
			email: "pedidos@henares.example", phone: "949 194 028", terms: "Mitad al pedir, mitad al recibir", currency: "USD",
			leadDays: 12, minOrder: 500_00, aisles: []string{"Almacenaje"},
		},
		{
			name: "Cerrajería Norteña, S.L.", taxID: "B73501264", contact: "Iker Arana", email: "comercial@cernor.example",
			phone: "944 735 012", terms: "Recibo a 30 días", currency: "USD", leadDays: 9, aisles: []string{"Cerrajería"},
		},
		{
			name: "Higiene Profesional Segura, S.L.", taxID: "B30864193", contact: "Fina Martínez",
			email: "pedidos@higsegura.example", phone: "968 308 641", terms: "Al contado", currency: "USD", leadDays: 4,
			minOrder: 120_00, aisles: []string{"Limpieza"},
		},
		// Those that the shop asks when its usual ones have none.
		{
			name: "Almacenes Ferrer e Hijos", taxID: "22954817N", contact: "Vicente Ferrer", email: "ferrer@ejemplo.es",
			phone: "962 229 548", address: "Calle Mayor, 7\n46600 Alzira", terms: "Al contado", currency: "USD", leadDays: 1,
			aisles: []string{"Fijación", "Fontanería", "Limpieza"},
		},
		{
			name: "John Baker, importador", taxID: "X5127348G", contact: "John Baker", email: "john@baker.example",
			phone: "+34 678 512 734", terms: "Transferencia por adelantado", currency: "USD", leadDays: 21, minOrder: 800_00,
			aisles: []string{"Herramienta eléctrica", "Iluminación"},
		},
	}
}

// packOf is how many units of a product come together.
func packOf(w *ware) int64 {
	switch {
	case w.daily >= 2:
		return 12
	case w.daily >= 1:
		return 6
	case w.daily >= 0.6:
		return 3
	}
	return 1
}

// pricePerMille is what a vendor asks for a product, of what the shop asks.
const pricePerMille = 540

// offer is what a vendor asks for a pack of a product: the second ones of an aisle ask a little more.
func (v *vendor) offer(w *ware, preferred bool) supplier.Price {
	unit := supplier.Price(**w.fields.Price) * 100 * pricePerMille / 1000
	if !preferred {
		unit += unit * 6 / 100
	}
	return unit * supplier.Price(packOf(w))
}

// code is what a vendor calls a product.
func (v *vendor) code(n int) string {
	return fmt.Sprintf("%s-%04d", v.taxID[len(v.taxID)-4:], 1000+n*13)
}

// meetVendors writes down who the shop buys of, and what they sell.
func (y *year) meetVendors(ctx context.Context, opening time.Time) error {
	y.clock.travel(opening.Add(19*time.Hour + 20*time.Minute))
	usual := map[*ware]bool{}
	var sold []task
	for i, v := range y.vendors {
		v.next = 1 + i*3
		if err := y.meet(ctx, v); err != nil {
			return fmt.Errorf("supplier %s: %w", v.name, err)
		}
		for _, w := range y.wares {
			if !sells(v, w) {
				continue
			}
			sold = append(sold, y.sell(v, w, len(v.wares), !usual[w]))
			v.wares = append(v.wares, w)
			usual[w] = true
		}
	}
	return together(ctx, sold)
}

func sells(v *vendor, w *ware) bool {
	for _, aisle := range v.aisles {
		if aisle == w.category {
			return true
		}
	}
	return false
}

func (y *year) meet(ctx context.Context, v *vendor) error {
	lead, least := &v.leadDays, &v.minOrder
	if v.minOrder == 0 {
		least = nil
	}
	made, err := y.inv.Suppliers.CreateSupplier(ctx, y.staff[1], supplier.SupplierChange{
		Name: &v.name, TaxID: &v.taxID, Contact: &v.contact, Email: &v.email, Phone: &v.phone, Address: &v.address,
		Website: &v.website, Currency: &v.currency, PaymentTerms: &v.terms, LeadDays: &lead, MinOrder: &least,
	})
	v.id = made.ID
	return err
}

// sell has a vendor sell a product; a few of them take longer than the vendor's other things.
func (y *year) sell(v *vendor, w *ware, n int, preferred bool) task {
	code, pack, price, least := v.code(n), packOf(w), v.offer(w, preferred), int64(1)
	if pack == 12 {
		least = 2
	}
	asked := &price
	change := supplier.SupplierProductChange{
		SupplierSKU: &code, SupplierName: w.fields.Name, PackUnits: &pack, PackPrice: &asked, MinPacks: &least,
		Preferred: &preferred,
	}
	if n%15 == 8 {
		days := v.leadDays + 5
		longer := &days
		change.LeadDays = &longer
	}
	return func(ctx context.Context) error {
		if _, err := y.inv.Suppliers.AddSupplierProduct(ctx, y.staff[1], v.id, w.id, change); err != nil {
			return fmt.Errorf("%s of %s: %w", *w.fields.SKU, v.name, err)
		}
		return nil
	}
}

// tariffs is how many price lists come in a story, of how many vendors each time.
const (
	tariffs       = 2
	tariffVendors = 2
)

// newTariffs brings in the price lists that come on a day: a little dearer for most.
func (y *year) newTariffs(ctx context.Context, day int, at time.Time) error {
	for n := range tariffs {
		if day != max(1, y.days*(n+1)/(tariffs+1)) {
			continue
		}
		y.clock.travel(at)
		for _, v := range y.vendors[n*tariffVendors : (n+1)*tariffVendors+1] {
			name := fmt.Sprintf("tarifa-%s-%s.csv", v.taxID, at.Format(core.DateForm))
			if err := y.importTariff(ctx, v, name, v.tariff(n)); err != nil {
				return err
			}
		}
	}
	return nil
}

// tariff is a vendor's price list.
func (v *vendor) tariff(n int) *bytes.Buffer {
	file := bytes.NewBufferString("Código del Proveedor;Descripción;Unidades por Caja;Precio\n")
	for i, w := range v.wares {
		price := v.offer(w, true)
		if i%6 != 5 {
			price += price * supplier.Price(15*(n+1)) / 1000
		}
		fmt.Fprintf(file, "%s;%s;%d;%d,%04d\n", v.code(i), quoted(*w.fields.Name), packOf(w), price/10_000, price%10_000)
	}
	return file
}

// importTariff brings in a price list by the steps that people take.
func (y *year) importTariff(ctx context.Context, v *vendor, name string, file *bytes.Buffer) error {
	draft, err := y.inv.Imports.UploadImport(ctx, y.staff[1],
		imports.Upload{Subject: imports.PriceImports, Name: name, File: file})
	if err != nil {
		return fmt.Errorf("upload %s: %w", name, err)
	}
	mapping := draft.Mapping
	mapping.SupplierID = v.id
	if _, err := y.inv.Imports.MapImport(ctx, y.staff[1], draft.ID, imports.MappingChange{Mapping: mapping}); err != nil {
		return fmt.Errorf("map %s: %w", name, err)
	}
	imported, err := y.finishImport(ctx, draft.ID, name)
	if err == nil && imported.Status == imports.Failed {
		return fmt.Errorf("import %s: %s %+v", name, imported.Failure, imported.Problems)
	}
	return err
}
