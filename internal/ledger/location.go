package ledger

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"estante/internal/core"
)

// Location is a place where stock lies. There is always one, the first; while
// it is the only one no screen mentions locations.
type Location struct {
	ID        int64
	Name      string
	Active    bool
	CreatedAt time.Time
	Version   int64
}

// MainLocation is the one made with the schema.
const MainLocation int64 = 1

// LocationStock is how much of one product lies at one location.
type LocationStock struct {
	LocationID   int64
	LocationName string
	Stock        int64
}

type locationMemory interface {
	InsertLocation(location Location) (int64, error)
	LocationByID(id int64) (Location, error)
	// HoldLocation returns a location and keeps it from being closed until
	// this transaction ends; any number of transactions may hold one.
	HoldLocation(id int64) (Location, error)
	// LockLocation returns a location when nobody holds it, and keeps others
	// from holding it until this transaction ends.
	LockLocation(id int64) (Location, error)
	Locations() ([]Location, error)
	// LocationNameTaken compares names as a search does.
	LocationNameTaken(name string, exceptID int64) (bool, error)
	UpdateLocation(location Location) error
	// StockAt is how many units lie at a location.
	StockAt(locationID int64) (int64, error)
	// ServesShop says whether the orders of a connected shop are taken from a location.
	ServesShop(locationID int64) (bool, error)
	// StockByLocation is where the units of a product lie, every active location included.
	StockByLocation(productID int64) ([]LocationStock, error)
	// LocationStockOf is how much of a product lies at one location.
	LocationStockOf(productID, locationID int64) (int64, error)
}

// LocationRow is a location with what lies there.
type LocationRow struct {
	Location
	Products int64
	Units    int64
}

// Locations lists the locations in the order they were made.
func (s *Service) Locations(ctx context.Context) (rows []LocationRow, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		locations, err := tx.Locations()
		if err != nil {
			return err
		}
		rows = nil
		for _, location := range locations {
			// The figures of a whole location are kept, so this counts nothing.
			totals, err := tx.ValuationTotals(ValuationFilter{LocationID: location.ID, WithStock: true})
			if err != nil {
				return err
			}
			rows = append(rows, LocationRow{Location: location, Products: totals.Products, Units: totals.Units})
		}
		return nil
	})
	return rows, err
}

// lockLocations makes changes of locations wait for one another.
const lockLocations = "locations"

// CreateLocation adds a place to keep stock.
func (s *Service) CreateLocation(ctx context.Context, actor core.Actor, name string) (Location, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Location, error) {
		if err := tx.Lock(lockLocations); err != nil {
			return Location{}, err
		}
		location := Location{Name: core.Line(name), Active: true, CreatedAt: tx.Now(), Version: 1}
		if err := location.check(tx); err != nil {
			return Location{}, err
		}
		var err error
		if location.ID, err = tx.InsertLocation(location); err != nil {
			return Location{}, err
		}
		if err := core.Audit(tx, actor, core.AuditCreate, core.NounLocation, location.ID, nil, location); err != nil {
			return Location{}, err
		}
		return location, tx.Emit(core.Event{Topic: core.TopicLocations, ID: location.ID})
	})
}

// LocationChange is what an administrator changes of a location; nil leaves it.
type LocationChange struct {
	Name      *string
	Active    *bool
	IfVersion *int64
}

// Errors about locations.
var (
	ErrMainLocation     = &core.Error{Kind: core.Conflict, Message: "El almacén principal no se puede desactivar"}
	ErrLocationNotEmpty = &core.Error{
		Kind: core.Conflict, Message: "El almacén todavía tiene stock: traspásalo antes de desactivarlo",
	}
	ErrLocationHidesStock = &core.Error{
		Kind: core.Conflict, Message: "En el almacén queda stock de productos eliminados: recupéralos y traspásalo antes " +
			"de desactivarlo",
	}
	ErrLocationClaimed = &core.Error{
		Kind: core.Conflict, Message: "Hay pedidos abiertos de este almacén: envíalos o cancélalos antes de desactivarlo",
	}

	ErrLocationOfChannel = &core.Error{
		Kind: core.Conflict, Message: "Los pedidos de una tienda conectada salen de este almacén: elige otro para ella " +
			"antes de desactivarlo",
	}
)

