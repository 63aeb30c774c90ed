package inventory

// lockImports is held by an import for the moment in which it raises its
// fence, and shared by everybody who changes what a fence may protect. So a
// change is either complete before the import checks its rows, or sees the fence.
const lockImports = "imports"

// notImporting refuses a change of a product that an import has checked and
// not written yet: what it checked must still hold when it writes. Stock may
// move meanwhile; an import can deal with any.
func notImporting(tx Tx, barcode string, skus ...string) error {
	if err := tx.LockShared(lockImports); err != nil {
		return err
	}
	fenced, err := tx.FencedImport()
	if isNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	keys := make([]string, 0, len(skus))
	for _, sku := range skus {
		if key := IdentityKey(sku); key != "" {
			keys = append(keys, key)
		}
	}
	claims, err := tx.ImportClaims(fenced.ID, keys, barcode)
	if err != nil {
		return err
	}
	for _, claim := range claims {
		if claim.State == fenced.pending() {
			return ErrImporting
		}
	}
	return nil
}

// pending is the state of rows that an import at work has still to come to.
func (i Import) pending() ImportRowState {
	if i.Status == ImportUndoing {
		return RowApplied
	}
	return RowWaiting
}
