package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// proveRequests is how many requests TestGeneratedRequests makes instead of a
// few; see make prove.
const proveRequests = "PROVE_REQUESTS"

// stranger sends generated requests and looks at every answer.
type stranger struct {
	*generator
	stack      *stack
	operations []asked
	people     map[core.Role]core.User
	hired      int
	statuses   map[int]int
}

// asked is an operation with where it is.
type asked struct {
	method, path string
	operation
}

// costly are operations that spend a tenth of a second on a password.
var costly = []string{"login", "register", "createUser", "updateUser", "changePassword", "resetPassword"}

// Whatever is asked, the answer is one that the document describes: nothing
// breaks, nothing is half done, what was taken is what is there afterwards, and
// the books are right in the end.
func TestGeneratedRequests(t *testing.T) {
	requests := 300
	if text := os.Getenv(proveRequests); text != "" {
		var err error
		if requests, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	each(t, func(t *testing.T, s *stack) {
		g := &stranger{
			generator: &generator{dice: rand.New(rand.NewPCG(8, 2026)), wild: 6},
			stack:     s, people: map[core.Role]core.User{}, statuses: map[int]int{},
		}
		parsed().operations(func(method, path string, op operation) {
			if op.OperationID != "streamEvents" { // It has no end.
				g.operations = append(g.operations, asked{method, path, op})
			}
		})
		g.furnish(t)
		for n := range requests {
			g.ask(t)
			if n%250 == 0 {
				g.work(t)
			}
			if t.Failed() {
				t.Fatalf("after %d requests", n+1)
			}
		}
		report, err := s.inv.Verify.Verify(t.Context(), nil)
		if err != nil || report.Problems > 0 {
			t.Errorf("verify found %+v, %v", report.Findings, err)
		}
		t.Logf("%d requests, answered %v; %d movements are right", requests, g.statuses, report.Movements)
	})
}

// furnish gives the first ids something to be the ids of.
func (g *stranger) furnish(t *testing.T) {
	t.Helper()
	for n := range 9 {
		sku, stock := fmt.Sprintf("GEN-%d", n), int64(10_000)
		if _, err := g.stack.inv.Ledger.CreateProduct(t.Context(), core.System, catalogue.ProductFields{
			SKU: &sku, Name: &sku,
			Stock: &stock,
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// work does what the server does beside answering.
func (g *stranger) work(t *testing.T) {
	t.Helper()
	inv := g.stack.inv
	for name, job := range map[string]func() error{
		"imports":    func() error { _, err := inv.Imports.WorkOnImports(t.Context()); return err },
		"deliveries": func() error { _, err := inv.Inbox.ProcessDeliveries(t.Context()); return err },
		"forecasts":  func() error { _, err := inv.Forecasts.WorkOnDueForecasts(t.Context()); return err },
		"reports":    func() error { _, err := inv.Forecasts.WorkOnForecastReports(t.Context()); return err },
		"sheets":     func() error { _, err := inv.Valuation.WorkOnSheets(t.Context()); return err },
		"folds":      func() error { _, err := inv.Valuation.WorkOnFolds(t.Context()); return err },
		"checks":     func() error { _, err := inv.Verify.RunLedgerChecks(t.Context()); return err },
	} {
		if err := job(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// ask sends one request.
func (g *stranger) ask(t *testing.T) {
	t.Helper()
	op := pick(g.generator, g.operations)
	for slices.Contains(costly, op.OperationID) && !g.one(20) {
		op = pick(g.generator, g.operations)
	}
	g.stack.clock.pass(time.Second)
	sent := call{method: op.method, path: g.path(parsed(), op.path, op.operation), header: map[string]string{}}
	if op.RequestBody != nil {
		g.fill(t, op, &sent)
	}
	if op.method != http.MethodGet && g.one(4) {
		sent.header["Idempotency-Key"] = "gen-" + strconv.Itoa(g.dice.IntN(3000))
	}
	if op.method != http.MethodGet && g.one(10) {
		sent.header["If-Match"] = pick(g.generator, []string{
			`"1"`, `"2"`, "*", "1", `W/"1"`, `"x"`,
			`"99999999999999999999"`,
		})
	}
	sent.token = g.somebody(t)
	answer := g.send(t, sent)
	if answer.status >= 500 {
		t.Errorf("%s %s %.2000s answered %d %s", sent.method, sent.path, sent.body, answer.status, answer.body)
	}
	if t.Failed() {
		t.Logf("%s %s %q %.3000s", sent.method, sent.path, sent.header, sent.body)
	}
	g.statuses[answer.status]++
	g.compare(t, op, answer)
}

// fill gives a request a body of the kind its operation takes.
func (g *stranger) fill(t *testing.T, op asked, sent *call) {
	t.Helper()
	if media, takes := op.RequestBody.Content["application/json"]; takes {
		sent.body = g.value(parsed(), media.Schema, "")
		return
	}
	content := pick(g.generator, []string{
		"SKU;Nombre;Stock Actual\nGEN-1;Uno;5\n", "SKU,Nombre\nGEN-2,Dos\n", "PK\x03\x04", "\x89PNG\r\n\x1a\n", "GIF89a",
		"<svg/>", "{}", "",
		`{"id":1,"line_items":[{"sku":"GEN-1","quantity":1}]}`, strings.Repeat(";", 5000), pick(g.generator, nasty),
		pick(g.generator, odd),
	})
	if _, form := op.RequestBody.Content["multipart/form-data"]; !form || g.one(20) {
		sent.body = content
		return
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile(pick(g.generator, []string{"file", "file", "file", "otro"}),
		pick(g.generator, []string{"a.csv", "b.xlsx", "c.png", "../d", ""}))
	if err != nil {
		t.Fatal(err)
	}
	_, _ = part.Write([]byte(content))
	_ = form.Close()
	sent.body, sent.header["Content-Type"] = body.String(), form.FormDataContentType()
}

// somebody is the token of a user: mostly the administrator, who can do most harm. People
// who were deactivated or given another role on the way are replaced.
func (g *stranger) somebody(t *testing.T) string {
	t.Helper()
	role := core.Administrator
	if g.one(8) {
		role = pick(g.generator, core.Roles)
	}
	user, err := g.people[role], error(nil)
	if user.ID != 0 {
		user, err = g.stack.inv.Accounts.User(t.Context(), user.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	if user.ID == 0 || user.State != core.AccountActive || user.Role != role {
		g.hired++
		user = g.stack.person(t, fmt.Sprintf("persona-%d", g.hired), role)
		g.people[role] = user
	}
	if g.one(50) {
		return pick(g.generator, []string{"", "made-up"})
	}
	return g.stack.session(t, user)
}

// send asks and checks what holds of every answer.
func (g *stranger) send(t *testing.T, c call) reply {
	t.Helper()
	response, err := g.stack.server.Client().Do(g.stack.request(t, c))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	answer := reply{call: c, status: response.StatusCode, header: response.Header, body: string(text)}
	kind, _, err := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if kind == "application/json" || len(text) == 0 {
		checkHeaders(t, answer)
		checkLanguage(t, answer)
		checkDocumented(t, answer)
		return answer
	}
	op, _ := find(c.method, c.path)
	if _, described := op.Responses[strconv.Itoa(answer.status)].Content[kind]; !described || err != nil {
		t.Errorf("%s answered %d with %s, which the document does not have", op.OperationID, answer.status, kind)
	}
	return answer
}

// compare reads back what a change said that it left behind.
func (g *stranger) compare(t *testing.T, op asked, answer reply) {
	t.Helper()
	if op.method == http.MethodGet || answer.status != http.StatusOK && answer.status != http.StatusCreated {
		return
	}
	var said map[string]any
	if !strings.HasPrefix(answer.body, "{") {
		return
	}
	answer.into(t, &said)
	g.took(t, op, answer, said)
	id, has := said["id"].(float64)
	if !has {
		return
	}
	place, _, _ := strings.Cut(answer.call.path, "?")
	if answer.status == http.StatusCreated {
		place += strconv.FormatInt(int64(id), 10) + "/"
	}
	got, reads := parsed().Paths[op.path]["get"], answer.status == http.StatusOK
	if answer.status == http.StatusCreated {
		got, reads = find(http.MethodGet, place)
	}
	if !reads || got.OperationID == "" {
		return
	}
	found := g.send(t, call{method: http.MethodGet, path: place, token: answer.call.token})
	if found.status != http.StatusOK {
		return // The change ended their session.
	}
	var there map[string]any
	found.into(t, &there)
	for _, field := range slices.Sorted(maps.Keys(said)) {
		if kept, both := there[field]; both && !reflect.DeepEqual(kept, said[field]) {
			t.Errorf("%s said %s is %v, and then it is %v\n%s", op.OperationID, field, said[field], kept, answer.call.body)
		}
	}
}

// took wants an answer to say of each plain field what was sent, but for the
// space around a text and for accents, which can be written in two ways.
func (g *stranger) took(t *testing.T, op asked, answer reply, said map[string]any) {
	t.Helper()
	var sent map[string]any
	if json.Unmarshal([]byte(answer.call.body), &sent) != nil {
		return // It was no JSON, or nothing.
	}
	for field, value := range sent {
		if text, is := value.(string); is {
			value = core.Clean(text)
		}
		if text, is := value.(string); is && field == "dni" {
			value = strings.ToUpper(text) // As it is printed on the card.
		}
		got, both := said[field]
		stock, _ := said["currentStock"].(float64)
		if field == "status" && stock > 0 && value == float64(4) && got == float64(1) {
			continue // Stock that comes with it ends that a product is out of stock.
		}
		if field == "at" {
			continue // An instant is all of the second that it names, and what is to come is now.
		}
		switch value.(type) {
		case string, float64, bool:
			if both && value != got && kindOf(value) == kindOf(got) {
				t.Errorf("%s was sent %s %v and says %v", op.OperationID, field, value, got)
			}
		}
	}
}
