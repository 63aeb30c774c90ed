package inventory_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"estante/internal/inventory"
)

// wants is a notice with one mode of e-mail for every level.
func wants(mode inventory.MailMode) inventory.Notice {
	levels := map[inventory.AlertLevel]inventory.NoticeChoice{}
	for _, level := range inventory.AlertLevels {
		levels[level] = inventory.NoticeChoice{Bell: true, Mail: mode}
	}
	return inventory.Notice{Levels: levels, DigestMinute: 8 * 60}
}

// reader is somebody with a choice of how to hear of alerts.
func (s *office) reader(t *testing.T, name string, notice inventory.Notice) inventory.User {
	t.Helper()
	user := s.open(t, name, password)
	s.choose(t, user, notice)
	return user
}

func (s *office) choose(t *testing.T, user inventory.User, notice inventory.Notice) inventory.Notice {
	t.Helper()
	kept, err := s.UpdateNotice(t.Context(), inventory.Actor{User: user}, notice)
	return must(t, kept, err)
}

// runsOut is a product of which nothing is left any more: an alert.
func (s *office) runsOut(t *testing.T, sku string) inventory.Product {
	t.Helper()
	product, err := s.CreateProduct(t.Context(), clerk, inventory.ProductFields{SKU: ptr(sku), Name: ptr("Taladro " + sku), Stock: ptr(int64(20)), MinStock: ptr(ptr(int64(3)))})
	must(t, product, err)
	_, err = s.AdjustStock(t.Context(), clerk, product.ID, adjust("remove", 20))
	must(t, true, err)
	return product
}

// mailed has everything that is due made and sent.
func (s *office) mailed(t *testing.T, box *mailbox) {
	t.Helper()
	for made := 1; made > 0; {
		var err error
		made, err = s.BuildDigests(t.Context())
		must(t, made, err)
	}
	for s.deliver(t, box) > 0 {
	}
}

// at turns the clock to an hour of Madrid, today or some days later.
func (s *office) at(t *testing.T, days int, clock string) {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Madrid")
	must(t, zone, err)
	hour, err := time.Parse("15:04", clock)
	must(t, hour, err)
	now := s.now().In(zone)
	wanted := time.Date(now.Year(), now.Month(), now.Day()+days, hour.Hour(), hour.Minute(), 0, 0, zone)
	s.pass(wanted.Sub(now))
}

// The first alert leaves at once; those that follow soon are gathered into one.
func TestAlertsAreMailedAtOnceAndGathered(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		s.reader(t, "lucia", wants(inventory.MailNow))
		s.reader(t, "nadie", wants(inventory.MailNever))
		box := &mailbox{}
		product := s.runsOut(t, "A")
		if s.mailed(t, box); len(box.letters) != 1 {
			t.Fatalf("%d letters", len(box.letters))
		}
		first := box.letters[0]
		if first.To != "lucia@example.com" || first.Subject != "Sin stock: Taladro A" || !strings.Contains(first.Text, "https://estante.example.com/alertas-stock/") {
			t.Errorf("the letter is %+v", first)
		}
		s.runsOut(t, "B")
		s.runsOut(t, "C")
		if s.mailed(t, box); len(box.letters) != 1 {
			t.Errorf("%d letters within a minute", len(box.letters))
		}
		s.pass(5 * time.Minute)
		if s.mailed(t, box); len(box.letters) != 2 || !strings.HasPrefix(box.letters[1].Subject, "2 alertas") || strings.Contains(box.letters[1].Text, "Taladro A") {
			t.Errorf("gathered: %+v", box.letters[len(box.letters)-1])
		}
		if box.letters[0].ID == box.letters[1].ID || !strings.HasSuffix(first.ID, "@estante.example.com") {
			t.Errorf("they are called %s and %s", box.letters[0].ID, box.letters[1].ID)
		}
		// Getting better is no news.
		_, err := s.AdjustStock(t.Context(), clerk, product.ID, adjust("add", 50))
		must(t, true, err)
		s.pass(time.Hour)
		if s.mailed(t, box); len(box.letters) != 2 {
			t.Errorf("%d letters", len(box.letters))
		}
	})
}

