package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"estante/internal/core"
	"estante/internal/ledger"
)

// answerMemory remembers whole answers as they were sent, as long as nothing at all has
// changed in the memory behind the door. To answer the same request once more then takes a
// check of the caller, and neither a query nor its JSON.
type answerMemory struct {
	// most is about how many bytes it keeps.
	most int
	// lastsFull says that nothing is forgotten for another answer once there is no
	// room left, until something changes.
	lastsFull bool

	mu    sync.RWMutex
	of    answerState
	known map[answerAddress]answer
	bytes int
}

// answerState is what every answer depends on. A day begins with a quarter of an
// hour in every time zone.
type answerState struct {
	generation core.Generation
	quarter    int64
}

// stateOf is how everything is now.
func (a *API) stateOf(ctx context.Context) answerState {
	return answerState{a.inv.Core.Generation(ctx), a.inv.Core.Now().UnixMicro() / ledger.QuarterHour.Microseconds()}
}

// answerAddress is what was asked, and whether it was answered without the costs.
type answerAddress struct {
	path, query string
	withheld    bool
}

type answer struct {
	// route and action are of the operation: a user who may not call it gets nothing.
	route string
	// costly says that it can tell costs: a user who may not read them gets another.
	costly            bool
	action            core.Action
	contentType, etag string
	body              []byte
}

// The limits of what is remembered: all answers, those about one thing each, and a
// single one. answerBytes is about what it takes to remember one besides its texts.
const (
	answerBytes     = 256
	answersBytesMax = 8 << 20
	thingsBytesMax  = 32 << 20
	answerBytesMax  = 256 << 10
)

// find returns an answer that is known, or says whether there is room for it.
func (m *answerMemory) find(at answerAddress, now answerState) (found answer, known, room bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.of != now {
		return answer{}, false, true
	}
	found, known = m.known[at]
	return found, known, !m.lastsFull || m.bytes < m.most
}

// keep remembers an answer until something changes.
func (m *answerMemory) keep(at answerAddress, asked answerState, given answer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	full := m.bytes >= m.most
	if m.of != asked || full && !m.lastsFull {
		m.of, m.known, m.bytes, full = asked, map[answerAddress]answer{}, 0, false
	}
	if _, known := m.known[at]; !full && !known {
		m.bytes += answerBytes + len(at.path) + len(at.query) + len(given.body)
		m.known[at] = given
	}
}

// memoryOf is where the answers of an address are remembered. Those about one thing,
// whose address ends with its number, have a place of their own: there are as many
// as there are things, and they would drive the lists out, which many ask for.
func (a *API) memoryOf(path string) *answerMemory {
	if number := strings.TrimSuffix(path, "/"); number != "" && number[len(number)-1] >= '0' &&
		number[len(number)-1] <= '9' {
		return &a.things
	}
	return &a.answers
}

// answerAgain gives an answer that still holds to a caller who may have it. Other callers
// are left to the guard.
func (a *API) answerAgain(w *observed, r *http.Request) bool {
	now := w.from.came
	if now.generation == 0 || r.Method != http.MethodGet {
		return false
	}
	memory, asked := a.memoryOf(r.URL.Path), answerAddress{path: r.URL.Path, query: r.URL.RawQuery}
	given, known, room := memory.find(asked, now)
	if !known {
		asked.withheld = true
		given, known, room = memory.find(asked, now)
	}
	if w.from.room = room; !known {
		return false
	}
	actor, _, err := a.inv.Accounts.AuthenticateIn(r.Context(), now.generation, bearer(r.Header.Get("Authorization")))
	if err != nil || !actor.Role.May(given.action) {
		return false
	}
	if withheld := given.costly && !actor.Role.May(core.ReadCosts); withheld != asked.withheld {
		asked.withheld = withheld
		if given, known, _ = memory.find(asked, now); !known {
			return false
		}
	}
	w.from.route = given.route
	header := w.Header()
	header.Set("Content-Type", given.contentType)
	header.Set("Content-Length", strconv.Itoa(len(given.body)))
	if given.etag != "" {
		header.Set("ETag", given.etag)
	}
	_, _ = w.Write(given.body) // A client that has left does not read it.
	return true
}

// keepAnswer remembers an answer that may be given again. What has changed since
// the request came makes it newer than it is taken for, which harms nobody: then
// nobody asks in that state any more.
func (a *API) keepAnswer(w *observed, r *http.Request) {
	from := w.from
	if from.came.generation == 0 || len(w.copied) == 0 || len(w.copied) > answerBytesMax {
		return
	}
	a.memoryOf(r.URL.Path).keep(answerAddress{r.URL.Path, r.URL.RawQuery, from.withheld}, from.came, answer{
		route: from.route, action: from.keeps, costly: from.costly, contentType: w.Header().Get("Content-Type"),
		etag: w.Header().Get("ETag"), body: w.copied,
	})
}
