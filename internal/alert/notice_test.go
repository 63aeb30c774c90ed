package alert_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"estante/internal/alert"
	"estante/internal/catalogue"
	"estante/internal/core"
	"estante/internal/outbox"
	"estante/internal/shoptest"
)

// wants is a notice with one mode of e-mail for every level.
func wants(mode alert.MailMode) alert.Notice {
	levels := map[alert.Level]alert.NoticeChoice{}
	for _, level := range alert.Levels {
		levels[level] = alert.NoticeChoice{Bell: true, Mail: mode}
	}
	return alert.Notice{Levels: levels, DigestMinute: 8 * 60}
}

// The first alert leaves at once; those that follow soon are gathered into one.
func TestAlertsAreMailedAtOnceAndGathered(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Reader(t, "lucia", wants(alert.MailNow))
		s.Reader(t, "nadie", wants(alert.MailNever))
		box := &shoptest.Mailbox{}
		product := s.RunsOut(t, "A")
		if s.Mailed(t, box); len(box.Letters) != 1 {
			t.Fatalf("%d letters", len(box.Letters))
		}
		first := box.Letters[0]
		if first.To != "lucia@example.com" || first.Subject != "Sin stock: Taladro A" ||
			!strings.Contains(first.Text, "https://estante.example.com/alertas-stock/") {
			t.Errorf("the letter is %+v", first)
		}
		s.RunsOut(t, "B")
		s.RunsOut(t, "C")
		if s.Mailed(t, box); len(box.Letters) != 1 {
			t.Errorf("%d letters within a minute", len(box.Letters))
		}
		s.Pass(5 * time.Minute)
		if s.Mailed(t, box); len(box.Letters) != 2 || !strings.HasPrefix(box.Letters[1].Subject, "2 alertas") ||
			strings.Contains(box.Letters[1].Text, "Taladro A") {
			t.Errorf("gathered: %+v", box.Letters[len(box.Letters)-1])
		}
		if box.Letters[0].ID == box.Letters[1].ID || !strings.HasSuffix(first.ID, "@estante.example.com") {
			t.Errorf("they are called %s and %s", box.Letters[0].ID, box.Letters[1].ID)
		}
		// Getting better is no news.
		_, err := s.Ledger.AdjustStock(t.Context(), shoptest.Clerk, product.ID, shoptest.Adjust("add", 50))
		shoptest.Must(t, true, err)
		s.Pass(time.Hour)
		if s.Mailed(t, box); len(box.Letters) != 2 {
			t.Errorf("%d letters", len(box.Letters))
		}
	})
}

// A product is named by people and by files, and an e-mail with a link in its name would look
// as if the shop had sent it.
func TestNamesOfProductsAreNoLinksInMails(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Reader(t, "lucia", wants(alert.MailNow))
		s.Reader(t, "ada", wants(alert.MailDaily))
		s.RunsOut(t, "https://mal.example/x www.mal.com")
		box := &shoptest.Mailbox{}
		s.Mailed(t, box)
		s.Pass(24 * time.Hour)
		s.Mailed(t, box)
		for _, letter := range box.Letters {
			if strings.Contains(letter.Subject+letter.Text, "mal.") ||
				!strings.Contains(letter.Text, "Sin stock: Taladro https mal example x www mal com\n") {
				t.Errorf("%s is told %q: %s", letter.To, letter.Subject, letter.Text)
			}
		}
		if len(box.Letters) != 2 {
			t.Errorf("%d letters", len(box.Letters))
		}
	})
}

// Level, category and bell are each person's own choice.
func TestPeopleChooseWhatTheyHear(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		tools, err := s.Ledger.CreateProduct(t.Context(), shoptest.Clerk, catalogue.ProductFields{
			SKU: shoptest.Ptr("H"), Name: shoptest.Ptr("Sierra"), Stock: shoptest.Ptr(int64(20)),
			MinStock: shoptest.Ptr(shoptest.Ptr(int64(3))), Category: &catalogue.LabelRef{Name: "Herramientas"},
		})
		shoptest.Must(t, tools, err)
		onlyOut := wants(alert.MailNever)
		onlyOut.Levels[alert.Out] = alert.NoticeChoice{Bell: true, Mail: alert.MailNow}
		onlyOut.Levels[alert.Critical] = alert.NoticeChoice{Bell: false, Mail: alert.MailNever}
		without, with := wants(alert.MailNow), wants(alert.MailNow)
		without.Categories, with.Categories = []int64{0}, []int64{tools.Category.ID}
		people := map[string]core.User{
			"fuera": s.Reader(t, "fuera", onlyOut), "sin": s.Reader(t, "sin", without), "con": s.Reader(t, "con", with),
		}
		box := &shoptest.Mailbox{}
		_, err = s.Ledger.AdjustStock(t.Context(), shoptest.Clerk, tools.ID, shoptest.Adjust("remove", 18)) // Critical.
		shoptest.Must(t, true, err)
		s.Mailed(t, box)
		if len(box.Letters) != 1 || box.Letters[0].To != "con@example.com" {
			t.Errorf("critical tools: %+v", box.Letters)
		}
		if bells := len(s.Bell(t, people["fuera"])); bells != 0 {
			t.Errorf("the bell that was to be still rang %d times", bells)
		}
		s.Pass(time.Hour)
		_, err = s.Ledger.AdjustStock(t.Context(), shoptest.Clerk, tools.ID, shoptest.Adjust("remove", 2)) // Out.
		shoptest.Must(t, true, err)
		s.Mailed(t, box)
		if len(box.Letters) != 3 || len(s.Bell(t, people["fuera"])) != 1 || len(s.Bell(t, people["sin"])) != 2 {
			t.Errorf("%d letters; bells %v and %v", len(box.Letters), s.Bell(t, people["fuera"]), s.Bell(t, people["sin"]))
		}
	})
}

