package order

import (
	"fmt"
	"strconv"
	"strings"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// PriceIn is what a product sells for in a currency; nil where nobody said that. An amount
// in another currency is no such price.
func PriceIn(product catalogue.Product, currency string) *core.Cents {
	if product.PriceCurrency != currency {
		return nil
	}
	return product.Price
}

// checkPrices refuses lines that sell for less than their products' prices by more than a
// seller may take off. A user who may change prices may sell at any; what such a user wrote
// into the order stays allowed there, for as many units as it was written for.
func checkPrices(
	tx Tx, actor core.Actor, order Order, lines, old []Line, products map[int64]catalogue.Product,
) error {
	if actor.Role.May(core.EditPrices) {
		return nil
	}
	settings, err := tx.Settings()
	if err != nil {
		return err
	}
	wrong, used := core.Problems{}, make([]bool, len(old))
	for i, line := range lines {
		product := products[line.ProductID]
		price := PriceIn(product, order.Currency)
		if price == nil && product.Price != nil && !allowed(line, old, used) {
			wrong.Add(ItemPlace(i)+"unitPrice", "El precio está en "+product.PriceCurrency+" y el pedido en "+order.Currency+
				": pídeselo a un Encargado")
		}
		if price == nil || line.UnitPrice >= lowest(*price, settings.SellerDiscount) || allowed(line, old, used) {
			continue
		}
		wrong.Add(ItemPlace(i)+"unitPrice", belowPrice(*price, settings))
	}
	return wrong.Err()
}

// lowest is a price less a percentage, in favour of the shop.
func lowest(price core.Cents, percent int) core.Cents {
	return (price*core.Cents(100-percent) + 99) / 100
}

// allowed says whether a line was written before at its price, and uses that up.
func allowed(line Line, old []Line, used []bool) bool {
	for i, was := range old {
		if !used[i] && was.ProductID == line.ProductID && was.Quantity >= line.Quantity && was.UnitPrice <= line.UnitPrice {
			used[i] = true
			return true
		}
	}
	return false
}

// belowPrice says whom to ask.
func belowPrice(price core.Cents, settings core.Settings) string {
	decimals := core.Decimals(settings.SalesCurrency)
	text := strings.Replace(strconv.FormatFloat(price.In(settings.SalesCurrency), 'f', decimals, 64), ".", ",", 1)
	if settings.SellerDiscount == 0 {
		return "El precio es " + text + ": para bajarlo, pídeselo a un Encargado"
	}
	return fmt.Sprintf("El precio es %s y puedes bajarlo un %d %% como mucho: para más, pídeselo a un Encargado",
		text, settings.SellerDiscount)
}
