package api_test

import (
	"fmt"
	"testing"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/outbox"
)

// notify leaves a notification in a user's inbox.
func (s *stack) notify(t *testing.T, user core.User, title string) (id int64) {
	t.Helper()
	s.write(t, func(tx inventory.Tx) (err error) {
		id, err = tx.InsertNotification(outbox.Notification{
			UserID: user.ID, Kind: outbox.NotifyAccountPending, Title: title, Message: "Mensaje", Link: "/configuracion",
			CreatedAt: tx.Now(),
		})
		if err != nil {
			return err
		}
		return tx.Emit(core.Event{Topic: core.TopicNotifications, ID: id, UserID: user.ID})
	})
	return id
}

func TestNotifications(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		ana, luis := s.person(t, "ana", core.Viewer), s.person(t, "luis", core.Administrator)
		hers, his := s.session(t, ana), s.session(t, luis)
		first, second := s.notify(t, ana, "Primera"), s.notify(t, ana, "Segunda")
		s.notify(t, luis, "De otro")
		inbox := func(token, query string, count, unread float64) reply {
			t.Helper()
			answer := s.get(t, token, "/api/notifications/"+query).mustBe(t, 200)
			if answer.field(t, "count") != count || answer.field(t, "unread") != unread {
				t.Errorf("inbox%s is %s, want %v and %v", query, answer.body, count, unread)
			}
			return answer
		}
		if got := inbox(hers, "?limit=1", 2, 2).field(t, "results.0.title"); got != "Segunda" {
			t.Errorf("the newest is %v", got)
		}
		if got := inbox(hers, "?limit=1&page=2", 2, 2).field(t, "results.0.title"); got != "Primera" {
			t.Errorf("the second page begins with %v", got)
		}
		// Another user's is not there at all, not even for an administrator.
		s.do(t, call{
			method: "POST", path: fmt.Sprintf("/api/notifications/%d/read/", first), token: his,
		}).mustSay(t, 404, "No encontrado")
		inbox(hers, "", 2, 2)
		for range 2 {
			s.do(t, call{method: "POST", path: fmt.Sprintf("/api/notifications/%d/read/", second), token: hers}).mustBe(t, 204)
			if got := inbox(hers, "", 2, 1).field(t, "results.0.isRead"); got != true {
				t.Errorf("the one read says %v", got)
			}
		}
		for range 2 {
			s.do(t, call{method: "POST", path: "/api/notifications/read-all/", token: hers}).mustBe(t, 204)
			inbox(hers, "", 2, 0)
		}
		inbox(his, "", 1, 1)
	})
}
