package imports

import (
	"context"
	"io"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// Import is a file that a user brings in, with products or with orders. It is uploaded, its columns
// are mapped, a preview says what it would do, and then it is run: all of it or nothing.
//
// One transaction over a hundred thousand rows would keep every other
// writer waiting for its whole length. So all or nothing is kept another way.
// Everything that could fail is checked before anything is written, while a
// fence keeps others from changing what was checked (see catalogue/importlock.go); then
// the rows are written in short transactions, each of which notes how far it
// got, and which others come between. A process that dies leaves an import
// that the next one carries on from that very row, so it always ends whole.
type Import struct {
	ID       int64
	UserID   int64
	UserName string
	// ActorID is the user who asked for what is being done: to run it, or to undo it.
	ActorID  int64
	Subject  Subject
	FileName string
	Size     int64
	Status   Status
	Reading  Reading
	Mapping  Mapping
	// Total is how many rows the file has below its header, once that is
	// known, and Done how many of them the present step is through with.
	Total     int
	Done      int
	Created   int
	Updated   int
	Unchanged int
	// Wrong is how many rows are wrong, and Problems what is wrong with the first of them.
	Wrong    int
	Problems []RowProblem
	// Failure is why an import came to nothing, for people.
	Failure   string
	CreatedAt time.Time
	StartedAt *time.Time
	EndedAt   *time.Time
	// Fenced says that nobody else may change the products it names.
	Fenced bool
	// LeaseBy is the worker it was given to, until LeaseUntil; nobody's name
	// with a time in the future means a pause.
	LeaseBy    string
	LeaseUntil time.Time
	Attempts   int
}

// Status is how far an import is.
type Status string

// The statuses of imports.
const (
	Uploading Status = "uploading"
	Draft     Status = "draft"
	Queued    Status = "queued"
	Checking  Status = "checking"
	Applying  Status = "applying"
	Done      Status = "done"
	Failed    Status = "failed"
	Undoing   Status = "undoing"
	Undone    Status = "undone"
)

// Reading is how a file was understood.
type Reading struct {
	SheetInfo
	// HeaderRow is the number of the row with the names of the columns.
	HeaderRow int        `json:"headerRow"`
	Columns   []string   `json:"columns"`
	Sample    [][]string `json:"sample"`
	// Decimal is the mark before decimals in texts, a comma or a point.
	Decimal string `json:"decimal"`
}

// openSheet begins to read the sheet of an import's file that was chosen.
func (s *Service) openSheet(file io.ReaderAt, imported Import) (Sheet, error) {
	return s.sheets.OpenSheet(file, imported.Size, imported.Reading.Sheet)
}

// Mapping says which column is what.
type Mapping struct {
	Columns map[Field]int `json:"columns"`
	// EmptyCells says what an empty cell does to a product that has a value.
	EmptyCells EmptyCells `json:"emptyCells"`
	// LocationID is the place whose stock an import sets, and where orders of it leave; zero
	// is the main location, and a stock is then that of the whole product.
	LocationID int64 `json:"locationId"`
	// SupplierID is whose price list it is, or of whom the lines of a purchase are bought.
	SupplierID int64 `json:"supplierId,omitempty"`
	// PurchaseID is the draft that the lines of a purchase became; zero until then.
	PurchaseID int64 `json:"purchaseId,omitempty"`
	// History says that orders which have left were sold before the stock was counted
	// here: they count as demand on their days and move no stock.
	History bool `json:"history,omitempty"`
}

// EmptyCells says what an empty cell means.
type EmptyCells string

// What an empty cell can mean.
const (
	EmptyKeeps  EmptyCells = "keep"
	EmptyClears EmptyCells = "clear"
)

// RowProblem is something wrong with one cell of a file.
type RowProblem struct {
	Row     int    `json:"row"`
	Column  string `json:"column"`
	Value   string `json:"value"`
	Message string `json:"message"`
}

// The limits of imports.
const (
	// problemsMax is how many problems are listed; the rest are counted.
	problemsMax = 500
	// sampleRows are shown so that people recognise their columns.
	sampleRows = 8
	sampleCell = 120
	// A person's drafts beyond importDraftsMax make room, the oldest first.
	importDraftsMax = 5
	fileNameMax     = 255
	importDraftKept = 24 * time.Hour
)

// Undoable says whether there is still a way back.
func (i Import) Undoable() bool { return i.Status == Done }

// Pending is the state of rows that an import at work has still to come to.
func (i Import) Pending() RowState {
	if i.Status == Undoing {
		return RowApplied
	}
	return RowWaiting
}

type importMemory interface {
	InsertImport(imported Import) (int64, error)
	ImportByID(id int64) (Import, error)
	// LockImport also keeps every other writer from changing it.
	LockImport(id int64) (Import, error)
	UpdateImport(imported Import) error
	ListImports(subject Subject, page core.Page) (core.List[Import], error)
	// OldDrafts are a person's drafts beyond the newest few.
	OldDrafts(userID int64, keep int) ([]int64, error)
	// DeleteImport drops a draft with its file.
	DeleteImport(id int64) error
	// StaleImports are drafts made before a time, and imports that ended
	// before another one and still keep their rows.
	StaleImports(draftsBefore, endedBefore time.Time) ([]Import, error)

	InsertImportPiece(importID int64, seq int, piece []byte) error
	ImportPiece(importID int64, seq int) ([]byte, error)
	DeleteImportPieces(importID int64) error

	// RememberHeaders keeps what columns turned out to be; the keys are folded headers.
	RememberHeaders(userID int64, headers map[string]Field) error
	// RecalledHeaders are those a person used last, or else anybody.
	RecalledHeaders(userID int64, keys []string) (map[string]Field, error)

	// ImportsAtWork are those that are queued or begun, the oldest first.
	ImportsAtWork() ([]Import, error)
	// LeaseImport passes an import from one worker to another, or to the same
	// one for longer; ErrNotFound when it is not that worker's any more.
	LeaseImport(id int64, from, to string, until time.Time) error

	InsertImportRows(importID int64, rows []Row) error
	// ImportRows are the rows of a state after one, in their order.
	ImportRows(importID int64, state RowState, after, limit int) ([]Row, error)
	UpdateImportRows(importID int64, rows []Row) error
	// DropAlertNotices forgets what is unread and unsent about alerts that were opened since
	// a time and have ended by themselves, and about many at once where none of them is open.
	// It says who had any.
	DropAlertNotices(since time.Time) ([]int64, error)
	// DeleteImportRows drops a number of rows at most and says how many.
	DeleteImportRows(importID int64, limit int) (int, error)
}

// Row is what is kept of a row of a file: what it claims while the
// import is at work, and what it changed afterwards.
type Row struct {
	Seq    int
	Number int
	SKUKey string
	// Barcode is one that nobody else may take while the import is at work.
	Barcode   string
	State     RowState
	ProductID int64
	// Created says that the product was made by this row.
	Created bool
	Changes []FieldChange
	Moves   []Move
}

// RowState is what became of a row.
type RowState int

// The states of rows.
const (
	RowWaiting RowState = 0
	RowApplied RowState = 1
	RowUndone  RowState = 2
)

// Move is a movement that a row caused.
type Move struct {
	ID         int64 `json:"id"`
	LocationID int64 `json:"location"`
	Quantity   int64 `json:"quantity"`
}

// Errors about imports.
var (
	ErrImportBusy    = &core.Error{Kind: core.Conflict, Message: "Esta importación ya está en marcha o ha terminado"}
	ErrImportUndone  = &core.Error{Kind: core.Conflict, Message: "Solo se puede deshacer una importación terminada"}
	errOtherImporter = &core.Error{Kind: core.Conflict, Message: "Otro proceso trabaja ya en esta importación"}
)

// Import returns one import.
func (s *Service) Import(ctx context.Context, id int64) (imported Import, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		imported, err = tx.ImportByID(id)
		return err
	})
	return imported, err
}

