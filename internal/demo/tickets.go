package demo

import (
	"context"
	"fmt"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/support"
)

// request is something that an employee of the shop asked the administrator, some
// hours ago, and the answers to it.
type request struct {
	hoursAgo int
	author   int
	ticket   support.NewTicket
	answers  []string
	status   support.TicketStatus
}

// requests are of every status but closed. Answers go back and forth, the
// administrator's first.
var requests = []request{
	{
		150, 1,
		support.NewTicket{
			Subject: "Unir las marcas «Bosch» y «BOSCH»", Category: support.TicketData, Priority: support.TicketLow,
			Body: "En el catálogo salen como dos marcas distintas. ¿Se pueden juntar sin tocar los productos uno a uno?",
		},
		[]string{"Sí: en Configuración, Categorías, marcas y etiquetas. Ya están unidas.", "Perfecto, gracias."},
		support.TicketResolved,
	},
	{
		30, 2,
		support.NewTicket{
			Subject: "El lector no suma en los recuentos", Category: support.TicketProblem, Priority: support.TicketHigh,
			Body: "Leo el código y no aparece nada en la línea. Con el teclado sí funciona.",
		},
		[]string{
			"¿Está el cursor en la caja «Código de barras o SKU»? El lector escribe donde esté el cursor.",
			"Ahora sí. Lo pruebo esta tarde con todo el pasillo 3.",
		},
		support.TicketInProgress,
	},
	{
		2, 2,
		support.NewTicket{
			Category: support.TicketQuestion, Priority: support.TicketNormal, IsChat: true,
			Body: "Hola, ¿de dónde saco el valor del inventario a fin de mes?",
		},
		nil, support.TicketOpen,
	},
}

// ask has the shop's people ask for help, at the times before now that they
// did, and comes back to when the clock was. It is done before the shop has a
// support address: a demonstration sends nobody an e-mail.
func ask(ctx context.Context, inv *inventory.Inventory, clock *Clock, staff []core.Actor, now time.Time) error {
	before := clock.Now()
	defer func() { clock.travel(before) }()
	for _, request := range requests {
		clock.travel(now.Add(-time.Duration(request.hoursAgo) * time.Hour))
		ticket, err := inv.Support.OpenTicket(ctx, staff[request.author], request.ticket)
		if err != nil {
			return fmt.Errorf("demo ticket: %w", err)
		}
		for i, answer := range request.answers {
			clock.travel(clock.Now().Add(20 * time.Minute))
			who := staff[0]
			if i%2 == 1 {
				who = staff[request.author]
			}
			if _, err := inv.Support.AnswerTicket(ctx, who, ticket.ID, answer); err != nil {
				return fmt.Errorf("demo ticket: %w", err)
			}
		}
		if request.status == support.TicketResolved {
			if _, err := inv.Support.ChangeTicket(ctx, staff[0], ticket.ID,
				support.TicketChange{Status: &request.status}); err != nil {
				return fmt.Errorf("demo ticket: %w", err)
			}
		}
	}
	return nil
}