// In quiet hours nothing leaves; at their end one letter tells everything.
func TestQuietHoursDelay(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		notice := wants(alert.MailNow)
		notice.Quiet = &alert.QuietHours{From: 22 * 60, To: 7*60 + 30}
		user := s.Reader(t, "lucia", notice)
		box := &shoptest.Mailbox{}
		s.At(t, 0, "23:30")
		s.RunsOut(t, "A")
		s.At(t, 1, "02:00")
		s.RunsOut(t, "B")
		s.Mailed(t, box)
		s.At(t, 0, "07:29")
		if s.Mailed(t, box); len(box.Letters) != 0 {
			t.Fatalf("a letter in the night: %+v", box.Letters)
		}
		s.At(t, 0, "07:30")
		if s.Mailed(t, box); len(box.Letters) != 1 || !strings.HasPrefix(box.Letters[0].Subject, "2 alertas") {
			t.Errorf("in the morning: %+v", box.Letters)
		}
		s.At(t, 0, "22:00")
		s.RunsOut(t, "C")
		if s.Mailed(t, box); len(box.Letters) != 1 {
			t.Error("the first quiet minute was not quiet")
		}
		notice.Quiet = nil
		s.Choose(t, user, notice)
		if s.Mailed(t, box); len(box.Letters) != 2 {
			t.Error("what waited for quiet hours that are none any more still waits")
		}
	})
}

// A digest is made once a day at its hour, by the business's clock, also in the
// nights when that clock changes, and not on days without news.
func TestDigestOnceADay(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Clock = time.Date(2026, 10, 23, 10, 0, 0, 0, time.UTC) // Clocks change on the 25th.
		user := s.Reader(t, "lucia", wants(alert.MailDaily))
		box := &shoptest.Mailbox{}
		for day := range 4 {
			s.RunsOut(t, fmt.Sprint("A", day))
			s.At(t, 1, "07:59")
			if s.Mailed(t, box); len(box.Letters) != day {
				t.Fatalf("before the hour of day %d: %d letters", day, len(box.Letters))
			}
			s.At(t, 0, "08:00")
			for range 3 {
				s.Mailed(t, box)
			}
			if len(box.Letters) != day+1 || !strings.Contains(box.Letters[day].Text, fmt.Sprint("Taladro A", day)) ||
				!strings.HasPrefix(box.Letters[day].Subject, "Resumen del día: 1 alerta") {
				t.Fatalf("day %d: %d letters, %+v", day, len(box.Letters), box.Letters[len(box.Letters)-1])
			}
			s.Pass(time.Hour)
			s.Mailed(t, box)
		}
		// Another hour of the same day makes no second one.
		s.RunsOut(t, "B")
		later := wants(alert.MailDaily)
		later.DigestMinute = 20 * 60
		s.Choose(t, user, later)
		s.At(t, 0, "20:30")
		if s.Mailed(t, box); len(box.Letters) != 4 {
			t.Error("two digests on one day")
		}
		// Another time zone moves the hour.
		_, err := s.UpdateSettings(t.Context(), core.System, core.SettingsChange{TimeZone: shoptest.Ptr("Atlantic/Canary")})
		shoptest.Must(t, true, err)
		s.At(t, 1, "20:59")
		if s.Mailed(t, box); len(box.Letters) != 4 {
			t.Error("made by the old clock")
		}
		s.At(t, 0, "21:00")
		if s.Mailed(t, box); len(box.Letters) != 5 {
			t.Error("not made by the new clock")
		}
		s.At(t, 1, "23:00")
		if s.Mailed(t, box); len(box.Letters) != 5 {
			t.Error("a digest of nothing")
		}
	})
}

