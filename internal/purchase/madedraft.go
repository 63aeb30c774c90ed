package purchase

import "estante/internal/core"

// MadeDraft is a draft that something else than a person's form made, as it was then.
type MadeDraft struct {
	ID      int64 `json:"id"`
	Version int64 `json:"version"`
}

// MakeDraft keeps a draft. The detail says in its history where it comes from.
func MakeDraft(tx Tx, actor core.Actor, fields Fields, detail string) (MadeDraft, error) {
	id, err := createDraft(tx, actor, fields, detail)
	if err != nil {
		return MadeDraft{}, err
	}
	made, err := tx.PurchaseByID(id)
	return MadeDraft{id, made.Version}, err
}

// CheckDraft says what making a draft would refuse, and makes none.
func CheckDraft(tx Tx, fields Fields) error {
	p := Purchase{SupplierID: fields.SupplierID, Status: Draft, LocationID: fields.LocationID, Notes: fields.Notes}
	_, _, err := p.prepare(tx, fields.Lines)
	return err
}

// Obstacle says what became of the draft, where it can no longer be taken back; empty where it is as it was made.
func (d MadeDraft) Obstacle(tx Tx) (string, error) {
	row, err := tx.PurchaseByID(d.ID)
	switch {
	case core.IsNotFound(err):
		return "la compra ya se ha eliminado", nil
	case err != nil:
		return "", err
	case row.Number != "" || row.Status != Draft:
		return "la compra ya se ha enviado", nil
	case row.Version != d.Version:
		return "la compra ha cambiado desde entonces", nil
	}
	return "", nil
}

// TakeBack throws the draft away, unless something became of it, which it says.
func (d MadeDraft) TakeBack(tx Tx, actor core.Actor) (obstacle string, err error) {
	if _, err := tx.LockPurchase(d.ID); err != nil && !core.IsNotFound(err) {
		return "", err
	}
	if obstacle, err = d.Obstacle(tx); err != nil || obstacle != "" {
		return obstacle, err
	}
	p, err := tx.LockPurchase(d.ID)
	if err != nil {
		return "", err
	}
	return "", throwAway(tx, actor, p)
}
