package store

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"estante/internal/catalogue"
	"estante/internal/core"
)

const labelColumns = `id, kind, name, products`

func scanLabel(r row) (l catalogue.Label, err error) {
	err = r.Scan(&l.ID, &l.Kind, &l.Name, &l.Products)
	return l, err
}

// EnsureLabel implements catalogue.Tx. Two people typing the same new name at
// once get the same label.
func (t *tx) EnsureLabel(kind catalogue.LabelKind, name string) (catalogue.Label, error) {
	key := labelKey{kind, core.Fold(name)}
	if label, known := t.labels[key]; known {
		return label, nil
	}
	label, err := t.ensureLabel(kind, name)
	if err == nil && !t.readOnly {
		if t.labels == nil {
			t.labels = map[labelKey]catalogue.Label{}
		}
		t.labels[key] = label
	}
	return label, err
}

// labelKey is what makes two labels the same.
type labelKey struct {
	kind catalogue.LabelKind
	key  string
}

func (t *tx) ensureLabel(kind catalogue.LabelKind, name string) (catalogue.Label, error) {
	label, err := t.LabelByName(kind, name)
	if err == nil || !isNotFound(err) {
		return label, err
	}
	_, err = t.exec(`INSERT INTO labels (kind, name, name_key, sort_key, products) VALUES ($1, $2, $3, $4, 0)
		ON CONFLICT (kind, name_key) DO NOTHING`, kind, name, core.Fold(name), core.SortKey(name))
	if err != nil {
		return catalogue.Label{}, fmt.Errorf("insert label: %w", err)
	}
	return t.LabelByName(kind, name)
}

// LabelByID implements catalogue.Tx.
func (t *tx) LabelByID(kind catalogue.LabelKind, id int64) (catalogue.Label, error) {
	return one(t, scanLabel, `SELECT `+labelColumns+` FROM labels WHERE kind = $1 AND id = $2`+t.holdLabel(), kind, id)
}

// LabelByName implements catalogue.Tx.
func (t *tx) LabelByName(kind catalogue.LabelKind, name string) (catalogue.Label, error) {
	return one(t, scanLabel, `SELECT `+labelColumns+` FROM labels WHERE kind = $1 AND name_key = $2`+t.holdLabel(), kind,
		core.Fold(name))
}

// holdLabel ends the query for a label whose name is about to be written to a product:
// a transaction that renames the label waits until that product can be renamed too,
// and a transaction that queries the label while it is renamed waits for the new name.
func (t *tx) holdLabel() string {
	if t.readOnly {
		return ""
	}
	return t.dialect.holdRow
}

// Labels implements catalogue.Tx.
func (t *tx) Labels(kind catalogue.LabelKind) ([]catalogue.Label, error) {
	return all(t, scanLabel, `SELECT `+labelColumns+` FROM labels WHERE kind = $1 AND products > 0 ORDER BY sort_key, id`,
		kind)
}

// countLabel notes a change of how many products carry a label.
func (t *tx) countLabel(label *catalogue.Label, change int) {
	if label == nil || change == 0 {
		return
	}
	if t.labelCounts == nil {
		t.labelCounts = map[int64]int{}
	}
	t.labelCounts[label.ID] += change
}

// writeLabelCounts writes what the transaction changed of the counts, each
// label once and always in the same order: two transactions that share labels
// wait for one another and never in a circle.
func (t *tx) writeLabelCounts() error {
	for _, id := range slices.Sorted(maps.Keys(t.labelCounts)) {
		if change := t.labelCounts[id]; change != 0 {
			// A label that was merged away meanwhile has no count to keep.
			if err := t.later(anyRows, `UPDATE labels SET products = products + $1 WHERE id = $2`, change, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// RenameLabel implements catalogue.Tx. What products repeat of the name is
// written again with it.
func (t *tx) RenameLabel(label catalogue.Label) error {
	clear(t.labels)
	before, err := t.LabelByID(label.Kind, label.ID)
	if err != nil {
		return err
	}
	if err := t.rewriteLabelled(before, label); err != nil {
		return err
	}
	err = t.change(`UPDATE labels SET name = $1, name_key = $2, sort_key = $3 WHERE id = $4`,
		label.Name, core.Fold(label.Name), core.SortKey(label.Name), label.ID)
	if err != nil {
		return err
	}
	return t.rewriteLate(before, label)
}

// MergeLabels implements catalogue.Tx.
func (t *tx) MergeLabels(kind catalogue.LabelKind, fromID, intoID int64) error {
	clear(t.labels)
	from, err := t.LabelByID(kind, fromID)
	if err != nil {
		return err
	}
	into, err := t.LabelByID(kind, intoID)
	if err != nil {
		return err
	}
	if err := t.rewriteLabelled(from, into); err != nil {
		return err
	}
	if _, err := one(t, scanID, `SELECT id FROM labels WHERE id = $1`+t.dialect.lockRow, fromID); err != nil {
		return err
	}
	if err := t.rewriteLate(from, into); err != nil {
		return err
	}
	if _, err := t.exec(`DELETE FROM product_tags WHERE label_id = $1`, fromID); err != nil {
		return err
	}
	for _, table := range []string{"stocktakes", "forecast_events"} {
		if _, err := t.exec(`UPDATE `+table+` SET category_id = $1 WHERE category_id = $2`, intoID, fromID); err != nil {
			return err
		}
	}
	if err := t.forgetCategory(fromID); err != nil {
		return err
	}
	return t.change(`DELETE FROM labels WHERE id = $1`, fromID)
}

func encodeTags(tags []string) (string, error) {
	if tags == nil {
		tags = []string{}
	}
	text, err := json.Marshal(tags)
	return string(text), err
}

// decodeTags reads what encodeTags wrote. Every product that is read has tags, and
// hardly any tag has a character that JSON writes in another way.
func decodeTags(text string) (tags []string, err error) {
	inside, is := strings.CutPrefix(text, `["`)
	if !is || strings.ContainsRune(text, '\\') {
		err = json.Unmarshal([]byte(text), &tags)
		return tags, err
	}
	return strings.Split(strings.TrimSuffix(inside, `"]`), `","`), nil
}
