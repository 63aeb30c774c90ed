package imports

import (
	"estante/internal/catalogue"
	"estante/internal/core"
)

// NoteOf is what the audit keeps of a product, SealOf what an import keeps of one
// that it made, and ChangesOf what it keeps of one that it changed.
func NoteOf(p catalogue.Product) (string, error) { return core.AuditText(p.Auditable()) }

// SealOf is described above.
func SealOf(p catalogue.Product) string { return productSeal(p) }

// ChangesOf is described above.
func ChangesOf(before, after catalogue.Product) []FieldChange { return fieldChanges(before, after) }