// UpdateLocation renames a location, or takes one that is empty out of use.
func (s *Service) UpdateLocation(
	ctx context.Context, actor core.Actor, id int64, change LocationChange,
) (Location, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Location, error) {
		if err := tx.Lock(lockLocations); err != nil {
			return Location{}, err
		}
		before, err := tx.LockLocation(id)
		if err != nil {
			return Location{}, err
		}
		if change.IfVersion != nil && *change.IfVersion != before.Version {
			return Location{}, core.ErrStale
		}
		after := before
		core.AssignLine(&after.Name, change.Name)
		core.Assign(&after.Active, change.Active)
		if after == before {
			return after, nil
		}
		if err := after.check(tx); err != nil {
			return Location{}, err
		}
		if before.Active && !after.Active {
			if err := mayClose(tx, id); err != nil {
				return Location{}, err
			}
		}
		if err := tx.UpdateLocation(after); err != nil {
			return Location{}, err
		}
		after.Version++
		if err := core.Audit(tx, actor, core.AuditUpdate, core.NounLocation, id, before, after); err != nil {
			return Location{}, err
		}
		return after, tx.Emit(core.Event{Topic: core.TopicLocations, ID: id})
	})
}

// mayClose refuses to take a location out of use while it holds stock, or while
// anything under way would have to move stock there.
func mayClose(tx Tx, id int64) error {
	if id == MainLocation {
		return ErrMainLocation
	}
	stock, err := tx.StockAt(id)
	if err != nil {
		return err
	}
	if stock > 0 {
		return whatLies(tx, id)
	}
	claimed, err := tx.ClaimedAt(id)
	if err != nil {
		return err
	}
	if claimed > 0 {
		return ErrLocationClaimed
	}
	counting, err := tx.OpenStocktakes(id)
	if err != nil {
		return err
	}
	if len(counting) > 0 {
		return &core.Error{
			Kind: core.Conflict, Message: fmt.Sprintf(
				"El recuento #%d de este almacén está abierto: regístralo o cancélalo antes de desactivarlo", counting[0].ID),
		}
	}
	shops, err := tx.ServesShop(id)
	if err == nil && shops {
		return ErrLocationOfChannel
	}
	return err
}

// whatLies is what keeps a location from being closed that holds stock. That of
// deleted products is in no list, and nobody can transfer it as it is.
func whatLies(tx Tx, id int64) error {
	listed, err := tx.ValuationTotals(ValuationFilter{LocationID: id, WithStock: true})
	switch {
	case err != nil:
		return err
	case listed.Units == 0:
		return ErrLocationHidesStock
	}
	return ErrLocationNotEmpty
}

func (l Location) check(tx Tx) error {
	wrong := core.Problems{}
	wrong.Check(l.Name != "", "name", "El nombre del almacén es requerido")
	wrong.Check(core.Characters(l.Name) <= core.NameMax, "name", "El nombre del almacén es demasiado largo")
	if err := wrong.Err(); err != nil {
		return err
	}
	taken, err := tx.LocationNameTaken(l.Name, l.ID)
	if err != nil {
		return err
	}
	wrong.Check(!taken, "name", "Ya existe un almacén con este nombre")
	return wrong.Err()
}

// UsableLocation is the location a change names, or the main one. It stays
// usable until the transaction ends, so that no stock ends up in a closed one.
func UsableLocation(tx Tx, id int64) (Location, error) {
	location, err := tx.HoldLocation(cmp.Or(id, MainLocation))
	if core.IsNotFound(err) || (err == nil && !location.Active) {
		return Location{}, core.FieldError("locationId", "El almacén no existe")
	}
	return location, err
}

// stillUsable is the location of something that was done before, or the main one. The
// caller who takes that back or ends it named no location, so one that was deactivated
// since is reported as a sentence and not at a field.
func stillUsable(tx Tx, id int64) (Location, error) {
	location, err := tx.HoldLocation(cmp.Or(id, MainLocation))
	if err == nil && !location.Active {
		return Location{}, &core.Error{
			Kind: core.Conflict, Message: "El almacén «" + location.Name + "» está desactivado: actívalo antes",
		}
	}
	return location, err
}