// ListImports shows one page of the imports of a subject, the newest first.
func (s *Service) ListImports(
	ctx context.Context, subject Subject, page core.Page,
) (imports core.List[Import], err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		imports, err = tx.ListImports(subject, page)
		return err
	})
	return imports, err
}

// RunImport queues an import. A worker takes it from there.
func (s *Service) RunImport(ctx context.Context, actor core.Actor, id int64) (Import, error) {
	return core.Once(ctx, s.store, func(tx Tx) (Import, error) {
		imported, err := tx.LockImport(id)
		if err != nil {
			return Import{}, err
		}
		if imported.Status != Draft {
			return Import{}, ErrImportBusy
		}
		if err := imported.Mapping.check(imported.Subject, imported.Reading); err != nil {
			return Import{}, err
		}
		before, now := imported.note(), tx.Now()
		imported.Status, imported.StartedAt, imported.ActorID = Queued, &now, actor.ID
		if err := tx.UpdateImport(imported); err != nil {
			return Import{}, err
		}
		if err := core.Audit(tx, actor, core.AuditUpdate, core.NounImport, id, before, imported.note()); err != nil {
			return Import{}, err
		}
		return imported, tx.Emit(core.Event{Topic: core.TopicImports, ID: id})
	})
}

// importNote is what the audit keeps of an import.
type importNote struct {
	FileName                    string
	Status                      Status
	Created, Updated, Unchanged int
	Failure                     string `json:",omitempty"`
}

func (i Import) note() importNote {
	return importNote{
		FileName: i.FileName, Status: i.Status, Created: i.Created, Updated: i.Updated, Unchanged: i.Unchanged,
		Failure: i.Failure,
	}
}

// rowsForgotten is how many rows of an import are dropped at a time, so that
// nobody waits for it.
const rowsForgotten = 500

// ForgetOldImports drops drafts that nobody came back to, and the rows that
// undoing an old import would need; the import itself stays in the list.
func (s *Service) ForgetOldImports(ctx context.Context) error {
	var stale []Import
	err := core.Write(ctx, s.store, func(tx Tx) (err error) {
		stale, err = tx.StaleImports(tx.Now().Add(-importDraftKept), tx.Now().Add(-catalogue.ImportUndoable))
		return err
	})
	for _, imported := range stale {
		if err == nil {
			err = s.forgetImport(ctx, imported)
		}
	}
	return err
}

func (s *Service) forgetImport(ctx context.Context, imported Import) error {
	if err := s.dropImportRows(ctx, imported.ID); err != nil {
		return err
	}
	return core.Write(ctx, s.store, func(tx Tx) error {
		now, err := tx.LockImport(imported.ID)
		if core.IsNotFound(err) || (err == nil && now.Status != imported.Status) {
			return nil
		}
		if err != nil {
			return err
		}
		if now.Status == Uploading || now.Status == Draft {
			return tx.DeleteImport(now.ID)
		}
		return nil
	})
}

// dropImportRows drops the rows of an import, a few at a time.
func (s *Service) dropImportRows(ctx context.Context, id int64) error {
	for {
		dropped := 0
		err := core.Write(ctx, s.store, func(tx Tx) (err error) {
			dropped, err = tx.DeleteImportRows(id, rowsForgotten)
			return err
		})
		if err != nil || dropped < rowsForgotten {
			return err
		}
	}
}
