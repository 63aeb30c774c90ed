package catalogue

import (
	"context"
	"fmt"

	"estante/internal/core"
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
func (s *Service) Labels(ctx context.Context, kind LabelKind) (labels []Label, err error) {
	err = core.Read(ctx, s.store, func(tx Tx) error {
		labels, err = tx.Labels(kind)
		return err
	})
	return labels, err
}

// lockLabels makes renaming and merging wait for one another.
const lockLabels = "labels"

// LabelChange is another name for a label. Merge says that the label which has
// that name already may take the products of this one.
type LabelChange struct {
	Name  string
	Merge bool
}

// RenameLabel renames a label for all its products. A name that another label
// has merges the two, which nothing takes back: it is refused until asked for.
func (s *Service) RenameLabel(
	ctx context.Context, actor core.Actor, kind LabelKind, id int64, change LabelChange,
) (Label, error) {
	name := core.Line(change.Name)
	wrong := core.Problems{}
	wrong.Check(name != "", "name", "El nombre es requerido")
	wrong.Check(core.Characters(name) <= labelMax, "name", "El nombre es demasiado largo")
	if err := wrong.Err(); err != nil {
		return Label{}, err
	}
	label, err := core.Once(ctx, s.store, func(tx Tx) (Label, error) {
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
		case err == nil && other.ID != id && other.Products > 0 && !change.Merge:
			err = mergeRefused(before, other)
		case err == nil && other.ID != id:
			after = other
			err = tx.MergeLabels(kind, id, other.ID)
		case err == nil || core.IsNotFound(err):
			err = tx.RenameLabel(after)
		}
		if err != nil {
			return Label{}, err
		}
		if err := core.Audit(tx, actor, core.AuditUpdate, string(kind), id, before, after); err != nil {
			return Label{}, err
		}
		return after, tx.Emit(core.Event{Topic: core.TopicProducts})
	})
	if err != nil {
		return Label{}, err
	}
	return s.counted(ctx, label)
}

// counted is a label with the count of its products, which is written when a
// transaction ends. One that has gone since keeps what it said.
func (s *Service) counted(ctx context.Context, label Label) (Label, error) {
	err := core.Read(ctx, s.store, func(tx Tx) error {
		now, err := tx.LabelByID(label.Kind, label.ID)
		if err == nil {
			label = now
		}
		return err
	})
	if core.IsNotFound(err) {
		err = nil
	}
	return label, err
}

// labelNames are the kinds as people call them.
var labelNames = map[LabelKind]string{Category: "la categoría", Brand: "la marca", Tag: "la etiqueta"}

// mergeRefused says what merging would do, so that a person can decide.
func mergeRefused(from, into Label) error {
	moved := fmt.Sprintf("los %d productos de «%s» pasarán", from.Products, from.Name)
	if from.Products == 1 {
		moved = fmt.Sprintf("el producto de «%s» pasará", from.Name)
	}
	return &core.Error{
		Kind: core.Conflict,
		Message: fmt.Sprintf("Ya existe %s «%s». Si las unes, %s a «%s», y «%s» desaparecerá.",
			labelNames[into.Kind], into.Name, moved, into.Name, from.Name),
	}
}

// LabelRef names a label by its number or by its name; the zero one is none.
type LabelRef struct {
	ID   int64
	Name string
}

// Existing finds the label that is meant and makes none.
func (r LabelRef) Existing(tx Tx, kind LabelKind) (*Label, error) {
	if r == (LabelRef{}) {
		return nil, nil
	}
	if r.ID != 0 {
		return r.resolve(tx, kind)
	}
	label, err := tx.LabelByName(kind, core.Line(r.Name))
	if core.IsNotFound(err) {
		return nil, core.FieldError(string(kind), "No existe")
	}
	return &label, err
}

// resolve finds or makes the label a product is given.
func (r LabelRef) resolve(tx Tx, kind LabelKind) (*Label, error) {
	field, tooLong := string(kind), "El nombre es demasiado largo"
	if kind == Tag {
		// A product has several, in one field.
		field, tooLong = "tags", "Una etiqueta es demasiado larga"
	}
	if r.ID != 0 {
		label, err := tx.LabelByID(kind, r.ID)
		if core.IsNotFound(err) {
			return nil, core.FieldError(field, "No existe")
		}
		return &label, err
	}
	name := core.Line(r.Name)
	if name == "" {
		return nil, nil
	}
	if core.Characters(name) > labelMax {
		return nil, core.FieldError(field, tooLong)
	}
	label, err := tx.EnsureLabel(kind, name)
	return &label, err
}
