package catalogue

import (
	"time"

	"estante/internal/core"
)

// ImportUndoable is how long an import can be undone: what its rows may bring back is kept so long.
const ImportUndoable = 30 * 24 * time.Hour

// ErrImporting refuses a change that an import at work has to come first of.
var ErrImporting = &core.Error{
	Kind: core.Conflict, Message: "Este producto forma parte de una importación en curso. Inténtalo de nuevo en un " +
		"momento.",
}

type importLockMemory interface {
	// HeldByImport says whether an import that others must keep out of has still to
	// come to a row of one of the SKUs, by their IdentityKey, or of the barcode.
	HeldByImport(skuKeys []string, barcode string) (bool, error)
	// Importing says whether there is such an import.
	Importing() (bool, error)
}

// ErrImportingSome refuses a change of all products while an import is writing some.
var ErrImportingSome = &core.Error{
	Kind: core.Conflict, Message: "Hay una importación en curso. Inténtalo de nuevo cuando termine.",
}

// NotImportingAny refuses a change of all products while an import is at work on some.
func NotImportingAny(tx Tx) error {
	if err := tx.LockShared(LockImports); err != nil {
		return err
	}
	importing, err := tx.Importing()
	if err == nil && importing {
		return ErrImportingSome
	}
	return err
}

// LockImports is held by an import for the moment in which it raises its fence, and shared
// by every writer that changes what a fence may protect. So a change is either complete
// before the import checks its rows, or sees the fence.
const LockImports = "imports"

// notImporting refuses a change of a product that an import has checked and
// not written yet: what it checked must still hold when it writes. Stock may
// move meanwhile; an import can deal with any.
func notImporting(tx Tx, barcode string, skus ...string) error {
	if err := tx.LockShared(LockImports); err != nil {
		return err
	}
	keys := make([]string, 0, len(skus))
	for _, sku := range skus {
		if key := core.IdentityKey(sku); key != "" {
			keys = append(keys, key)
		}
	}
	held, err := tx.HeldByImport(keys, barcode)
	if err == nil && held {
		return ErrImporting
	}
	return err
}
