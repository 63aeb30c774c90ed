package alert

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
	"estante/internal/outbox"
)

// The kinds of notifications about alerts. The last one stands for many.
const (
	NotifyAlertOut      outbox.NotificationKind = "alert.out_of_stock"
	NotifyAlertCritical outbox.NotificationKind = "alert.critical"
	NotifyAlertLow      outbox.NotificationKind = "alert.low"
	NotifyAlertLate     outbox.NotificationKind = "alert.late"
	NotifyAlerts        outbox.NotificationKind = "alert.many"
)

// alertKinds are the kinds of notifications by the level they tell of.
var alertKinds = map[Level]outbox.NotificationKind{
	Out: NotifyAlertOut, Critical: NotifyAlertCritical, Low: NotifyAlertLow, Late: NotifyAlertLate,
}

// alertsPath is the screen of the alerts; one of them is below it.
const alertsPath = "/alertas-stock"

// newsMax is how many alerts of one write are told one by one. More, as after
// an import, are told together, and again only after newsPause.
const (
	newsMax   = 5
	newsPause = time.Hour
)

// tellAlerts notifies every user who may see alerts of those that are new or worse.
func tellAlerts(tx Tx, news []News) error {
	if len(news) == 0 {
		return nil
	}
	readers, err := outbox.UsersWho(tx, core.ReadAlerts)
	if err != nil || len(readers) == 0 {
		return err
	}
	notices, err := tx.Notices(userIDs(readers))
	if err != nil {
		return err
	}
	if err := mailAlerts(tx, notices, readers, news); err != nil {
		return err
	}
	if len(news) > newsMax {
		return tellMany(tx, wantingBell(notices, readers, news))
	}
	notifications := make([]outbox.Notification, 0, len(news)*len(readers))
	for _, one := range news {
		row := one.row()
		for _, reader := range wantingBell(notices, readers, []News{one}) {
			notifications = append(notifications, outbox.Notification{
				UserID: reader.ID, Kind: alertKinds[one.Alert.Level], Title: row.Title(), Message: row.Message(),
				Link: fmt.Sprintf("%s/%d", alertsPath, one.Alert.ID), CreatedAt: tx.Now(),
			})
		}
	}
	return outbox.NotifyAll(tx, notifications)
}

// wantingBell are those whose bell is to ring for at least one of some alerts.
func wantingBell(notices map[int64]Notice, readers []core.User, news []News) (wanting []core.User) {
	for _, reader := range readers {
		notice, chosen := notices[reader.ID]
		rings := func(one News) bool { return !chosen || notice.Levels[one.Alert.Level].Bell }
		if slices.ContainsFunc(news, rings) {
			wanting = append(wanting, reader)
		}
	}
	return wanting
}

func userIDs(users []core.User) []int64 {
	ids := make([]int64, 0, len(users))
	for _, user := range users {
		ids = append(ids, user.ID)
	}
	return ids
}

// tellMany tells that there are many, with the figures of now. A user who has not read the
// last such notification gets no second one: the first says what is true now.
func tellMany(tx Tx, readers []core.User) error {
	totals, err := tx.AlertTotals()
	if err != nil {
		return err
	}
	notification := outbox.Notification{
		Kind: NotifyAlerts, Title: "Hay muchas alertas de stock nuevas", Message: totals.sentence(), Link: alertsPath,
		CreatedAt: tx.Now(),
	}
	ids := userIDs(readers)
	renewed, err := tx.RenewNotifications(ids, notification, tx.Now().Add(-newsPause))
	if err != nil {
		return err
	}
	notifications := make([]outbox.Notification, 0, len(ids))
	for _, id := range ids {
		if !renewed[id] {
			notification.UserID = id
			notifications = append(notifications, notification)
		}
	}
	if err := outbox.NotifyAll(tx, notifications); err != nil {
		return err
	}
	for id := range renewed {
		if err := tx.Emit(core.Event{Topic: core.TopicNotifications, UserID: id}); err != nil {
			return err
		}
	}
	return nil
}

// sentence says how many alerts are open.
func (t Totals) sentence() string {
	sentence := fmt.Sprintf("Ahora hay abiertas %s sin stock, %s críticas y %s bajas",
		core.Grouped(t.Of(Open, Out)), core.Grouped(t.Of(Open, Critical)), core.Grouped(t.Of(Open, Low)))
	if late := t.Of(Open, Late); late > 0 {
		sentence += ", y " + core.Grouped(late) + " de compras retrasadas"
	}
	return sentence + "."
}

// row is the alert as far as its texts need it.
func (n News) row() Row {
	return Row{
		Alert: n.Alert, ProductName: n.Subject.Name, ProductSKU: n.Subject.SKU, Stock: n.Subject.Stock,
		Shortage: n.Subject.Shortage,
		MinStock: n.Subject.MinStock, AlertDays: n.Subject.AlertDays, DaysLeft: n.Subject.DaysLeft,
		Purchase: n.Purchase,
	}
}

// Title says what is wrong with what.
func (a Row) Title() string {
	switch {
	case a.Kind == Channel:
		return channelTitles[a.Trouble] + a.Subject
	case a.Kind == Purchase:
		return "Compra retrasada: " + a.Subject
	case a.Kind == Shortage:
		return "Faltan unidades: " + a.ProductName
	case a.Level == Out:
		return "Sin stock: " + a.ProductName
	case a.Level == Critical:
		return "Stock crítico: " + a.ProductName
	default:
		return "Stock bajo: " + a.ProductName
	}
}

// Message says how it stands now.
func (a Row) Message() string {
	switch {
	case a.Kind == Channel:
		return channelMessages[a.Trouble]
	case a.Kind == Purchase:
		return a.Purchase.lateMessage()
	case a.Kind == Shortage && a.Shortage == 1:
		return "A los pedidos abiertos les falta 1 unidad."
	case a.Kind == Shortage && a.Shortage > 0:
		return fmt.Sprintf("A los pedidos abiertos les faltan %s.", ledger.Units(a.Shortage))
	case a.Kind == Shortage:
		return "A los pedidos abiertos ya no les falta ninguna unidad."
	}
	return strings.Join(a.stockParts(), ", ") + "."
}

// stockParts are what is known of a product's stock.
func (a Row) stockParts() []string {
	if a.Stock == 0 {
		return []string{"No queda ninguna unidad"}
	}
	subject := Subject{MinStock: a.MinStock}
	left := ledger.Remain(a.Stock)
	parts := []string{strings.ToUpper(left[:1]) + left[1:]}
	if a.Stock <= subject.minimum() {
		parts = append(parts, "con un mínimo de "+core.Grouped(subject.minimum()))
	}
	switch {
	case a.DaysLeft == nil:
	case *a.DaysLeft == 0:
		parts = append(parts, "ya comprometidas en pedidos")
	default:
		parts = append(parts, "para "+days(*a.DaysLeft))
	}
	return parts
}

// days counts days as people do.
func days(n int) string {
	if n == 1 {
		return "1 día"
	}
	return fmt.Sprintf("%d días", n)
}
