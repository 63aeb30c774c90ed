package ledger

import (
	"context"
	"fmt"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// Stocktake is a count of what really lies at a location, of the whole of it or
// of one category. Counting goes on while the shop sells: what is compared with
// a count is the stock at the moment of that count, and only the difference is
// posted, onto whatever the stock is by then.
type Stocktake struct {
	ID         int64
	LocationID int64
	// CategoryID limits the count to one category; zero counts everything.
	CategoryID   int64
	CategoryName string
	// Blind hides what is expected from the users who count, until it is posted.
	Blind     bool
	State     StocktakeState
	Notes     string
	CreatedBy int64
	CreatedAt time.Time
	EndedBy   int64
	EndedAt   *time.Time
	// Lines is how many products it is about, Counted how many of them were
	// counted, and Differing how many of those are not as expected.
	Lines     int64
	Counted   int64
	Differing int64
	Version   int64
}

// Hidden says whether what was expected is nobody's to see yet.
func (s Stocktake) Hidden() bool { return s.Blind && s.State == StocktakeOpen }

// StocktakeState says how far a stocktake is.
type StocktakeState string

// The states of a stocktake. Nothing leaves the last two.
const (
	StocktakeOpen      StocktakeState = "open"
	StocktakePosted    StocktakeState = "posted"
	StocktakeCancelled StocktakeState = "cancelled"
)

// StocktakeRow is a stocktake with the names of what it refers to.
type StocktakeRow struct {
	Stocktake
	LocationName  string
	CreatedByName string
	EndedByName   string
}

// StocktakeFilter says which stocktakes a list shows, the newest first.
type StocktakeFilter struct {
	State      StocktakeState
	LocationID int64
	Page       core.Page
}

// stocktakeLinesMax bounds what one stocktake is about, so that opening one
// takes a moment only; differencesMax what one post writes in one transaction.
const (
	stocktakeLinesMax = 200_000
	differencesMax    = 20_000
)

// Errors about stocktakes.
var (
	ErrStocktakePosted    = &core.Error{Kind: core.Conflict, Message: "Este recuento ya está registrado"}
	ErrStocktakeCancelled = &core.Error{Kind: core.Conflict, Message: "Este recuento está cancelado"}
	ErrStocktakeOverlaps  = &core.Error{
		Kind: core.Conflict, Message: "Ya hay un recuento abierto que incluye estos productos: regístralo o cancélalo antes",
	}
	ErrStocktakeTooLarge = &core.Error{
		Kind: core.Conflict, Message: "El recuento abarca demasiados productos: hazlo por categorías",
	}
	ErrStocktakeEmpty     = &core.Error{Kind: core.Conflict, Message: "Todavía no se ha contado ningún producto"}
	ErrTooManyDifferences = &core.Error{
		Kind: core.Conflict, Message: fmt.Sprintf("Hay más de %d diferencias: haz el recuento por categorías",
			differencesMax),
	}
)

type stocktakeMemory interface {
	InsertStocktake(stocktake Stocktake) (int64, error)
	// ExpectStock adds a line for every product that a stocktake is about, with
	// the stock of now, and says how many there are; more than limit are not added.
	ExpectStock(stocktake Stocktake, limit int) (int64, error)
	StocktakeByID(id int64) (StocktakeRow, error)
	// LockStocktake returns a stocktake and keeps others from changing it.
	LockStocktake(id int64) (Stocktake, error)
	// UpdateStocktake writes what can change and increments the version.
	UpdateStocktake(stocktake Stocktake) error
	ListStocktakes(filter StocktakeFilter) (core.List[StocktakeRow], error)
	// OpenStocktakes returns those of a location that are open.
	OpenStocktakes(locationID int64) ([]Stocktake, error)
	stocktakeLineMemory
}

// StocktakeFields is what people decide when they open a stocktake.
type StocktakeFields struct {
	LocationID int64
	Category   catalogue.LabelRef
	Blind      bool
	Notes      string
}

// lockStocktakes makes opening one wait for another.
const lockStocktakes = "stocktakes"

// OpenStocktake begins a count and notes what is expected of each product.
func (s *Service) OpenStocktake(ctx context.Context, actor core.Actor, fields StocktakeFields) (StocktakeRow, error) {
	if core.Characters(fields.Notes) > NotesMax {
		return StocktakeRow{}, core.FieldError("notes", "Las notas son demasiado largas")
	}
	return core.Once(ctx, s.store, func(tx Tx) (StocktakeRow, error) {
		if err := tx.Lock(lockStocktakes); err != nil {
			return StocktakeRow{}, err
		}
		location, err := UsableLocation(tx, fields.LocationID)
		if err != nil {
			return StocktakeRow{}, err
		}
		stocktake := Stocktake{
			LocationID: location.ID, Blind: fields.Blind, State: StocktakeOpen, Notes: core.Clean(fields.Notes),
			CreatedBy: actor.ID, CreatedAt: tx.Now(), Version: 1,
		}
		if err := stocktake.limitTo(tx, fields.Category); err != nil {
			return StocktakeRow{}, err
		}
		if err := stocktake.mayOpen(tx); err != nil {
			return StocktakeRow{}, err
		}
		if stocktake.ID, err = tx.InsertStocktake(stocktake); err != nil {
			return StocktakeRow{}, err
		}
		if stocktake.Lines, err = tx.ExpectStock(stocktake, stocktakeLinesMax); err != nil {
			return StocktakeRow{}, err
		}
		if stocktake.Lines > stocktakeLinesMax {
			return StocktakeRow{}, ErrStocktakeTooLarge
		}
		return stocktakeChanged(tx, actor, core.AuditCreate, nil, stocktake)
	})
}

// limitTo names the category, which must exist: a name nobody carries counts nothing.
func (s *Stocktake) limitTo(tx Tx, ref catalogue.LabelRef) error {
	if ref == (catalogue.LabelRef{}) {
		return nil
	}
	var category catalogue.Label
	var err error
	if ref.ID != 0 {
		category, err = tx.LabelByID(catalogue.Category, ref.ID)
	} else {
		category, err = tx.LabelByName(catalogue.Category, core.Line(ref.Name))
	}
	if core.IsNotFound(err) {
		return core.FieldError("category", "La categoría no existe")
	}
	s.CategoryID, s.CategoryName = category.ID, category.Name
	return err
}

// mayOpen refuses a second count of the same products: both would post the
// same difference.
func (s Stocktake) mayOpen(tx Tx) error {
	open, err := tx.OpenStocktakes(s.LocationID)
	if err != nil {
		return err
	}
	for _, other := range open {
		if other.CategoryID == 0 || s.CategoryID == 0 || other.CategoryID == s.CategoryID {
			return ErrStocktakeOverlaps
		}
	}
	return nil
}

// stocktakeChanged writes a stocktake with the audit row and the event of its
// change, and returns it as people see it.
func stocktakeChanged(
	tx Tx, actor core.Actor, action core.AuditAction, before any, after Stocktake,
) (StocktakeRow, error) {
	if err := tx.UpdateStocktake(after); err != nil {
		return StocktakeRow{}, err
	}
	if err := core.Audit(tx, actor, action, core.NounStocktake, after.ID, before, after); err != nil {
		return StocktakeRow{}, err
	}
	if err := tx.Emit(core.Event{Topic: core.TopicStocktakes, ID: after.ID}); err != nil {
		return StocktakeRow{}, err
	}
	return tx.StocktakeByID(after.ID)
}

// lockOpen returns a stocktake that can still be counted.
func lockOpen(tx Tx, id int64) (Stocktake, error) {
	stocktake, err := tx.LockStocktake(id)
	if err != nil {
		return Stocktake{}, err
	}
	switch stocktake.State {
	case StocktakePosted:
		return Stocktake{}, ErrStocktakePosted
	case StocktakeCancelled:
		return Stocktake{}, ErrStocktakeCancelled
	case StocktakeOpen:
	}
	return stocktake, nil
}

// SetBlind hides what is expected, or shows it so that the differences can be
// looked through before they are posted.
func (s *Service) SetBlind(
	ctx context.Context, actor core.Actor, id int64, blind bool, ifVersion *int64,
) (StocktakeRow, error) {
	return core.Once(ctx, s.store, func(tx Tx) (StocktakeRow, error) {
		before, err := lockOpen(tx, id)
		if err != nil {
			return StocktakeRow{}, err
		}
		if ifVersion != nil && *ifVersion != before.Version {
			return StocktakeRow{}, core.ErrStale
		}
		if before.Blind == blind {
			return tx.StocktakeByID(id)
		}
		after := before
		after.Blind = blind
		return stocktakeChanged(tx, actor, core.AuditUpdate, before, after)
	})
}

// CancelStocktake ends a count without touching any stock.
func (s *Service) CancelStocktake(ctx context.Context, actor core.Actor, id int64) (StocktakeRow, error) {
	return core.Once(ctx, s.store, func(tx Tx) (StocktakeRow, error) {
		before, err := lockOpen(tx, id)
		if err != nil {
			return StocktakeRow{}, err
		}
		return stocktakeChanged(tx, actor, core.AuditCancel, before, before.ended(tx, actor, StocktakeCancelled))
	})
}

func (s Stocktake) ended(tx Tx, actor core.Actor, state StocktakeState) Stocktake {
	now := tx.Now()
	s.State, s.EndedBy, s.EndedAt = state, actor.ID, &now
	return s
}

// Stocktake returns one stocktake.
func (s *Service) Stocktake(ctx context.Context, id int64) (stocktake StocktakeRow, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		stocktake, err = tx.StocktakeByID(id)
		return err
	})
	return stocktake, err
}

// ListStocktakes shows one page of stocktakes.
func (s *Service) ListStocktakes(
	ctx context.Context, filter StocktakeFilter,
) (stocktakes core.List[StocktakeRow], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		stocktakes, err = tx.ListStocktakes(filter)
		return err
	})
	return stocktakes, err
}
