package inventory

import (
	"encoding/json"
	"time"
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
	subscribers, err := tx.Subscribers(EventStockChanged)
	if err != nil || len(subscribers) == 0 {
		return err
	}
	news := make([]stockNews, 0, len(moved))
	for _, m := range moved {
		news = append(news, stockNews{
			MovementID: m.Movement.ID, ProductID: m.After.ID, SKU: m.After.SKU, Name: m.After.Name, Quantity: m.Movement.Quantity,
			Reason: m.Movement.Reason, Source: m.Movement.Source, LocationID: m.Movement.LocationID, Before: m.Movement.Before,
			After: m.Movement.After, Sequence: m.Movement.Seq, At: m.Movement.At,
		})
	}
	lists, err := pieces(news, func(movements []json.RawMessage) any { return stockList{movements} })
	if err != nil {
		return err
	}
	return tell(tx, subscribers, EventStockChanged, lists...)
}

// pieces divides what is to be told into lists that fit into a message each.
func pieces[T any](items []T, list func([]json.RawMessage) any) (lists []any, err error) {
	var piece []json.RawMessage
	size := 0
	for _, item := range items {
		text, err := json.Marshal(item)
		if err != nil {
			return nil, err
		}
		if size+len(text) > itemBytesMax && len(piece) > 0 {
			lists, piece, size = append(lists, list(piece)), nil, 0
		}
		piece, size = append(piece, text), size+len(text)
	}
	return append(lists, list(piece)), nil
}

// orderNews is an order as a receiver reads it: by the words of the API, and
// without the customer's address.
type orderNews struct {
	ID             int64           `json:"id"`
	OrderNumber    string          `json:"orderNumber"`
	ExternalID     string          `json:"externalOrderId,omitempty"`
	Source         OrderSource     `json:"source"`
	Status         OrderStatus     `json:"status"`
	PreviousStatus OrderStatus     `json:"previousStatus,omitempty"`
	TotalAmount    float64         `json:"totalAmount"`
	Currency       string          `json:"currency"`
	CustomerName   string          `json:"customerName"`
	ItemCount      int64           `json:"itemCount"`
	Units          int64           `json:"units"`
	CreatedAt      time.Time       `json:"createdAt"`
	UpdatedAt      time.Time       `json:"updatedAt"`
	Version        int64           `json:"version"`
	Items          []orderItemNews `json:"items"`
	// ItemsOmitted says that the items would not fit into one message.
	ItemsOmitted bool `json:"itemsOmitted,omitempty"`
}

type orderItemNews struct {
	ProductID int64   `json:"productId,omitempty"`
	SKU       string  `json:"sku"`
	Name      string  `json:"name"`
	Quantity  int64   `json:"quantity"`
	UnitPrice float64 `json:"unitPrice"`
}

// orderEvent says as what a change of an order is told.
func orderEvent(kind OrderEventKind) SubscriptionEvent {
	switch kind {
	case OrderCreated:
		return EventOrderCreated
	case OrderMoved:
		return EventOrderStatus
	case OrderEdited, OrderRefunded, OrderUpdated, OrderMatched:
	}
	return EventOrderUpdated
}

// tellOrder tells of a change of an order.
func tellOrder(tx Tx, before *Order, after Order, kind OrderEventKind) error {
	event := orderEvent(kind)
	subscribers, err := tx.Subscribers(event)
	if err != nil || len(subscribers) == 0 {
		return err
	}
	news := orderNews{
		ID: after.ID, OrderNumber: after.Number, ExternalID: after.ExternalID, Source: after.Source, Status: after.Status,
		TotalAmount: after.Total.Float(), Currency: after.Currency, CustomerName: after.CustomerName, ItemCount: after.LineCount,
		Units: after.Units, CreatedAt: after.CreatedAt, UpdatedAt: after.UpdatedAt, Version: after.Version, Items: []orderItemNews{},
	}
	if before != nil && before.Status != after.Status {
		news.PreviousStatus = before.Status
	}
	lines, err := linesOf(tx, after.ID)
	if err != nil {
		return err
	}
	for _, line := range lines {
		news.Items = append(news.Items, orderItemNews{
			ProductID: line.ProductID, SKU: line.SKU, Name: line.Name, Quantity: line.Quantity, UnitPrice: line.UnitPrice.Float(),
		})
	}
	if text, err := json.Marshal(news.Items); err != nil {
		return err
	} else if len(text) > itemBytesMax {
		news.Items, news.ItemsOmitted = []orderItemNews{}, true
	}
	return tell(tx, subscribers, event, news)
}
