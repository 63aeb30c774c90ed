package store_test

import (
	"errors"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/outbox"
	"estante/internal/store"
	"estante/internal/store/storetest"
)

func TestAnInboxIsOnesOwnAndCountsTheUnread(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		clock := newClock()
		db := storetest.Open(t, clock.options(options))
		ana, eva := insertUser(t, db, person("ana", "Ana")), insertUser(t, db, person("eva", "Eva"))
		var ids []int64
		for i, user := range []core.User{ana, ana, ana, eva} {
			write(t, db, func(tx inventory.Tx) error {
				id, err := tx.InsertNotification(outbox.Notification{
					UserID: user.ID, Kind: outbox.NotifyAccountPending, Title: "Título", Message: "Mensaje", Link: "/x",
					CreatedAt: clock.now.Add(time.Duration(i) * time.Second),
				})
				ids = append(ids, id)
				return err
			})
		}
		inbox := func(user core.User) (inbox outbox.Inbox) {
			read(t, db, func(tx inventory.Tx) (err error) {
				inbox, err = tx.Notifications(user.ID, core.Page{Number: 1, Size: 2})
				return err
			})
			return inbox
		}
		if box := inbox(ana); box.Unread != 3 || box.Count.N != 3 || len(box.Rows) != 2 || box.Rows[0].ID != ids[2] ||
			box.Rows[0].Read {
			t.Errorf("the inbox is %+v", box)
		}
		write(t, db, func(tx inventory.Tx) error { return tx.ReadNotification(ana.ID, ids[2]) })
		if box := inbox(ana); box.Unread != 2 || !box.Rows[0].Read || box.Rows[1].Read {
			t.Errorf("the inbox is %+v", box)
		}
		if err := core.Write(t.Context(), db, func(tx inventory.Tx) error {
			return tx.ReadNotification(ana.ID, ids[3])
		}); !errors.Is(err, core.ErrNotFound) {
			t.Errorf("reading somebody else's ended with %v", err)
		}
		write(t, db, func(tx inventory.Tx) error { return tx.ReadNotifications(ana.ID) })
		if box := inbox(ana); box.Unread != 0 || box.Count.N != 3 {
			t.Errorf("the inbox is %+v", box)
		}
		if box := inbox(eva); box.Unread != 1 {
			t.Errorf("somebody else's inbox is %+v", box)
		}
	})
}

func TestAuditRowsAreListedNewestFirst(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, options store.Options) {
		clock := newClock()
		db := storetest.Open(t, clock.options(options))
		write(t, db, func(tx inventory.Tx) error {
			for i, noun := range []string{"user", "user", "settings"} {
				err := tx.InsertAudit(core.AuditRow{
					At: clock.now.Add(time.Duration(i) * time.Second), ActorID: int64(i), ActorName: "Ana", Action: core.AuditUpdate,
					Noun: noun, NounID: int64(i + 1), Before: `{"a":1}`, After: "",
				})
				if err != nil {
					return err
				}
			}
			return nil
		})
		for _, test := range []struct {
			filter core.AuditFilter
			want   []int64
		}{
			{core.AuditFilter{}, []int64{3, 2, 1}},
			{core.AuditFilter{Noun: "user"}, []int64{2, 1}},
			{core.AuditFilter{Noun: "user", NounID: 1}, []int64{1}},
			{core.AuditFilter{ActorID: 2}, []int64{3}},
			{core.AuditFilter{From: clock.now.Add(time.Second)}, []int64{3, 2}},
			{core.AuditFilter{To: clock.now.Add(time.Second)}, []int64{1}},
			{core.AuditFilter{Page: core.Page{Number: 2, Size: 2}}, []int64{1}},
		} {
			read(t, db, func(tx inventory.Tx) error {
				rows, err := tx.ListAudit(test.filter)
				var ids []int64
				for _, row := range rows.Rows {
					ids = append(ids, row.NounID)
				}
				if len(ids) != len(test.want) || ids[0] != test.want[0] || ids[len(ids)-1] != test.want[len(test.want)-1] {
					t.Errorf("%+v shows %v", test.filter, ids)
				}
				return err
			})
		}
	})
}
