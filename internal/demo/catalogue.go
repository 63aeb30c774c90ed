package demo

import (
	"fmt"
	"strings"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// aisle is a category of the shop and what it sells.
type aisle struct {
	category string
	prefix   string
	brands   []string
	// season is how demand swings over the year, peaking in the given month.
	season float64
	peak   int
	items  []item
}

// item is a product that comes in variants.
type item struct {
	name     string
	variants []string
	price    float64
	// daily is how many units a normal day sells of one variant.
	daily float64
}

// aisles is the whole shop. Names and prices are everyday ones; brands are
// those such a shop would carry.
var aisles = []aisle{
	{
		category: "Herramienta eléctrica", prefix: "HEL", brands: []string{"Bosch", "Makita", "DeWalt", "Einhell"},
		season: 0.25, peak: 12,
		items: []item{
			{"Taladro percutor 18 V con maletín", []string{"1 batería", "2 baterías"}, 129.90, 0.4},
			{"Atornillador compacto 12 V", []string{"cuerpo", "con maletín"}, 79.50, 0.5},
			{"Amoladora angular", []string{"115 mm 850 W", "125 mm 1100 W", "230 mm 2200 W"}, 68.90, 0.3},
			{"Sierra de calar 650 W", []string{""}, 74.95, 0.2},
			{"Lijadora orbital", []string{"125 mm", "150 mm"}, 62.40, 0.25},
			{"Martillo perforador SDS-Plus 800 W", []string{""}, 159.00, 0.15},
			{"Sierra circular 1400 W", []string{""}, 119.00, 0.15},
			{"Pistola de calor 2000 W", []string{""}, 39.90, 0.2},
			{"Multiherramienta oscilante 300 W", []string{""}, 84.50, 0.15},
			{"Cepillo eléctrico 82 mm", []string{""}, 98.00, 0.05},
		},
	},
	{
		category: "Herramienta manual", prefix: "HMA", brands: []string{"Bellota", "Stanley", "Alyco"}, season: 0.1, peak: 10,
		items: []item{
			{"Juego de destornilladores", []string{"6 piezas", "10 piezas", "aislados 7 piezas"}, 24.90, 0.7},
			{"Martillo de uña", []string{"400 g", "500 g"}, 16.75, 0.5},
			{"Alicate universal 180 mm", []string{""}, 14.20, 0.6},
			{"Llave inglesa", []string{"200 mm", "250 mm", "300 mm"}, 18.60, 0.4},
			{"Juego de llaves Allen", []string{"métrico", "Torx"}, 12.95, 0.7},
			{"Serrucho universal 500 mm", []string{""}, 13.40, 0.3},
			{"Flexómetro", []string{"3 m", "5 m", "8 m"}, 9.90, 1.2},
			{"Nivel de aluminio", []string{"40 cm", "60 cm", "100 cm"}, 19.80, 0.35},
			{"Cúter profesional 18 mm", []string{""}, 6.50, 1.1},
			{"Tenaza de carpintero 200 mm", []string{""}, 11.30, 0.25},
			{"Juego de vasos y carraca", []string{"1/4\"", "3/8\"", "1/2\""}, 46.90, 0.2},
			{"Lima para metal 200 mm", []string{"plana", "media caña", "redonda"}, 8.10, 0.3},
		},
	},
	{
		category: "Fijación", prefix: "FIJ", brands: []string{"Spax", "Fischer", "Celo"}, season: 0.05, peak: 5,
		items: []item{
			{"Tornillo cabeza plana, caja 500 uds.", []string{"3×16 mm", "3,5×25 mm", "4×40 mm", "5×60 mm"}, 11.90, 3.2},
			{"Tornillo para pladur 3,5×35 mm, caja 1000 uds.", []string{""}, 14.50, 1.8},
			{"Taco de nailon, bolsa 100 uds.", []string{"6 mm", "8 mm", "10 mm"}, 5.40, 3.6},
			{"Taco químico viniléster 300 ml", []string{""}, 12.80, 0.6},
			{"Brida de nailon, bolsa 100 uds.", []string{"100×2,5 mm", "200×3,6 mm", "300×4,8 mm"}, 4.30, 4.1},
			{"Clavo de acero 2×35 mm, 1 kg", []string{""}, 6.90, 0.9},
			{"Escuadra de refuerzo 40×40 mm, 4 uds.", []string{""}, 3.95, 1.4},
			{"Adhesivo de montaje 290 ml", []string{"blanco", "transparente"}, 7.20, 2.3},
			{"Cinta americana 50 mm × 25 m", []string{"gris", "negra"}, 6.75, 2.6},
		},
	},
	{
		category: "Electricidad", prefix: "ELE", brands: []string{"Schneider", "Simon", "Prysmian", "Legrand"}, season: 0.1,
		peak: 11,
		items: []item{
			{
				"Cable unipolar H07V-K, 100 m",
				[]string{"1,5 mm² azul", "1,5 mm² negro", "2,5 mm² azul", "2,5 mm² verde-amarillo"},
				42.00, 0.5,
			},
			{"Interruptor diferencial 2P 40 A 30 mA", []string{""}, 38.90, 0.3},
			{"Magnetotérmico 1P+N", []string{"10 A", "16 A", "25 A"}, 9.80, 0.9},
			{"Mecanismo interruptor blanco", []string{"simple", "conmutador", "cruce"}, 6.10, 1.3},
			{"Base de enchufe 16 A blanca", []string{""}, 5.40, 2.1},
			{"Regleta con interruptor", []string{"3 tomas", "5 tomas"}, 14.90, 0.9},
			{"Alargador 3G1,5", []string{"5 m", "10 m", "25 m"}, 17.50, 0.6},
			{"Caja de derivación 100×100 mm", []string{""}, 2.35, 1.5},
			{"Tubo corrugado 20 mm, 25 m", []string{""}, 9.60, 0.7},
		},
	},
	{
		category: "Iluminación", prefix: "ILU", brands: []string{"Philips", "Ledvance", "Osram"}, season: 0.35, peak: 12,
		items: []item{
			{"Bombilla LED E27 9 W", []string{"luz cálida", "luz neutra", "luz fría"}, 4.95, 4.4},
			{"Bombilla LED E14 5 W vela", []string{"cálida", "neutra"}, 4.20, 2.2},
			{"Foco LED GU10 6 W", []string{"38°", "100°"}, 4.60, 2.9},
			{"Panel LED 60×60 cm 40 W 4000 K", []string{""}, 34.90, 0.6},
			{"Tira LED 24 V, 5 m", []string{"cálida", "RGB"}, 26.50, 0.5},
			{"Plafón LED 24 W", []string{"blanco", "negro"}, 22.90, 0.4},
			{"Proyector LED exterior", []string{"30 W", "50 W"}, 29.80, 0.4},
			{"Linterna frontal recargable", []string{""}, 24.90, 0.5},
			{"Guirnalda LED exterior 20 m", []string{""}, 19.95, 0.3},
		},
	},
	{
		category: "Fontanería", prefix: "FON", brands: []string{"Roca", "Grohe", "Genebre"}, season: 0.1, peak: 1,
		items: []item{
			{"Grifo monomando de lavabo cromado", []string{""}, 59.90, 0.3},
			{"Grifo de cocina caño alto", []string{"cromado", "negro mate"}, 84.00, 0.2},
			{"Latiguillo flexible 1/2\"", []string{"30 cm", "40 cm", "50 cm"}, 5.20, 1.4},
			{"Llave de escuadra 1/2\"", []string{""}, 6.80, 1.1},
			{"Sifón botella 1 1/4\"", []string{""}, 9.40, 0.6},
			{"Teflón 12 mm × 12 m", []string{""}, 0.95, 3.9},
			{"Silicona sanitaria 280 ml", []string{"blanca", "translúcida"}, 6.90, 2.4},
			{"Flexo de ducha", []string{"1,5 m", "1,75 m"}, 14.50, 0.6},
			{"Desatascador manual", []string{""}, 5.60, 0.5},
			{"Mecanismo de cisterna universal", []string{""}, 24.30, 0.5},
		},
	},
	{
		category: "Pintura", prefix: "PIN", brands: []string{"Titan", "Bruguer", "Rulo Pluma"}, season: 0.4, peak: 6,
		items: []item{
			{"Pintura plástica mate blanca", []string{"4 L", "10 L", "15 L"}, 39.90, 0.7},
			{"Esmalte al agua satinado 750 ml", []string{"blanco", "negro", "gris", "verde"}, 17.90, 0.6},
			{"Barniz para madera 750 ml", []string{"incoloro", "nogal"}, 19.40, 0.4},
			{"Rodillo antigota 22 cm", []string{""}, 7.90, 1.4},
			{"Brocha plana", []string{"30 mm", "50 mm", "70 mm"}, 4.80, 1.3},
			{"Cinta de carrocero 36 mm × 45 m", []string{""}, 3.60, 2.7},
			{"Plástico cubretodo 4×5 m", []string{""}, 2.90, 1.9},
			{"Masilla al uso 500 g", []string{""}, 5.70, 1.0},
			{"Cubeta de pintor 10 L", []string{""}, 6.40, 0.4},
		},
	},
	{
		category: "Jardín", prefix: "JAR", brands: []string{"Gardena", "Fiskars", "Altadex"}, season: 0.7, peak: 5,
		items: []item{
			{"Manguera extensible con pistola", []string{"15 m", "30 m"}, 32.90, 0.6},
			{"Programador de riego 1 vía", []string{""}, 44.50, 0.3},
			{"Tijera de podar", []string{"bypass", "yunque"}, 21.90, 0.5},
			{"Cortasetos a batería 40 V", []string{""}, 149.00, 0.1},
			{"Abono universal", []string{"1 L", "5 L"}, 8.90, 0.9},
			{"Sustrato universal 50 L", []string{""}, 9.95, 1.6},
			{"Gotero regulable, bolsa 25 uds.", []string{""}, 6.30, 0.8},
			{"Guante de jardín", []string{"talla 8", "talla 9", "talla 10"}, 5.95, 0.9},
			{"Pulverizador a presión 5 L", []string{""}, 24.80, 0.3},
		},
	},
	{
		category: "Protección laboral", prefix: "SEG", brands: []string{"Mapa", "3M", "Panter"}, season: 0.05, peak: 9,
		items: []item{
			{"Guante anticorte nivel F", []string{"talla 8", "talla 9", "talla 10"}, 9.80, 2.2},
			{"Guante de nitrilo, caja 100 uds.", []string{"talla M", "talla L"}, 11.50, 1.6},
			{"Gafas de seguridad panorámicas", []string{""}, 8.40, 0.9},
			{"Mascarilla FFP2, caja 20 uds.", []string{""}, 13.90, 1.1},
			{"Casco de obra", []string{"blanco", "amarillo"}, 10.90, 0.4},
			{"Bota de seguridad S3", []string{"41", "42", "43", "44"}, 54.90, 0.3},
			{"Chaleco reflectante", []string{""}, 4.20, 0.8},
			{"Tapón auditivo, caja 50 pares", []string{""}, 12.40, 0.4},
		},
	},
	{
		category: "Almacenaje", prefix: "ALM", brands: []string{"Auer", "Simonrack", "Tayg"}, season: 0.15, peak: 9,
		items: []item{
			{"Caja apilable 600×400×220 mm", []string{"gris", "azul"}, 12.90, 0.8},
			{"Estantería metálica 5 baldas", []string{"180×90×40 cm", "200×100×50 cm"}, 64.90, 0.3},
			{"Maletín organizador", []string{"15 compartimentos", "22 compartimentos"}, 13.70, 0.5},
			{"Caja de herramientas 50 cm", []string{""}, 22.40, 0.3},
			{"Panel perforado con ganchos", []string{""}, 34.50, 0.15},
			{"Escalera de aluminio", []string{"4 peldaños", "6 peldaños"}, 57.00, 0.2},
			{"Carretilla plegable 120 kg", []string{""}, 49.90, 0.15},
		},
	},
	{
		category: "Cerrajería", prefix: "CER", brands: []string{"Tesa", "Fac", "Abus"}, season: 0.05, peak: 8,
		items: []item{
			{"Cilindro de seguridad latonado", []string{"30×30 mm", "30×40 mm", "40×40 mm"}, 34.90, 0.4},
			{"Candado de latón", []string{"30 mm", "40 mm", "50 mm"}, 11.80, 0.7},
			{"Cerrojo para puerta", []string{"pequeño", "grande"}, 27.50, 0.2},
			{"Manilla con roseta acero inox", []string{""}, 29.90, 0.25},
			{"Bisagra de puerta 100 mm, par", []string{"latón", "inox"}, 8.40, 0.5},
			{"Muelle cierrapuertas", []string{""}, 41.00, 0.1},
			{"Buzón exterior", []string{"blanco", "negro", "gris"}, 26.90, 0.15},
			{"Mirilla digital", []string{""}, 64.00, 0.08},
			{"Caja fuerte empotrable", []string{"10 L", "20 L"}, 89.00, 0.04},
		},
	},
	{
		category: "Limpieza", prefix: "LIM", brands: []string{"Vileda", "Kärcher", "Disiclin"}, season: 0.1, peak: 4,
		items: []item{
			{"Fregona de microfibra", []string{"recambio", "con palo"}, 6.90, 1.3},
			{"Cubo con escurridor", []string{"12 L", "16 L"}, 7.80, 0.6},
			{"Bolsa de basura, rollo 20 uds.", []string{"30 L", "50 L", "100 L"}, 2.60, 3.4},
			{"Desengrasante 5 L", []string{""}, 11.90, 0.7},
			{"Lejía 5 L", []string{""}, 4.90, 1.5},
			{"Papel industrial 2 capas, 2 rollos", []string{""}, 13.50, 1.0},
			{"Hidrolimpiadora", []string{"110 bar", "140 bar"}, 139.00, 0.1},
			{"Aspirador de sólidos y líquidos 20 L", []string{""}, 79.90, 0.12},
			{"Escoba de exterior", []string{"dura", "blanda"}, 8.20, 0.5},
			{"Estropajo de acero, 3 uds.", []string{""}, 1.75, 1.8},
			{"Limpiacristales 750 ml", []string{""}, 3.20, 1.2},
			{"Paño de microfibra, 5 uds.", []string{"azul", "surtido"}, 5.60, 1.4},
		},
	},
}

// ware is one product of the shop with what the simulation knows of it.
type ware struct {
	fields catalogue.ProductFields
	aisle  *aisle
	// item is its place in the aisle, which its variants share.
	item  int
	daily float64
	// id and stock are filled in as the year goes by.
	id       int64
	stock    int64
	minimum  int64
	maximum  int64
	category string
	// onOrder says that a purchase of it is on its way.
	onOrder bool
}

// wares lists every variant as a product, always the same.
func wares() []*ware {
	var all []*ware
	for a := range aisles {
		aisle := &aisles[a]
		number := 0
		for i, item := range aisle.items {
			for v, variant := range item.variants {
				number++
				w := newWare(aisle, item, variant, number, i, v)
				barcode := ean13(fmt.Sprintf("8412%08d", 300_000+len(all)*137))
				w.fields.Barcode = &barcode
				all = append(all, w)
			}
		}
	}
	return all
}

func newWare(aisle *aisle, item item, variant string, number, i, v int) *ware {
	name := item.name
	if variant != "" {
		name += ", " + variant
	}
	sku := fmt.Sprintf("%s-%05d", aisle.prefix, 100+number*7)
	price := core.Cents(item.price*100+0.5) + core.Cents(v*150)
	pricePointer := &price
	// Two weeks of demand is the least to keep, two months the most.
	minimum := max(int64(item.daily*14+0.5), 2)
	maximum := max(minimum*4, 6)
	least, most := &minimum, &maximum
	description := fmt.Sprintf("%s de %s para uso profesional y doméstico.", item.name, aisle.brands[i%len(aisle.brands)])
	tags := []string{strings.ToLower(strings.Fields(item.name)[0])}
	if item.daily > 2 {
		tags = append(tags, "alta rotación")
	}
	return &ware{
		aisle: aisle, item: i, daily: item.daily, minimum: minimum, maximum: maximum, category: aisle.category,
		fields: catalogue.ProductFields{
			SKU: &sku, Name: &name, Description: &description, Price: &pricePointer, MinStock: &least, MaxStock: &most,
			Category: &catalogue.LabelRef{Name: aisle.category},
			Brand:    &catalogue.LabelRef{Name: aisle.brands[i%len(aisle.brands)]}, Tags: &tags,
		},
	}
}

// ean13 completes twelve digits with their check digit.
func ean13(digits string) string {
	sum := 0
	for i, r := range digits[:12] {
		weight := 1
		if i%2 == 1 {
			weight = 3
		}
		sum += int(r-'0') * weight
	}
	return digits[:12] + fmt.Sprint((10-sum%10)%10)
}
