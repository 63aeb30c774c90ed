package shoptest

import (
	"errors"
	"testing"

	"estante/internal/core"
	"estante/internal/outbox"
)

// Bell is the kinds of notifications that a user has.
func (s *Office) Bell(t *testing.T, user core.User) (kinds []outbox.NotificationKind) {
	t.Helper()
	inbox, err := s.Outbox.Notifications(t.Context(), core.Actor{User: user}, core.Page{Number: 1, Size: 20})
	for _, notification := range Must(t, inbox, err).Rows {
		kinds = append(kinds, notification.Kind)
	}
	return kinds
}

func MustBlame(t *testing.T, err error, field string) {
	t.Helper()
	var known *core.Error
	if !errors.As(err, &known) || len(known.Fields) != 1 || len(known.Fields[field]) != 1 {
		t.Errorf("blamed %v, want %s", err, field)
	}
}
