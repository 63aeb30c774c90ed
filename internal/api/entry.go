package api

import (
	"context"
	"fmt"
	"time"

	"estante/internal/core"
	"estante/internal/ledger"
)

func (a *API) entryRoutes() {
	read, edit, remove := a.may(core.ReadEntries), a.may(core.EditEntries), a.may(core.DeleteEntries)
	add(read, "GET /entries/", "listEntries", "Entradas de stock", a.listEntries, lasting)
	add(edit, "POST /entries/", "createEntry", "Registrar una entrada", a.createEntry, created)
	add(edit, "POST /entries/batch/", "createEntries", "Registrar varias entradas de una vez", a.createEntries, created)
	add(remove, "POST /entries/undo/", "undoEntries", "Eliminar varias entradas de una vez, o ninguna", a.undoEntries)
	add(read, "GET /entries/{id}/", "getEntry", "Una entrada", a.getEntry)
	add(edit, "PATCH /entries/{id}/", "updateEntry", "Cambiar una entrada", a.updateEntry)
	add(remove, "DELETE /entries/{id}/", "deleteEntry", "Eliminar una entrada", deletion(a.inv.Ledger.DeleteEntryIf))
	add(remove, "POST /entries/{id}/restore/", "restoreEntry", "Recuperar una entrada eliminada", a.restoreEntry)
}

// entryBody is an entry as the spec names its fields.
type entryBody struct {
	ID            int64            `json:"id"`
	ProductID     int64            `json:"productId"`
	ProductName   string           `json:"productName"`
	ProductSKU    string           `json:"productSku"`
	Quantity      int64            `json:"quantity"`
	EntryType     ledger.EntryType `json:"entryType" enum:"manual,purchase,return,adjustment"`
	Reason        string           `json:"reason"`
	Notes         string           `json:"notes"`
	CreatedBy     int64            `json:"createdBy" doc:"0 cuando fue el sistema"`
	CreatedByName string           `json:"createdByName"`
	CreatedAt     time.Time        `json:"createdAt"`
	UpdatedAt     time.Time        `json:"updatedAt"`
	PreviousStock int64            `json:"previousStock" doc:"El stock del producto justo antes de la entrada"`
	NewStock      int64            `json:"newStock"`
	UnitCost      *float64         `json:"unitCost" nullable:"true"`
	TotalCost     *float64         `json:"totalCost" nullable:"true"`
	Currency      string           `json:"currency" doc:"La moneda de compra del día en que se hizo"`
	LocationID    int64            `json:"locationId"`
	Location      string           `json:"location"`
	ReceiptID     *int64           `json:"receiptId" nullable:"true" doc:"La recepción de una compra a la que pertenece, donde se cambia y se deshace"`
	Version       int64            `json:"version" doc:"El número del ETag"`
}

func entryOf(e ledger.EntryRow) entryBody {
	return entryBody{
		ID: e.ID, ProductID: e.ProductID, ProductName: e.ProductName, ProductSKU: e.ProductSKU, Quantity: e.Quantity,
		EntryType: e.Type, Reason: e.Reason, Notes: e.Notes, CreatedBy: e.CreatedBy, CreatedByName: e.CreatedByName,
		CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt, PreviousStock: e.PreviousStock, NewStock: e.NewStock(),
		UnitCost: amount(e.UnitCost, e.Currency), TotalCost: amount(e.TotalCost, e.Currency), Currency: e.Currency,
		LocationID: e.LocationID, Location: e.LocationName, ReceiptID: orNull(e.ReceiptID), Version: e.Version,
	}
}

type listEntriesInput struct {
	PageInput
	Search    string           `query:"search" maxLength:"200" doc:"Nombre o SKU del producto"`
	EntryType ledger.EntryType `query:"entryType" enum:"manual,purchase,return,adjustment"`
	Product   int64            `query:"product" minimum:"1"`
	CreatedBy string           `query:"createdBy" maxLength:"200" doc:"Parte del nombre de quien la hizo"`
	DaysInput
	Ordering string `query:"ordering" enum:"createdAt,-createdAt" default:"-createdAt"`
}

// entrySummary is what the whole filtered set comes to, for the four cards.
type entrySummary struct {
	Entries   int64   `json:"entries"`
	Units     int64   `json:"units"`
	TotalCost float64 `json:"totalCost" doc:"De las entradas en la moneda de compra actual"`
	Currency  string  `json:"currency"`
	Purchases int64   `json:"purchases"`
	// Costs are those of every currency.
	Costs []entryCost `json:"costs" doc:"Lo que costaron, por moneda; la de compra la primera"`
}

type entryCost struct {
	Currency  string  `json:"currency"`
	TotalCost float64 `json:"totalCost"`
}

type listEntriesOutput struct {
	Body struct {
		ListBody[entryBody]
		Summary entrySummary `json:"summary"`
	}
}

func (a *API) listEntries(ctx context.Context, input *listEntriesInput) (*listEntriesOutput, error) {
	days, _, err := a.days(ctx, input.DaysInput)
	if err != nil {
		return nil, err
	}
	entries, err := a.inv.Ledger.ListEntries(ctx, ledger.EntryFilter{
		ProductID: input.Product, Type: input.EntryType, Search: input.Search, CreatedBy: input.CreatedBy, From: days.From,
		To: days.To, Ascending: input.Ordering == "createdAt", Page: input.page(),
	})
	if err != nil {
		return nil, err
	}
	output := &listEntriesOutput{}
	output.Body.ListBody = listOf(entries.List, entryOf)
	output.Body.Summary = entrySummary{
		Entries: entries.Totals.Entries, Units: entries.Totals.Units, TotalCost: entries.Totals.Cost.In(entries.Currency),
		Currency: entries.Currency, Purchases: entries.Totals.Purchases,
		Costs: each(entries.Costs, func(m core.Money) entryCost { return entryCost{m.Currency, m.Amount.In(m.Currency)} }),
	}
	return output, nil
}