// A digest at an hour that the change of clocks skips or repeats is made once
// all the same, and on time.
func TestDigestAtAnHourThatIsSkippedOrRepeated(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Madrid")
	shoptest.Must(t, zone, err)
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		notice := wants(alert.MailDaily)
		notice.DigestMinute = 2*60 + 30
		user := s.Open(t, "lucia", shoptest.Password)
		box := &shoptest.Mailbox{}
		for _, change := range []struct {
			name string
			noon time.Time
			made []string
		}{
			{"repeated", time.Date(2026, 10, 23, 12, 0, 0, 0, zone), []string{"24 02:30", "25 02:30", "26 02:30"}},
			{"skipped", time.Date(2027, 3, 26, 12, 0, 0, 0, zone), []string{"27 02:30", "28 03:30", "29 02:30"}},
		} {
			s.Clock = change.noon
			s.Choose(t, user, wants(alert.MailNever))
			s.Choose(t, user, notice)
			box.Letters = nil
			var when []string
			for day := range change.made {
				s.RunsOut(t, fmt.Sprint(change.name, day))
				s.At(t, 1, "01:30")
				for range 8 {
					s.Pass(30 * time.Minute)
					before := len(box.Letters)
					s.Mailed(t, box)
					for range len(box.Letters) - before {
						when = append(when, s.Now().In(zone).Format("02 15:04"))
					}
				}
				s.At(t, 0, "12:00")
			}
			if strings.Join(when, ", ") != strings.Join(change.made, ", ") {
				t.Errorf("%s: made at %v, want %v", change.name, when, change.made)
			}
		}
	})
}

// A user who turns e-mails off gets none of what had been gathered.
func TestTurningMailOff(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		user := s.Reader(t, "lucia", wants(alert.MailDaily))
		s.RunsOut(t, "A")
		s.Choose(t, user, wants(alert.MailNever))
		s.Choose(t, user, wants(alert.MailDaily))
		box := &shoptest.Mailbox{}
		s.Pass(48 * time.Hour)
		if s.Mailed(t, box); len(box.Letters) != 0 {
			t.Errorf("sent all the same: %+v", box.Letters)
		}
	})
}

// A letter about alerts is never given up for a server that is down, and says
// the same under the same name whenever it gets through; what comes meanwhile
// is another letter. A server's last word ends it.
func TestAlertsAreMailedHoweverLate(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Reader(t, "lucia", wants(alert.MailNow))
		s.RunsOut(t, "A")
		box := &shoptest.Mailbox{Down: errors.New("el servidor de correo no responde")}
		for range 3 * len(outbox.MessagePauses) {
			s.Mailed(t, box)
			s.Pass(13 * time.Hour)
		}
		s.RunsOut(t, "B")
		box.Down = nil
		s.Mailed(t, box)
		s.Pass(13 * time.Hour)
		if s.Mailed(t, box); len(box.Letters) != 2 ||
			strings.Contains(box.Letters[0].Text, "Taladro B") == strings.Contains(box.Letters[1].Text, "Taladro B") {
			t.Errorf("arrived: %+v", box.Letters)
		}
		s.RunsOut(t, "C")
		box.Down = lastWord{errors.New("550 no such user")}
		for range 2 * len(outbox.MessagePauses) {
			s.Pass(13 * time.Hour)
			s.Mailed(t, box)
		}
		box.Down = nil
		s.Pass(13 * time.Hour)
		if s.Mailed(t, box); len(box.Letters) != 2 {
			t.Error("tried again although the server will never take it")
		}
	})
}

type lastWord struct{ error }

func (lastWord) Permanent() bool { return true }

func TestANoticeIsCheckedAtItsFields(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		user := s.Open(t, "lucia", shoptest.Password)
		for field, spoil := range map[string]func(*alert.Notice){
			"digestTime":         func(n *alert.Notice) { n.DigestMinute = -1 },
			"quietFrom":          func(n *alert.Notice) { n.Quiet = &alert.QuietHours{From: 1440, To: 7} },
			"quietTo":            func(n *alert.Notice) { n.Quiet = &alert.QuietHours{From: 60, To: 60} },
			"categories":         func(n *alert.Notice) { n.Categories = []int64{} },
			"out_of_stock.email": func(n *alert.Notice) { n.Levels[alert.Out] = alert.NoticeChoice{Mail: "siempre"} },
		} {
			notice := wants(alert.MailNow)
			spoil(&notice)
			_, err := s.Alerts.UpdateNotice(t.Context(), core.Actor{User: user}, notice)
			shoptest.MustBlame(t, err, field)
		}
		kept, err := s.Alerts.Notice(t.Context(), core.Actor{User: user})
		if shoptest.Must(t, kept, err); !kept.Levels[alert.Low].Bell || kept.Levels[alert.Low].Mail != alert.MailNever {
			t.Errorf("who chose nothing has %+v", kept)
		}
	})
}

// Of processes that look at the same moment one makes a digest.
func TestProcessesMakeADigestOnce(t *testing.T) {
	shoptest.EachOffice(t, func(t *testing.T, s *shoptest.Office) {
		s.Reader(t, "lucia", wants(alert.MailDaily))
		s.RunsOut(t, "A")
		s.Pass(24 * time.Hour)
		var made atomic.Int64
		var together sync.WaitGroup
		for range 6 {
			together.Go(func() {
				some, err := s.Alerts.BuildDigests(t.Context())
				if err != nil {
					t.Error(err)
				}
				made.Add(int64(some))
			})
		}
		together.Wait()
		box := &shoptest.Mailbox{}
		if s.Mailed(t, box); made.Load() != 1 || len(box.Letters) != 1 {
			t.Errorf("made %d times, %d letters", made.Load(), len(box.Letters))
		}
	})
}