// Level, category and bell are each person's own choice.
func TestPeopleChooseWhatTheyHear(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		tools, err := s.CreateProduct(t.Context(), clerk, inventory.ProductFields{
			SKU: ptr("H"), Name: ptr("Sierra"), Stock: ptr(int64(20)), MinStock: ptr(ptr(int64(3))), Category: &inventory.LabelRef{Name: "Herramientas"},
		})
		must(t, tools, err)
		onlyOut := wants(inventory.MailNever)
		onlyOut.Levels[inventory.AlertOut] = inventory.NoticeChoice{Bell: true, Mail: inventory.MailNow}
		onlyOut.Levels[inventory.AlertCritical] = inventory.NoticeChoice{Bell: false, Mail: inventory.MailNever}
		without, with := wants(inventory.MailNow), wants(inventory.MailNow)
		without.Categories, with.Categories = []int64{0}, []int64{tools.Category.ID}
		people := map[string]inventory.User{
			"fuera": s.reader(t, "fuera", onlyOut), "sin": s.reader(t, "sin", without), "con": s.reader(t, "con", with),
		}
		box := &mailbox{}
		_, err = s.AdjustStock(t.Context(), clerk, tools.ID, adjust("remove", 18)) // Critical.
		must(t, true, err)
		s.mailed(t, box)
		if len(box.letters) != 1 || box.letters[0].To != "con@example.com" {
			t.Errorf("critical tools: %+v", box.letters)
		}
		if bells := len(s.bell(t, people["fuera"])); bells != 0 {
			t.Errorf("the bell that was to be still rang %d times", bells)
		}
		s.pass(time.Hour)
		_, err = s.AdjustStock(t.Context(), clerk, tools.ID, adjust("remove", 2)) // Out.
		must(t, true, err)
		s.mailed(t, box)
		if len(box.letters) != 3 || len(s.bell(t, people["fuera"])) != 1 || len(s.bell(t, people["sin"])) != 2 {
			t.Errorf("%d letters; bells %v and %v", len(box.letters), s.bell(t, people["fuera"]), s.bell(t, people["sin"]))
		}
	})
}

// In quiet hours nothing leaves; at their end one letter tells everything.
func TestQuietHoursDelay(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		notice := wants(inventory.MailNow)
		notice.Quiet = &inventory.QuietHours{From: 22 * 60, To: 7*60 + 30}
		user := s.reader(t, "lucia", notice)
		box := &mailbox{}
		s.at(t, 0, "23:30")
		s.runsOut(t, "A")
		s.at(t, 1, "02:00")
		s.runsOut(t, "B")
		s.mailed(t, box)
		s.at(t, 0, "07:29")
		if s.mailed(t, box); len(box.letters) != 0 {
			t.Fatalf("a letter in the night: %+v", box.letters)
		}
		s.at(t, 0, "07:30")
		if s.mailed(t, box); len(box.letters) != 1 || !strings.HasPrefix(box.letters[0].Subject, "2 alertas") {
			t.Errorf("in the morning: %+v", box.letters)
		}
		s.at(t, 0, "22:00")
		s.runsOut(t, "C")
		if s.mailed(t, box); len(box.letters) != 1 {
			t.Error("the first quiet minute was not quiet")
		}
		notice.Quiet = nil
		s.choose(t, user, notice)
		if s.mailed(t, box); len(box.letters) != 2 {
			t.Error("what waited for quiet hours that are none any more still waits")
		}
	})
}

// A digest is made once a day at its hour, by the business's clock, also in the
// nights when that clock changes, and not on days without news.
func TestDigestOnceADay(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		s.clock = time.Date(2026, 10, 23, 10, 0, 0, 0, time.UTC) // Clocks change on the 25th.
		user := s.reader(t, "lucia", wants(inventory.MailDaily))
		box := &mailbox{}
		for day := range 4 {
			s.runsOut(t, fmt.Sprint("A", day))
			s.at(t, 1, "07:59")
			if s.mailed(t, box); len(box.letters) != day {
				t.Fatalf("before the hour of day %d: %d letters", day, len(box.letters))
			}
			s.at(t, 0, "08:00")
			for range 3 {
				s.mailed(t, box)
			}
			if len(box.letters) != day+1 || !strings.Contains(box.letters[day].Text, fmt.Sprint("Taladro A", day)) || !strings.HasPrefix(box.letters[day].Subject, "Resumen del día: 1 alerta") {
				t.Fatalf("day %d: %d letters, %+v", day, len(box.letters), box.letters[len(box.letters)-1])
			}
			s.pass(time.Hour)
			s.mailed(t, box)
		}
		// Another hour of the same day makes no second one.
		s.runsOut(t, "B")
		later := wants(inventory.MailDaily)
		later.DigestMinute = 20 * 60
		s.choose(t, user, later)
		s.at(t, 0, "20:30")
		if s.mailed(t, box); len(box.letters) != 4 {
			t.Error("two digests on one day")
		}
		// Another time zone moves the hour.
		_, err := s.UpdateSettings(t.Context(), inventory.System, inventory.SettingsChange{TimeZone: ptr("Atlantic/Canary")})
		must(t, true, err)
		s.at(t, 1, "20:59")
		if s.mailed(t, box); len(box.letters) != 4 {
			t.Error("made by the old clock")
		}
		s.at(t, 0, "21:00")
		if s.mailed(t, box); len(box.letters) != 5 {
			t.Error("not made by the new clock")
		}
		s.at(t, 1, "23:00")
		if s.mailed(t, box); len(box.letters) != 5 {
			t.Error("a digest of nothing")
		}
	})
}

