package core

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// AuditRow says who changed what, when, and what it was before and after.
type AuditRow struct {
	ID int64
	At time.Time
	// ActorID is zero for what the system did by itself.
	ActorID   int64
	ActorName string
	Action    AuditAction
	Noun      string
	NounID    int64
	// NounName is what the changed thing is called today; only lists have it.
	NounName string
	// Before and After are JSON; empty where there is nothing to show.
	Before string
	After  string
}

// AuditAction is what was done.
type AuditAction string

// The actions of audit rows.
const (
	AuditCreate   AuditAction = "create"
	AuditUpdate   AuditAction = "update"
	AuditDelete   AuditAction = "delete"
	AuditPassword AuditAction = "password"
	AuditStock    AuditAction = "stock"
	AuditRestore  AuditAction = "restore"
	AuditUndo     AuditAction = "undo"
	AuditPost     AuditAction = "post"
	AuditCancel   AuditAction = "cancel"
	AuditSecret   AuditAction = "secret"
	AuditCheck    AuditAction = "check"
	AuditDownload AuditAction = "download"
	AuditLink     AuditAction = "link"
)

// The nouns of audit rows.
const (
	NounUser         = "user"
	NounSettings     = "settings"
	NounProduct      = "product"
	NounLocation     = "location"
	NounEntry        = "entry"
	NounTransfer     = "transfer"
	NounStocktake    = "stocktake"
	NounSupplier     = "supplier"
	NounPurchase     = "purchase"
	NounReceipt      = "receipt"
	NounClosing      = "closing"
	NounImport       = "import"
	NounOrder        = "order"
	NounSubscription = "subscription"
	NounAlert        = "alert"
	NounChannel      = "channel"
	NounTicket       = "ticket"

	NounForecastEvent  = "forecastEvent"
	NounBackup         = "backup"
	NounBackupSchedule = "backupSchedule"
)

// AuditFilter says which rows a list shows, the newest first.
type AuditFilter struct {
	Noun    string // empty for all
	NounID  int64  // zero for all
	ActorID int64  // zero for all
	// CreatedBy is part of the name of the user who made the change; empty for all.
	CreatedBy string
	From      time.Time
	To        time.Time
	Page      Page
}

type auditMemory interface {
	InsertAudit(row AuditRow) error
	InsertAudits(rows []AuditRow) error
	ListAudit(filter AuditFilter) (List[AuditRow], error)
	// NameNouns says what the things of some rows are called today.
	NameNouns(rows []AuditRow) error
}

// Audit leaves the row of a change in the transaction that makes it, so that
// there is no change without one.
func Audit(tx Tx, actor Actor, action AuditAction, noun string, id int64, before, after any) error {
	row, err := NewAuditRow(tx, actor, action, noun, id, before, after)
	if err != nil {
		return err
	}
	return tx.InsertAudit(row)
}

// NewAuditRow writes down a change.
func NewAuditRow(
	tx Tx, actor Actor, action AuditAction, noun string, id int64, before, after any,
) (row AuditRow, err error) {
	row = AuditRow{At: tx.Now(), ActorID: actor.ID, ActorName: actor.FullName(), Action: action, Noun: noun, NounID: id}
	if row.Before, err = AuditText(before); err != nil {
		return row, err
	}
	row.After, err = AuditText(after)
	return row, err
}

func AuditText(value any) (string, error) {
	if value == nil {
		return "", nil
	}
	text, err := json.Marshal(value)
	if err != nil {
		return "", fmt.Errorf("audit: %w", err)
	}
	return string(text), nil
}

// ListAudit shows who changed what.
func (s *Service) ListAudit(ctx context.Context, filter AuditFilter) (rows List[AuditRow], err error) {
	err = Read(ctx, s.store, func(tx Tx) error {
		if rows, err = tx.ListAudit(filter); err != nil {
			return err
		}
		return tx.NameNouns(rows.Rows)
	})
	return rows, err
}
