package alert

import (
	"encoding/json"
	"time"

	"estante/internal/webhook"
)

// alertTold is an alert as a receiver reads it.
type alertTold struct {
	ID            int64      `json:"id"`
	Kind          Kind       `json:"kind"`
	Level         string     `json:"alertLevel"`
	PreviousLevel string     `json:"previousLevel,omitempty"`
	ProductID     int64      `json:"productId,omitempty"`
	PurchaseID    int64      `json:"purchaseId,omitempty"`
	SKU           string     `json:"sku,omitempty"`
	Name          string     `json:"name"`
	Stock         *int64     `json:"currentStock,omitempty"`
	CreatedAt     time.Time  `json:"createdAt"`
	UpdatedAt     time.Time  `json:"updatedAt"`
	ResolvedAt    *time.Time `json:"resolvedAt,omitempty"`
	Resolution    Resolution `json:"resolution,omitempty"`
}

// alertList is what a message about alerts is made of.
type alertList struct {
	Alerts []json.RawMessage `json:"alerts"`
}

// TellAlertChanges tells subscribers of alerts that opened and changed.
func TellAlertChanges(tx Tx, opened []Alert, changed []Change) error {
	byEvent := map[webhook.SubscriptionEvent][]Change{}
	for _, alert := range opened {
		byEvent[webhook.EventAlertOpened] = append(byEvent[webhook.EventAlertOpened], Change{After: alert})
	}
	for _, change := range changed {
		switch {
		case change.After.State == Resolved && change.Before.State != Resolved:
			byEvent[webhook.EventAlertResolved] = append(byEvent[webhook.EventAlertResolved], change)
		case change.After.State != Resolved && change.After.Level != change.Before.Level:
			byEvent[webhook.EventAlertChanged] = append(byEvent[webhook.EventAlertChanged], change)
		}
	}
	for _, event := range []webhook.SubscriptionEvent{
		webhook.EventAlertOpened, webhook.EventAlertChanged,
		webhook.EventAlertResolved,
	} {
		if err := tellAlertEvent(tx, event, byEvent[event]); err != nil {
			return err
		}
	}
	return nil
}

func tellAlertEvent(tx Tx, event webhook.SubscriptionEvent, changes []Change) error {
	if len(changes) == 0 {
		return nil
	}
	subscribers, err := tx.Subscribers(event)
	if err != nil || len(subscribers) == 0 {
		return err
	}
	var ids []int64
	for _, change := range changes {
		if change.After.ProductID != 0 {
			ids = append(ids, change.After.ProductID)
		}
	}
	products, err := tx.AlertSubjects(ids)
	if err != nil {
		return err
	}
	byID := make(map[int64]Subject, len(products))
	for _, product := range products {
		byID[product.ProductID] = product
	}
	told := make([]alertTold, 0, len(changes))
	for _, change := range changes {
		told = append(told, change.told(byID[change.After.ProductID]))
	}
	lists, err := webhook.Pieces(told, func(alerts []json.RawMessage) any { return alertList{alerts} })
	if err != nil {
		return err
	}
	return webhook.Tell(tx, subscribers, event, lists...)
}

func (c Change) told(product Subject) alertTold {
	alert := c.After
	told := alertTold{
		ID: alert.ID, Kind: alert.Kind, Level: alert.Level.Code(), ProductID: alert.ProductID,
		PurchaseID: alert.PurchaseID, Name: alert.Subject,
		CreatedAt: alert.CreatedAt, UpdatedAt: alert.UpdatedAt, ResolvedAt: alert.ResolvedAt, Resolution: alert.Resolution,
	}
	if alert.ProductID != 0 {
		told.SKU, told.Name, told.Stock = product.SKU, product.Name, &product.Stock
	}
	if c.Before.Level != None && c.Before.Level != alert.Level {
		told.PreviousLevel = c.Before.Level.Code()
	}
	return told
}
