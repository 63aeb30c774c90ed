package channel

import (
	"fmt"
	"strconv"
	"strings"
)

// priceMax bounds the price of one unit, and totalMax that of an order.
const (
	priceMax = 100_000_000_00
	totalMax = 100_000_000_000_00
)

// Odd is what cannot be counted of a line, in the shop's words. The goods are
// sold already, so that no order is lost over one of its lines.
type Odd struct {
	SKU  string
	Name string
	// Quantity and Price are as told; Price is empty where nothing is wrong with it.
	Quantity string
	Price    string
	// Problem tells people, in Spanish, what is wrong.
	Problem string
}

// lineList gathers the lines of an order, and what is odd about them.
type lineList struct {
	lines []Line
	odd   []Odd
	// named counts how often each of the shop's names of lines was told.
	named map[string]int
	parts parts
}

// lineReader reads one line.
type lineReader struct {
	list *lineList
	line Line
	odd  Odd
	// uncounted says that nobody knows how many units the line asks for.
	uncounted bool
}

// begin reads the names of a line. A name that was told before stands for this
// line with its place among those of the name.
func (l *lineList) begin(id, sku, name string) *lineReader {
	if l.named == nil {
		l.named = map[string]int{}
	}
	if id == "" {
		id = "sin nombre"
	}
	if l.named[id]++; l.named[id] > 1 {
		id += "#" + strconv.Itoa(l.named[id])
	}
	return &lineReader{list: l, line: Line{ExternalID: id, SKU: sku, Name: name}, odd: Odd{SKU: sku, Name: name}}
}

// strange notes what stands among the lines of an order and is none.
func (l *lineList) strange(told []string) {
	for _, one := range told {
		l.odd = append(l.odd, Odd{Name: one, Problem: "no es una línea de pedido"})
	}
}

// article names what a line sells by the shop's own ids, of which 0 is none. A
// variant has one of its own also where it inherits the SKU of its product.
func (r *lineReader) article(variant, product word) {
	switch {
	case variant != "" && variant != "0":
		r.line.Article = "v:" + string(variant)
		if product != "0" {
			r.line.Parent = string(product)
		}
	case product != "" && product != "0":
		r.line.Article = "p:" + string(product)
	}
}

// units reads how many units a line asks for: a whole number, zero or more.
func (r *lineReader) units(text word) int64 {
	r.odd.Quantity = string(text)
	n, ok := parseUnits(text)
	if !ok {
		r.uncounted = true
		r.wrong(fmt.Sprintf("la cantidad «%s» no es un número entero de unidades", shown(string(text))))
	}
	return n
}

// price reads what one unit costs; what is missing is nothing.
func (r *lineReader) price(text word) int64 {
	if text == "" {
		return 0
	}
	cents, ok := r.list.parts.read(text)
	if !ok {
		r.oddPrice(string(text))
		return 0
	}
	return r.priced(cents)
}

// priced bounds what one unit costs.
func (r *lineReader) priced(cents int64) int64 {
	if cents < 0 || cents > priceMax {
		r.oddPrice(r.list.parts.plain(cents))
		return 0
	}
	return cents
}

func (r *lineReader) oddPrice(told string) {
	r.odd.Price = shown(told)
	r.wrong(fmt.Sprintf("el precio «%s» no se puede sumar", r.odd.Price))
}

func (r *lineReader) wrong(problem string) {
	if r.odd.Problem == "" {
		r.odd.Problem = problem
	}
}

// end keeps the line as far as it can be counted, and notes what is odd about it.
func (r *lineReader) end() {
	if r.odd.Problem != "" {
		r.odd.Quantity = shown(r.odd.Quantity)
		r.list.odd = append(r.list.odd, r.odd)
	}
	if !r.uncounted && r.line.Quantity > 0 {
		r.list.lines = append(r.list.lines, r.line)
	}
}

// readTotal reads what an order comes to. A total that cannot be, because an odd line is in
// it, is odd, too: the order then comes to what its lines do.
func (o *Order) readTotal(text word, in parts) {
	if text == "" {
		return
	}
	cents, ok := in.read(text)
	if ok && cents >= 0 && cents <= totalMax {
		o.TotalCents = cents
		return
	}
	o.Odd = append(o.Odd, Odd{
		Name: "Total del pedido", Price: shown(string(text)),
		Problem: "el total «" + shown(string(text)) + "» no se puede sumar",
	})
	for _, line := range o.Lines {
		switch {
		case line.AmountCents != nil:
			o.TotalCents += *line.AmountCents
		case line.UnitPriceCents <= totalMax/line.Quantity:
			o.TotalCents += line.UnitPriceCents * line.Quantity
		}
		o.TotalCents = min(max(o.TotalCents, 0), totalMax)
	}
}

// parseUnits reads a whole number of units.
func parseUnits(text word) (int64, bool) {
	whole, decimals, _ := strings.Cut(string(text), ".")
	n, err := strconv.ParseInt(whole, 10, 64)
	return max(n, 0), err == nil && n >= 0 && n <= quantityMax && strings.Trim(decimals, "0") == ""
}
