package ledger

import (
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// CurrencyChange says that what products cost, or their prices, are kept in another
// currency from then on, and by which rate they were restated. It is only ever added.
type CurrencyChange struct {
	ID      int64
	Amounts RestatedAmounts
	From    string
	To      string
	// Rate is how many units of the new currency one of the old was worth.
	Rate   core.Rate
	UserID int64
	At     time.Time
}

// RestatedAmounts are those that one currency of the settings is about.
type RestatedAmounts string

// The amounts of products by the settings' two currencies.
const (
	RestatedCosts  RestatedAmounts = "costs"
	RestatedPrices RestatedAmounts = "prices"
)

// restateMany is how many products are restated together.
const restateMany = 500

type currencyMemory interface {
	InsertCurrencyChange(change CurrencyChange) (int64, error)
	// CostChanges are those of costs since a time, the oldest first.
	CostChanges(since time.Time) ([]CurrencyChange, error)
	// LockAmounts locks the next products after one that have such an amount, deleted ones
	// too.
	LockAmounts(of RestatedAmounts, afterID int64, limit int) ([]catalogue.Product, error)
}

// Restate brings the average costs of all products, or all prices, into another currency.
// No rate is needed where there is no such amount yet. Costs are restated by a movement
// of no units each; entries keep the currency in which they were made.
func Restate(tx Tx, actor core.Actor, change CurrencyChange, rate *core.Rate) error {
	if err := catalogue.NotImportingAny(tx); err != nil {
		return err
	}
	products, err := tx.LockAmounts(change.Amounts, 0, restateMany)
	if err != nil {
		return err
	}
	if len(products) == 0 {
		return change.begin(tx)
	}
	if rate == nil {
		return change.refuse("Indica cuántos " + change.To + " vale 1 " + change.From)
	}
	change.Rate, change.UserID, change.At = *rate, actor.ID, tx.Now()
	if change.ID, err = tx.InsertCurrencyChange(change); err != nil {
		return err
	}
	for len(products) > 0 {
		if change.Amounts == RestatedCosts {
			err = change.restateCosts(tx, actor, products)
		} else {
			err = change.restatePrices(tx, actor, products)
		}
		if err != nil {
			return err
		}
		if products, err = tx.LockAmounts(change.Amounts, products[len(products)-1].ID, restateMany); err != nil {
			return err
		}
	}
	if err := tx.Emit(core.Event{Topic: core.TopicProducts}); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicStock})
}

// begin is a change before there was any amount: no rate is told, so that what is said later
// of the cost of an entry has to be said in the new currency.
func (c CurrencyChange) begin(tx Tx) error {
	if c.Amounts != RestatedCosts {
		return nil
	}
	if err := tx.RelabelEntries(c.To); err != nil {
		return err
	}
	return tx.Emit(core.Event{Topic: core.TopicEntries})
}

// refuse says what is wrong with the rate, at its field of the settings.
func (c CurrencyChange) refuse(sentence string) error {
	if c.Amounts == RestatedCosts {
		return core.FieldError("purchaseRate", sentence+": los costes medios se pasan a la moneda nueva")
	}
	return core.FieldError("salesRate", sentence+": los precios se pasan a la moneda nueva")
}

func (c CurrencyChange) convert(amount, most core.Cents) (core.Cents, error) {
	converted, ok := core.Convert(amount, c.From, c.To, c.Rate)
	if !ok || converted > most {
		return 0, c.refuse("Con ese cambio hay importes demasiado grandes")
	}
	return converted, nil
}

// spoken is the change as notes tell it.
func (c CurrencyChange) spoken() string {
	return "Cambio de moneda: 1 " + c.From + " = " + c.Rate.Spoken() + " " + c.To
}

func (c CurrencyChange) restateCosts(tx Tx, actor core.Actor, products []catalogue.Product) error {
	changes := make([]ProductChange, 0, len(products))
	for _, product := range products {
		value, err := c.convert(product.Worth.Value, core.ValueMax)
		if err != nil {
			return err
		}
		changes = append(changes, ProductChange{product, Change{
			Reason: ReasonRevaluation, Notes: c.spoken(), Source: SourceCurrency, SourceID: c.ID, currency: c.To,
			worth: &core.Worth{Value: value, Units: product.Worth.Units},
		}})
	}
	_, err := MoveAll(tx, actor, changes)
	return err
}

func (c CurrencyChange) restatePrices(tx Tx, actor core.Actor, products []catalogue.Product) error {
	rows := make([]core.AuditRow, 0, len(products))
	for _, before := range products {
		price, err := c.convert(*before.Price, core.MoneyMax)
		if err != nil {
			return err
		}
		after := before
		after.Price, after.PriceCurrency = &price, c.To
		after.Version, after.UpdatedAt = before.Version+1, tx.Now()
		if err := tx.UpdateProduct(before, after); err != nil {
			return err
		}
		row, err := core.NewAuditRow(tx, actor, core.AuditUpdate, core.NounProduct, after.ID, before.Auditable(),
			after.Auditable())
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	return tx.InsertAudits(rows)
}

// entryCosts is how to read the costs of an entry in the currency that its product's costs
// have now: by all rates since the entry was made.
type entryCosts struct {
	from, to string
	rates    []core.Rate
}

// costsSaid is how to read what an entry itself says of its cost.
func costsSaid(tx Tx, product catalogue.Product, entry Entry) (entryCosts, error) {
	if entry.TotalCost == nil {
		return entryCosts{}, nil
	}
	return costsOf(tx, product, entry)
}

// costsOf is how to read costs of the time of an entry, also of one that says none.
func costsOf(tx Tx, product catalogue.Product, entry Entry) (costs entryCosts, err error) {
	costs.from = entry.Currency
	if costs.to, err = costCurrency(tx, product); err != nil {
		return costs, err
	}
	changes, err := tx.CostChanges(entry.CreatedAt)
	at := entry.Currency
	for _, change := range changes {
		// An entry that was made while the currency changed is in the new one already.
		if change.To != at {
			costs.rates, at = append(costs.rates, change.Rate), change.To
		}
	}
	return costs, err
}

// costCurrency is the currency of what a locked product costs; of one whose cost nobody
// said yet it is the purchase currency, which does not change meanwhile.
func costCurrency(tx Tx, product catalogue.Product) (string, error) {
	if product.Worth != nil {
		return product.CostCurrency, nil
	}
	settings, err := tx.HoldSettings()
	return settings.PurchaseCurrency, err
}

// now is an amount of the entry in the currency of now.
func (c entryCosts) now(amount *core.Cents) *core.Cents {
	if amount == nil || len(c.rates) == 0 {
		return amount
	}
	converted, ok := core.Convert(*amount, c.from, c.to, c.rates...)
	if !ok {
		converted = core.ValueMax
	}
	return &converted
}

// lot is what an entry brought, with its cost of now.
func (c entryCosts) lot(entry Entry) lot { return lot{entry.Quantity, c.now(entry.TotalCost)} }

// currency is that of the costs; "" where the entry says none.
func (c entryCosts) currency(entry Entry) string {
	if entry.TotalCost == nil {
		return ""
	}
	return c.to
}
