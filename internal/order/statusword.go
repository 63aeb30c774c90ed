package order

import (
	"slices"
	"strings"

	"estante/internal/core"
)

// StatusWord is a status as shops and files write it, in one spelling: folded, with hyphens,
// and without what WooCommerce begins its own with.
func StatusWord(text string) string {
	word := strings.NewReplacer(" ", "-", "_", "-").Replace(core.Fold(core.Clean(text)))
	return strings.TrimPrefix(word, "wc-")
}

// StatusNamed is the status that a word most likely means: ours, the label people read, or
// one of those that shops have for it.
func StatusNamed(text string) (Status, bool) {
	word := StatusWord(text)
	at := slices.IndexFunc(Statuses, func(status Status) bool {
		return word == string(status) || word == StatusWord(status.Label())
	})
	if at >= 0 {
		return Statuses[at], true
	}
	status, known := shopStatuses[word]
	return status, known
}

// shopStatuses are the words that shops have for a status.
var shopStatuses = map[string]Status{
	"unfulfilled": Pending, "on-hold": Pending, "pending-payment": Pending, "open": Pending, "unpaid": Pending,
	"authorized": Pending, "pendiente-de-pago": Pending, "en-espera": Pending, "scheduled": Pending,
	"partial": Processing, "partially-fulfilled": Processing, "partially-shipped": Processing, "paid": Processing,
	"in-progress": Processing, "awaiting-shipment": Processing, "ready-to-ship": Processing, "packed": Processing,
	"preparing": Processing, "en-proceso": Processing, "en-preparacion": Processing, "preparando": Processing,
	"preparado": Processing, "listo-para-enviar": Processing, "enviado-parcialmente": Processing, "pagado": Processing,
	"fulfilled": Shipped, "completed": Shipped, "complete": Shipped, "completado": Shipped, "sent": Shipped,
	"in-transit": Shipped, "dispatched": Shipped, "on-the-way": Shipped, "en-camino": Shipped, "en-transito": Shipped,
	"en-reparto": Shipped, "despachado": Shipped, "expedido": Shipped, "recibido": Delivered, "received": Delivered,
	"picked-up": Delivered, "recogido": Delivered, "canceled": Cancelled, "voided": Cancelled, "failed": Cancelled,
	"fallido": Cancelled, "restocked": Cancelled, "trash": Cancelled, "anulado": Cancelled, "rechazado": Cancelled,
	"refunded": Returned, "reembolsado": Returned, "return": Returned, "devolucion": Returned,
}