func shownEntry(entry ledger.EntryRow, err error) (*versionOutput[entryBody], error) {
	return answerVersion(entry.Version, entryOf(entry), err)
}

func (a *API) getEntry(ctx context.Context, input *IDInput) (*versionOutput[entryBody], error) {
	return shownEntry(a.inv.Ledger.Entry(ctx, input.ID))
}

// EntryInput is one entry as people write it.
type EntryInput struct {
	ProductID  int64             `json:"productId"`
	Quantity   int64             `json:"quantity"`
	EntryType  ledger.EntryType  `json:"entryType" enum:"manual,purchase,return,adjustment"`
	Reason     string            `json:"reason,omitempty"`
	Notes      string            `json:"notes,omitempty"`
	UnitCost   Nullable[float64] `json:"unitCost,omitempty"`
	LocationID int64             `json:"locationId,omitempty" doc:"Por defecto, el almacén principal"`
}

// fields translates an entry with its cost in a currency; place comes before the name of a
// field at fault.
func (in EntryInput) fields(place, currency string) (ledger.EntryFields, error) {
	cost, err := centsOf(in.UnitCost.Value, currency, place+"unitCost")
	return ledger.EntryFields{
		ProductID: in.ProductID, Quantity: in.Quantity, Type: in.EntryType, Reason: in.Reason, Notes: in.Notes,
		UnitCost: cost, Currency: currency, LocationID: in.LocationID,
	}, err
}

type createEntryInput struct{ Body EntryInput }

func (a *API) createEntry(ctx context.Context, input *createEntryInput) (*versionOutput[entryBody], error) {
	settings, err := a.inv.Core.Settings(ctx)
	if err != nil {
		return nil, err
	}
	fields, err := input.Body.fields("", settings.PurchaseCurrency)
	if err != nil {
		return nil, err
	}
	return shownEntry(a.inv.Ledger.CreateEntry(ctx, actorOf(ctx), fields))
}

type createEntriesInput struct {
	Body struct {
		Lines []EntryInput `json:"lines" doc:"Todas o ninguna; 200 como mucho"`
	}
}

type createEntriesOutput struct {
	Body struct {
		Results []entryBody `json:"results"`
	}
}

func (a *API) createEntries(ctx context.Context, input *createEntriesInput) (*createEntriesOutput, error) {
	settings, err := a.inv.Core.Settings(ctx)
	if err != nil {
		return nil, err
	}
	lines := make([]ledger.EntryFields, 0, len(input.Body.Lines))
	for i, line := range input.Body.Lines {
		fields, err := line.fields(fmt.Sprintf("lines[%d].", i), settings.PurchaseCurrency)
		if err != nil {
			return nil, err
		}
		lines = append(lines, fields)
	}
	entries, err := a.inv.Ledger.CreateEntries(ctx, actorOf(ctx), lines)
	output := &createEntriesOutput{}
	output.Body.Results = each(entries, entryOf)
	return output, err
}

type undoEntriesInput struct {
	Body struct {
		IDs []int64 `json:"ids" doc:"Todas o ninguna; 200 como mucho"`
	}
}

func (a *API) undoEntries(ctx context.Context, input *undoEntriesInput) (*empty, error) {
	return nil, a.inv.Ledger.DeleteEntries(ctx, actorOf(ctx), input.Body.IDs)
}

type updateEntryInput struct {
	IDInput
	IfMatch
	Body struct {
		Quantity   *int64            `json:"quantity,omitempty"`
		EntryType  *ledger.EntryType `json:"entryType,omitempty" enum:"manual,purchase,return,adjustment"`
		Reason     *string           `json:"reason,omitempty"`
		Notes      *string           `json:"notes,omitempty"`
		UnitCost   Nullable[float64] `json:"unitCost,omitempty"`
		LocationID *int64            `json:"locationId,omitempty"`
	}
}

func (a *API) updateEntry(ctx context.Context, input *updateEntryInput) (*versionOutput[entryBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	in := input.Body
	change := ledger.EntryChange{
		Quantity: in.Quantity, Type: in.EntryType, Reason: in.Reason, Notes: in.Notes, LocationID: in.LocationID,
		IfVersion: version,
	}
	if in.UnitCost.Sent {
		entry, err := a.inv.Ledger.Entry(ctx, input.ID)
		if err != nil {
			return nil, err
		}
		cost, err := centsOf(in.UnitCost.Value, entry.Currency, "unitCost")
		if err != nil {
			return nil, err
		}
		change.UnitCost = &cost
	}
	return shownEntry(a.inv.Ledger.UpdateEntry(ctx, actorOf(ctx), input.ID, change))
}

func (a *API) restoreEntry(ctx context.Context, input *IDInput) (*versionOutput[entryBody], error) {
	return shownEntry(a.inv.Ledger.RestoreEntry(ctx, actorOf(ctx), input.ID))
}
