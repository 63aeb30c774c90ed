package ledger

import (
	"encoding/json"
	"time"

	"estante/internal/webhook"
)

// stockNews is one movement as a receiver reads it.
type stockNews struct {
	MovementID int64     `json:"movementId"`
	ProductID  int64     `json:"productId"`
	SKU        string    `json:"sku"`
	Name       string    `json:"name"`
	Quantity   int64     `json:"quantity"`
	Reason     Reason    `json:"reason"`
	Source     Source    `json:"source"`
	LocationID int64     `json:"locationId"`
	Before     int64     `json:"stockBefore"`
	After      int64     `json:"stockAfter"`
	Sequence   int64     `json:"sequence"`
	At         time.Time `json:"createdAt"`
}

// stockList is what a message about stock is made of: one adjustment is a list
// of one, and an import tells of many products at once.
type stockList struct {
	Movements []json.RawMessage `json:"movements"`
}

// TellMoved tells of movements. Where nobody subscribes it costs one question.
func TellMoved(tx Tx, moved []Moved) error {
	subscribers, err := tx.Subscribers(webhook.EventStockChanged)
	if err != nil || len(subscribers) == 0 {
		return err
	}
	news := make([]stockNews, 0, len(moved))
	for _, m := range moved {
		if m.Movement.Quantity == 0 {
			continue // What the stock is worth is nobody else's business.
		}
		news = append(news, stockNews{
			MovementID: m.Movement.ID, ProductID: m.After.ID, SKU: m.After.SKU, Name: m.After.Name,
			Quantity: m.Movement.Quantity,
			Reason:   m.Movement.Reason, Source: m.Movement.Source, LocationID: m.Movement.LocationID, Before: m.Movement.Before,
			After: m.Movement.After, Sequence: m.Movement.Seq, At: m.Movement.At,
		})
	}
	if len(news) == 0 {
		return nil
	}
	lists, err := webhook.Pieces(news, func(movements []json.RawMessage) any { return stockList{movements} })
	if err != nil {
		return err
	}
	return webhook.Tell(tx, subscribers, webhook.EventStockChanged, lists...)
}
