package api

import (
	"context"

	"estante/internal/core"
	"estante/internal/ledger"
)

func (a *API) locationRoutes() {
	read, manage := a.may(core.ReadProducts), a.may(core.ManageLocations)
	add(read, "GET /products/{id}/locations/", "productLocations", "Stock por almacén", a.productLocations)
	add(read, "GET /locations/", "listLocations", "Almacenes", a.listLocations)
	add(manage, "POST /locations/", "createLocation", "Añadir un almacén", a.createLocation, created)
	add(manage, "PATCH /locations/{id}/", "updateLocation", "Cambiar un almacén", a.updateLocation)
}

// LocationBody is a place where stock lies.
type LocationBody struct {
	ID       int64  `json:"id"`
	Name     string `json:"name"`
	IsActive bool   `json:"isActive"`
	IsMain   bool   `json:"isMain"`
	Version  int64  `json:"version" doc:"El número del ETag"`
}

func locationOf(l ledger.Location) LocationBody {
	return LocationBody{
		ID: l.ID, Name: l.Name, IsActive: l.Active, IsMain: l.ID == ledger.MainLocation, Version: l.Version,
	}
}

// locationRowBody is a location in the list.
type locationRowBody struct {
	LocationBody
	Products int64 `json:"products" doc:"Productos con stock en el almacén"`
	Units    int64 `json:"units"`
}

func locationRowOf(l ledger.LocationRow) locationRowBody {
	return locationRowBody{LocationBody: locationOf(l.Location), Products: l.Products, Units: l.Units}
}

func (a *API) listLocations(ctx context.Context, _ *struct{}) (*listOutput[locationRowBody], error) {
	locations, err := a.inv.Ledger.Locations(ctx)
	return answerList(whole(locations), locationRowOf, err)
}

type createLocationInput struct {
	Body struct {
		Name string `json:"name"`
	}
}

func (a *API) createLocation(ctx context.Context, input *createLocationInput) (*versionOutput[LocationBody], error) {
	location, err := a.inv.Ledger.CreateLocation(ctx, actorOf(ctx), input.Body.Name)
	return answerVersion(location.Version, locationOf(location), err)
}

type updateLocationInput struct {
	IDInput
	IfMatch
	Body struct {
		Name     *string `json:"name,omitempty"`
		IsActive *bool   `json:"isActive,omitempty"`
	}
}

func (a *API) updateLocation(ctx context.Context, input *updateLocationInput) (*versionOutput[LocationBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	location, err := a.inv.Ledger.UpdateLocation(ctx, actorOf(ctx), input.ID, ledger.LocationChange{
		Name: input.Body.Name, Active: input.Body.IsActive, IfVersion: version,
	})
	return answerVersion(location.Version, locationOf(location), err)
}

type locationStockBody struct {
	LocationID int64  `json:"locationId"`
	Location   string `json:"location"`
	Stock      int64  `json:"stock"`
	// CostValue is told of an instant alone.
	CostValue *float64 `json:"costValue,omitempty" doc:"De una fecha: lo que costó lo que había allí"`
}

func locationStockOf(s ledger.LocationStock) locationStockBody {
	return locationStockBody{LocationID: s.LocationID, Location: s.LocationName, Stock: s.Stock}
}

func (a *API) productLocations(ctx context.Context, input *IDInput) (*bodyOutput[[]locationStockBody], error) {
	stocks, err := a.inv.Ledger.StockByLocation(ctx, input.ID)
	return answerBody(each(stocks, locationStockOf), err)
}
