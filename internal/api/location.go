package api

import (
	"context"

	"estante/internal/inventory"
)

func (a *API) locationRoutes() {
	read, manage := a.may(inventory.ReadProducts), a.may(inventory.ManageLocations)
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

func locationOf(l inventory.Location) LocationBody {
	return LocationBody{ID: l.ID, Name: l.Name, IsActive: l.Active, IsMain: l.ID == inventory.MainLocation, Version: l.Version}
}

// locationRowBody is a location in the list.
type locationRowBody struct {
	LocationBody
	Products int64 `json:"products" doc:"Productos con stock en el almacén"`
	Units    int64 `json:"units"`
}

func locationRowOf(l inventory.LocationRow) locationRowBody {
	return locationRowBody{LocationBody: locationOf(l.Location), Products: l.Products, Units: l.Units}
}

type listLocationsOutput struct {
	Body ListBody[locationRowBody]
}

func (a *API) listLocations(ctx context.Context, _ *struct{}) (*listLocationsOutput, error) {
	locations, err := a.inv.Locations(ctx)
	if err != nil {
		return nil, err
	}
	list := inventory.List[inventory.LocationRow]{Rows: locations, Count: inventory.Count{N: len(locations)}}
	return &listLocationsOutput{Body: listOf(list, locationRowOf)}, nil
}

type locationOutput struct {
	ETag string `header:"ETag"`
	Body LocationBody
}

type createLocationInput struct {
	Body struct {
		Name string `json:"name"`
	}
}

func (a *API) createLocation(ctx context.Context, input *createLocationInput) (*locationOutput, error) {
	location, err := a.inv.CreateLocation(ctx, actorOf(ctx), input.Body.Name)
	return &locationOutput{ETag: etag(location.Version), Body: locationOf(location)}, err
}

type updateLocationInput struct {
	IDInput
	IfMatch
	Body struct {
		Name     *string `json:"name,omitempty"`
		IsActive *bool   `json:"isActive,omitempty"`
	}
}

func (a *API) updateLocation(ctx context.Context, input *updateLocationInput) (*locationOutput, error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	location, err := a.inv.UpdateLocation(ctx, actorOf(ctx), input.ID, inventory.LocationChange{
		Name: input.Body.Name, Active: input.Body.IsActive, IfVersion: version,
	})
	return &locationOutput{ETag: etag(location.Version), Body: locationOf(location)}, err
}

type locationStockBody struct {
	LocationID int64  `json:"locationId"`
	Location   string `json:"location"`
	Stock      int64  `json:"stock"`
}

type productLocationsOutput struct{ Body []locationStockBody }

func (a *API) productLocations(ctx context.Context, input *IDInput) (*productLocationsOutput, error) {
	stocks, err := a.inv.StockByLocation(ctx, input.ID)
	output := &productLocationsOutput{Body: make([]locationStockBody, 0, len(stocks))}
	for _, stock := range stocks {
		output.Body = append(output.Body, locationStockBody{LocationID: stock.LocationID, Location: stock.LocationName, Stock: stock.Stock})
	}
	return output, err
}
