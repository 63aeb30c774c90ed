package order

import (
	"encoding/json"
	"time"

	"estante/internal/webhook"
)

// orderNews is an order as a receiver reads it: by the words of the API, and
// without the customer's address.
type orderNews struct {
	ID             int64           `json:"id"`
	OrderNumber    string          `json:"orderNumber"`
	ExternalID     string          `json:"externalOrderId,omitempty"`
	Source         Source          `json:"source"`
	Status         Status          `json:"status"`
	PreviousStatus Status          `json:"previousStatus,omitempty"`
	TotalAmount    float64         `json:"totalAmount"`
	OrderedAmount  float64         `json:"orderedAmount"`
	Currency       string          `json:"currency"`
	CustomerName   string          `json:"customerName"`
	ItemCount      int64           `json:"itemCount"`
	Units          int64           `json:"units"`
	CreatedAt      time.Time       `json:"createdAt"`
	UpdatedAt      time.Time       `json:"updatedAt"`
	Version        int64           `json:"version"`
	Items          []orderItemNews `json:"items"`
	// Amounts are the rows that make the total, by the words of the API.
	Amounts []orderAmountNews `json:"amounts"`
	// ItemsOmitted says that the items would not fit into one message.
	ItemsOmitted bool `json:"itemsOmitted,omitempty"`
}

type orderAmountNews struct {
	Kind   AmountKind `json:"kind"`
	Amount float64    `json:"amount"`
}

type orderItemNews struct {
	ProductID int64   `json:"productId,omitempty"`
	SKU       string  `json:"sku"`
	Name      string  `json:"name"`
	Quantity  int64   `json:"quantity"`
	UnitPrice float64 `json:"unitPrice"`
	// NetAmount is what the customer pays for the units that were neither cancelled nor
	// returned.
	NetAmount  float64 `json:"netAmount"`
	Cancelled  int64   `json:"cancelled"`
	Shipped    int64   `json:"shipped"`
	Returned   int64   `json:"returned"`
	WrittenOff int64   `json:"writtenOff"`
}

// orderEvent says as what a change of an order is told.
func orderEvent(kind EventKind) webhook.SubscriptionEvent {
	switch kind {
	case Created:
		return webhook.EventOrderCreated
	case Moved:
		return webhook.EventOrderStatus
	case Edited, Refunded, Shipment, Updated, Matched:
	}
	return webhook.EventOrderUpdated
}

// tellOrder tells of a change of an order.
func tellOrder(tx Tx, before *Order, after Order, kind EventKind) error {
	event := orderEvent(kind)
	subscribers, err := tx.Subscribers(event)
	if err != nil || len(subscribers) == 0 {
		return err
	}
	news := orderNews{
		ID: after.ID, OrderNumber: after.Number, ExternalID: after.ExternalID, Source: after.Source, Status: after.Status,
		TotalAmount: after.Total.In(after.Currency), OrderedAmount: after.Ordered.In(after.Currency),
		Currency:     after.Currency,
		CustomerName: after.CustomerName,
		ItemCount:    after.LineCount,
		Units:        after.Units, CreatedAt: after.CreatedAt, UpdatedAt: after.UpdatedAt, Version: after.Version,
		Items: []orderItemNews{},
	}
	if before != nil && before.Status != after.Status {
		news.PreviousStatus = before.Status
	}
	lines, err := LinesOf(tx, after.ID)
	if err != nil {
		return err
	}
	for _, line := range lines {
		news.Items = append(news.Items, orderItemNews{
			ProductID: line.ProductID, SKU: line.SKU, Name: line.Name, Quantity: line.Quantity,
			UnitPrice: line.UnitPrice.In(after.Currency), NetAmount: line.Net(after.Status).In(after.Currency),
			Cancelled: line.Cancelled,
			Shipped:   line.Shipped, Returned: line.Returned, WrittenOff: line.WrittenOff,
		})
	}
	for _, part := range (Row{Order: after, Lines: lines}).Amounts() {
		news.Amounts = append(news.Amounts, orderAmountNews{part.Kind, part.Amount.In(after.Currency)})
	}
	if text, err := json.Marshal(news.Items); err != nil {
		return err
	} else if len(text) > webhook.ItemBytesMax {
		news.Items, news.ItemsOmitted = []orderItemNews{}, true
	}
	return webhook.Tell(tx, subscribers, event, news)
}
