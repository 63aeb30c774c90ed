package demo

import (
	"context"
	"fmt"
	"time"

	"estante/internal/inventory"
)

// request is something that somebody of the shop asked the administrator, some
// hours ago, and what was said about it.
type request struct {
	hoursAgo int
	author   int
	ticket   inventory.NewTicket
	answers  []string
	status   inventory.TicketStatus
}

// requests are of every status but closed. Answers go back and forth, the
// administrator's first.
var requests = []request{
	{
		150, 1, inventory.NewTicket{
			Subject: "Unir las marcas «Bosch» y «BOSCH»", Category: inventory.TicketData, Priority: inventory.TicketLow,
			Body: "En el catálogo salen como dos marcas distintas. ¿Se pueden juntar sin tocar los productos uno a uno?",
		},
		[]string{"Sí: en Configuración, Categorías, marcas y etiquetas. Ya están unidas.", "Perfecto, gracias."},
		inventory.TicketResolved,
	},
	{
		30, 2, inventory.NewTicket{
			Subject: "El lector no suma en los recuentos", Category: inventory.TicketProblem, Priority: inventory.TicketHigh,
			Body: "Leo el código y no aparece nada en la línea. Con el teclado sí funciona.",
		},
		[]string{"¿Está el cursor en la caja «Código de barras o SKU»? El lector escribe donde esté el cursor.", "Ahora sí. Lo pruebo esta tarde con todo el pasillo 3."},
		inventory.TicketInProgress,
	},
	{
		2, 2, inventory.NewTicket{
			Category: inventory.TicketQuestion, Priority: inventory.TicketNormal, IsChat: true,
			Body: "Hola, ¿de dónde saco el valor del inventario a fin de mes?",
		},
		nil, inventory.TicketOpen,
	},
}

// ask has the shop's people ask for help, at the times before now that they
// did, and comes back to when the clock was. It is done before the shop has a support address: a demonstration
// sends nobody an e-mail.
func ask(ctx context.Context, inv *inventory.Inventory, clock *Clock, staff []inventory.Actor, now time.Time) error {
	before := clock.Now()
	defer func() { clock.travel(before) }()
	for _, request := range requests {
		clock.travel(now.Add(-time.Duration(request.hoursAgo) * time.Hour))
		ticket, err := inv.OpenTicket(ctx, staff[request.author], request.ticket)
		if err != nil {
			return fmt.Errorf("demo ticket: %w", err)
		}
		for i, answer := range request.answers {
			clock.travel(clock.Now().Add(20 * time.Minute))
			who := staff[0]
			if i%2 == 1 {
				who = staff[request.author]
			}
			if _, err := inv.AnswerTicket(ctx, who, ticket.ID, answer); err != nil {
				return fmt.Errorf("demo ticket: %w", err)
			}
		}
		if request.status == inventory.TicketResolved {
			if _, err := inv.ChangeTicket(ctx, staff[0], ticket.ID, inventory.TicketChange{Status: &request.status}); err != nil {
				return fmt.Errorf("demo ticket: %w", err)
			}
		}
	}
	return nil
}