// A digest at an hour that the change of clocks skips or repeats is made once
// all the same, and on time.
func TestDigestAtAnHourThatIsSkippedOrRepeated(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Madrid")
	must(t, zone, err)
	eachOffice(t, func(t *testing.T, s *office) {
		notice := wants(inventory.MailDaily)
		notice.DigestMinute = 2*60 + 30
		user := s.open(t, "lucia", password)
		box := &mailbox{}
		for _, change := range []struct {
			name string
			noon time.Time
			made []string
		}{
			{"repeated", time.Date(2026, 10, 23, 12, 0, 0, 0, zone), []string{"24 02:30", "25 02:30", "26 02:30"}},
			{"skipped", time.Date(2027, 3, 26, 12, 0, 0, 0, zone), []string{"27 02:30", "28 03:30", "29 02:30"}},
		} {
			s.clock = change.noon
			s.choose(t, user, wants(inventory.MailNever))
			s.choose(t, user, notice)
			box.letters = nil
			var when []string
			for day := range change.made {
				s.runsOut(t, fmt.Sprint(change.name, day))
				s.at(t, 1, "01:30")
				for range 8 {
					s.pass(30 * time.Minute)
					before := len(box.letters)
					s.mailed(t, box)
					for range len(box.letters) - before {
						when = append(when, s.now().In(zone).Format("02 15:04"))
					}
				}
				s.at(t, 0, "12:00")
			}
			if strings.Join(when, ", ") != strings.Join(change.made, ", ") {
				t.Errorf("%s: made at %v, want %v", change.name, when, change.made)
			}
		}
	})
}

// Whoever turns e-mails off gets none of what had been gathered.
func TestTurningMailOff(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		user := s.reader(t, "lucia", wants(inventory.MailDaily))
		s.runsOut(t, "A")
		s.choose(t, user, wants(inventory.MailNever))
		s.choose(t, user, wants(inventory.MailDaily))
		box := &mailbox{}
		s.pass(48 * time.Hour)
		if s.mailed(t, box); len(box.letters) != 0 {
			t.Errorf("sent all the same: %+v", box.letters)
		}
	})
}

// A letter about alerts is never given up for a server that is down, and says
// the same under the same name whenever it gets through; what comes meanwhile
// is another letter. A server's last word ends it.
func TestAlertsAreMailedHoweverLate(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		s.reader(t, "lucia", wants(inventory.MailNow))
		s.runsOut(t, "A")
		box := &mailbox{down: errors.New("el servidor de correo no responde")}
		for range 3 * len(inventory.MessagePauses) {
			s.mailed(t, box)
			s.pass(13 * time.Hour)
		}
		s.runsOut(t, "B")
		box.down = nil
		s.mailed(t, box)
		s.pass(13 * time.Hour)
		if s.mailed(t, box); len(box.letters) != 2 || strings.Contains(box.letters[0].Text, "Taladro B") == strings.Contains(box.letters[1].Text, "Taladro B") {
			t.Errorf("arrived: %+v", box.letters)
		}
		s.runsOut(t, "C")
		box.down = lastWord{errors.New("550 no such user")}
		for range 2 * len(inventory.MessagePauses) {
			s.pass(13 * time.Hour)
			s.mailed(t, box)
		}
		box.down = nil
		s.pass(13 * time.Hour)
		if s.mailed(t, box); len(box.letters) != 2 {
			t.Error("tried again although the server will never take it")
		}
	})
}

type lastWord struct{ error }

func (lastWord) Permanent() bool { return true }

func TestANoticeIsCheckedAtItsFields(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		user := s.open(t, "lucia", password)
		for field, spoil := range map[string]func(*inventory.Notice){
			"digestTime":         func(n *inventory.Notice) { n.DigestMinute = -1 },
			"quietFrom":          func(n *inventory.Notice) { n.Quiet = &inventory.QuietHours{From: 1440, To: 7} },
			"quietTo":            func(n *inventory.Notice) { n.Quiet = &inventory.QuietHours{From: 60, To: 60} },
			"categories":         func(n *inventory.Notice) { n.Categories = []int64{} },
			"out_of_stock.email": func(n *inventory.Notice) { n.Levels[inventory.AlertOut] = inventory.NoticeChoice{Mail: "siempre"} },
		} {
			notice := wants(inventory.MailNow)
			spoil(&notice)
			_, err := s.UpdateNotice(t.Context(), inventory.Actor{User: user}, notice)
			mustBlame(t, err, field)
		}
		kept, err := s.Notice(t.Context(), inventory.Actor{User: user})
		if must(t, kept, err); !kept.Levels[inventory.AlertLow].Bell || kept.Levels[inventory.AlertLow].Mail != inventory.MailNever {
			t.Errorf("who chose nothing has %+v", kept)
		}
	})
}

// Of processes that look at the same moment one makes a digest.
func TestProcessesMakeADigestOnce(t *testing.T) {
	eachOffice(t, func(t *testing.T, s *office) {
		s.reader(t, "lucia", wants(inventory.MailDaily))
		s.runsOut(t, "A")
		s.pass(24 * time.Hour)
		var made atomic.Int64
		var together sync.WaitGroup
		for range 6 {
			together.Go(func() {
				some, err := s.BuildDigests(t.Context())
				if err != nil {
					t.Error(err)
				}
				made.Add(int64(some))
			})
		}
		together.Wait()
		box := &mailbox{}
		if s.mailed(t, box); made.Load() != 1 || len(box.letters) != 1 {
			t.Errorf("made %d times, %d letters", made.Load(), len(box.letters))
		}
	})
}
