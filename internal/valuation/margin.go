package valuation

import (
	"context"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// Margin is what is earned by selling something, in the sales currency.
type Margin struct {
	// Cost is what it cost, in the sales currency, and Earned the price less that.
	Cost   core.Cents
	Earned core.Cents
	// Percent is Earned by the price, in hundredths of a percent; nil where the price is nothing.
	Percent *int64
}

func marginOf(price, cost core.Cents) *Margin {
	margin := &Margin{Cost: cost, Earned: price - cost}
	if price > 0 {
		percent := int64(margin.Earned) * 10_000 / int64(price)
		margin.Percent = &percent
	}
	return margin
}

// Exchange is how costs become amounts in the sales currency: as they are where both
// currencies are the same, or by the rate that somebody gave. Without one there is no way.
type Exchange struct {
	From, To string
	// Rate is that of a day; none where the currencies are the same.
	Rate core.Rate
	On   string
}

// ExchangeOf is the way that the settings say, and whether there is one.
func ExchangeOf(s core.Settings) (Exchange, bool) {
	exchange := Exchange{From: s.PurchaseCurrency, To: s.SalesCurrency}
	if exchange.From == exchange.To {
		return exchange, true
	}
	exchange.Rate, exchange.On = s.MarginRate, s.MarginRateOn
	return exchange, exchange.Rate != (core.Rate{})
}

func (e Exchange) convert(cost core.Cents) (core.Cents, bool) {
	if e.From == e.To {
		return cost, true
	}
	return core.Convert(cost, e.From, e.To, e.Rate)
}

// Margin is what is earned by one unit of a product; nil where its cost or price is not
// known, or the two are in currencies that nobody gave a rate for.
func (e Exchange) Margin(p catalogue.Product) *Margin {
	if p.Price == nil || p.Cost == nil || p.CostCurrency != e.From {
		return nil
	}
	cost, ok := e.convert(*p.Cost)
	if !ok {
		return nil
	}
	return marginOf(*p.Price, cost)
}

// StockMargin is what would be earned by selling all that is in stock today.
type StockMargin struct {
	Exchange

	// Known says that there is a way from costs to prices; without it nothing else is told.
	Known bool
	Sale  core.Cents
	*Margin
	// Products are those in stock that are in it, and LeftOut those that lack a cost or a price.
	Products, LeftOut int64
}

// PricedStock is what the stock of the products comes to that have both a cost and a price.
type PricedStock struct {
	Cost, Sale        core.Cents
	Products, LeftOut int64
}

type marginMemory interface {
	// PricedStock adds up the products in stock whose cost, in a currency, and price are known.
	PricedStock(currency string) (PricedStock, error)
}

// StockMargin works out what would be earned by the stock of today.
func (s *Service) StockMargin(ctx context.Context) (margin StockMargin, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		settings, err := tx.Settings()
		if err != nil {
			return err
		}
		margin = StockMargin{}
		margin.Exchange, margin.Known = ExchangeOf(settings)
		if !margin.Known {
			return nil
		}
		priced, err := tx.PricedStock(settings.PurchaseCurrency)
		if err != nil {
			return err
		}
		cost, ok := margin.convert(priced.Cost)
		if !ok {
			margin.Known = false
			return nil
		}
		margin.Sale, margin.Products, margin.LeftOut = priced.Sale, priced.Products, priced.LeftOut
		margin.Margin = marginOf(priced.Sale, cost)
		return nil
	})
	return margin, err
}
