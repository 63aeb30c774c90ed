package inventory

import (
	"context"
)

// Label is a name that products share: a category, a brand or a tag. Labels
// are made by being typed, and renamed or merged in one place.
type Label struct {
	ID   int64
	Kind LabelKind
	Name string
	// Products is how many products carry it.
	Products int
}

// LabelKind says what a label is.
type LabelKind string

// The kinds of labels.
const (
	Category LabelKind = "category"
	Brand    LabelKind = "brand"
	Tag      LabelKind = "tag"
)

const labelMax = 80

type labelMemory interface {
	// EnsureLabel returns the label with this name, by its Fold, and makes it when there is none.
	EnsureLabel(kind LabelKind, name string) (Label, error)
	LabelByID(kind LabelKind, id int64) (Label, error)
	LabelByName(kind LabelKind, name string) (Label, error)
	// Labels lists the labels of a kind that products carry, by name.
	Labels(kind LabelKind) ([]Label, error)
	RenameLabel(label Label) error
	// MergeLabels gives every product of one label another one instead and drops the first.
	MergeLabels(kind LabelKind, fromID, intoID int64) error
}

// Labels lists the categories, brands or tags in use.
func (inv *Inventory) Labels(ctx context.Context, kind LabelKind) (labels []Label, err error) {
	err = inv.store.Read(ctx, func(tx Tx) error {
		labels, err = tx.Labels(kind)
		return err
	})
	return labels, err
}

// lockLabels makes renaming and merging wait for one another.
const lockLabels = "labels"

// RenameLabel renames a label for all its products. A name that another label
// has merges the two: that is what whoever types it means.
func (inv *Inventory) RenameLabel(ctx context.Context, actor Actor, kind LabelKind, id int64, name string) (Label, error) {
	name = Clean(name)
	wrong := problems{}
	wrong.check(name != "", "name", "El nombre es requerido")
	wrong.check(characters(name) <= labelMax, "name", "El nombre es demasiado largo")
	if err := wrong.err(); err != nil {
		return Label{}, err
	}
	return once(ctx, inv, func(tx Tx) (Label, error) {
		if err := tx.Lock(lockLabels); err != nil {
			return Label{}, err
		}
		before, err := tx.LabelByID(kind, id)
		if err != nil {
			return Label{}, err
		}
		after := before
		after.Name = name
		other, err := tx.LabelByName(kind, name)
		switch {
		case err == nil && other.ID != id:
			after = other
			err = tx.MergeLabels(kind, id, other.ID)
		case err == nil || isNotFound(err):
			err = tx.RenameLabel(after)
		}
		if err != nil {
			return Label{}, err
		}
		if err := audit(tx, actor, AuditUpdate, string(kind), id, before, after); err != nil {
			return Label{}, err
		}
		return after, tx.Emit(Event{Topic: TopicProducts})
	})
}

// LabelRef names a label by its number or by its name; the zero one is none.
type LabelRef struct {
	ID   int64
	Name string
}

// resolve finds or makes the label a product is given.
func (r LabelRef) resolve(tx Tx, kind LabelKind) (*Label, error) {
	field := string(kind)
	if r.ID != 0 {
		label, err := tx.LabelByID(kind, r.ID)
		if isNotFound(err) {
			return nil, FieldError(field, "No existe")
		}
		return &label, err
	}
	name := Clean(r.Name)
	if name == "" {
		return nil, nil
	}
	if characters(name) > labelMax {
		return nil, FieldError(field, "El nombre es demasiado largo")
	}
	label, err := tx.EnsureLabel(kind, name)
	return &label, err
}
