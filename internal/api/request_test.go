package api_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"

	"estante/internal/core"
)

// Whatever a stranger sends as a body, every operation that reads one says in
// Spanish what is wrong and does nothing.
func TestUnreadableBodies(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "admin", core.Administrator))
	const notJSON, notObject = "El cuerpo de la petición no es JSON válido",
		"El cuerpo de la petición debe ser un objeto JSON"
	for _, bad := range []struct {
		name, body, contentType string
		status                  int
		detail                  string
	}{
		{name: "half of an object", body: `{"username": "ana"`, status: 400, detail: notJSON},
		{name: "words", body: `username=ana&password=x`, status: 400, detail: notJSON},
		{name: "two objects", body: `{} {}`, status: 400, detail: notJSON},
		{name: "a comma too many", body: `{"username": "ana",}`, status: 400, detail: notJSON},
		{name: "a list", body: `[]`, status: 400, detail: notObject},
		{name: "a text", body: `"ana"`, status: 400, detail: notObject},
		{name: "a number", body: `7`, status: 400, detail: notObject},
		{
			name: "no UTF-8", body: "{\"username\": \"\xff\xfe\"}", status: 400,
			detail: "El texto de la petición no es UTF-8 válido",
		},
		{name: "a NUL", body: `{"username": "a\u0000b"}`, status: 400, detail: "Un texto contiene un carácter no permitido"},
		{
			name: "a NUL in a name", body: `{"user\u0000name": "a"}`, status: 400,
			detail: "Un texto contiene un carácter no permitido",
		},
		{name: "deep nesting", body: strings.Repeat(`[`, 12_000), status: 400, detail: notJSON},
		{
			name: "a form", body: `{}`, contentType: "application/x-www-form-urlencoded", status: 415,
			detail: "El cuerpo de la petición debe ser JSON",
		},
		{
			name: "XML", body: `<a/>`, contentType: "application/xml", status: 415,
			detail: "El cuerpo de la petición debe ser JSON",
		},
		{
			name: "plain text", body: `{}`, contentType: "text/plain", status: 415,
			detail: "El cuerpo de la petición debe ser JSON",
		},
		{
			name: "too much", body: `{"username": "` + strings.Repeat("a", 1<<20) + `"}`, status: 413,
			detail: "La petición es demasiado grande",
		},
	} {
		parsed().operations(func(method, path string, op operation) {
			if !op.takesJSON() {
				return
			}
			asked := call{method: method, path: withID(path), body: bad.body, token: token, header: map[string]string{}}
			if bad.contentType != "" {
				asked.header["Content-Type"] = bad.contentType
			}
			t.Run(bad.name+"/"+op.OperationID, func(t *testing.T) { s.do(t, asked).mustSay(t, bad.status, bad.detail) })
			// The key makes the body be read elsewhere, by the same rules.
			asked.header["Idempotency-Key"] = bad.name + op.OperationID
			t.Run(bad.name+"/"+op.OperationID+"/keyed", func(t *testing.T) { s.do(t, asked).mustSay(t, bad.status, bad.detail) })
		})
	}
}

// A body of fields that do not exist costs little more than its bytes: what strangers may
// send is short, and fields are counted before they are checked. Sixty such bodies at once
// once took 2.6 GB.
func TestFieldsAreCountedBeforeTheyAreChecked(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "admin", core.Administrator))
	fields := func(n int) string {
		var body strings.Builder
		body.WriteString(`{"username": "ana", "password": "no es esta"`)
		for i := range n {
			fmt.Fprintf(&body, `,"c%d":0`, i)
		}
		return body.String() + "}"
	}
	const many = "La petición tiene demasiados campos"
	for _, row := range []struct {
		method, path, token, body string
		status                    int
		detail                    string
		kibEach                   uint64
	}{
		{"POST", "/api/auth/login/", "", fields(80_000), 413, "La petición es demasiado grande", 128},
		{"POST", "/api/auth/login/", "", fields(1_500), 400, many, 1024},
		{"PATCH", "/api/settings/", token, fields(80_000), 400, many, 6 << 10},
	} {
		const requests = 60
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var all sync.WaitGroup
		answers := make([]*httptest.ResponseRecorder, requests)
		for i := range answers {
			answers[i] = httptest.NewRecorder()
			asked := httptest.NewRequest(row.method, row.path, strings.NewReader(row.body))
			asked.Header.Set("Content-Type", "application/json")
			asked.Header.Set("Authorization", "Session "+row.token)
			all.Go(func() { s.door.ServeHTTP(answers[i], asked) })
		}
		all.Wait()
		runtime.ReadMemStats(&after)
		if each := (after.TotalAlloc - before.TotalAlloc) / requests >> 10; each > row.kibEach {
			t.Errorf("%s %s of %d bytes takes %d KiB", row.method, row.path, len(row.body), each)
		}
		for _, answer := range answers {
			if answer.Code != row.status || !strings.Contains(answer.Body.String(), row.detail) {
				t.Fatalf("%s %s answered %d %s", row.method, row.path, answer.Code, answer.Body)
			}
		}
	}
}

// An answer blames as many fields as a person may read, however many are wrong.
func TestAnswersBlameFewFields(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "admin", core.Administrator))
	wrong := object{}
	for i := range 200 {
		wrong[fmt.Sprintf("inventado%d", i)] = 1
	}
	items := make([]object, 200)
	for i := range items {
		items[i] = object{"productId": 1, "quantity": -1}
	}
	for path, body := range map[string]object{"/api/auth/login/": wrong, "/api/pedidos/": {
		"customerName": "Ana", "items": items,
	}} {
		answer := s.post(t, token, path, body).mustBe(t, 400)
		var fields map[string][]string
		answer.into(t, &fields)
		if len(fields) != 50 {
			t.Errorf("%s blames %d fields", path, len(fields))
		}
	}
}

// withID puts an id that nothing has into a path.
func withID(path string) string {
	return strings.NewReplacer("{id}", "987654321", "{productId}", "987654321", "{dispatchId}", "987654321").Replace(path)
}

func TestBodiesMustBeThereWhereTheyAreRequired(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "admin", core.Administrator))
	parsed().operations(func(method, path string, op operation) {
		if !op.takesJSON() || !op.RequestBody.Required {
			return
		}
		s.do(t, call{method: method, path: withID(path), token: token}).mustSay(t, 400, "La petición no lleva cuerpo")
	})
}

// Field names count letter by letter and once each: a body that says two
// things is refused rather than read one way or the other.
func TestFieldNames(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "admin", core.Administrator))
	parsed().operations(func(method, path string, op operation) {
		if !op.takesJSON() {
			return
		}
		ask := func(body string) reply {
			return s.do(t, call{method: method, path: withID(path), body: body, token: token})
		}
		for body, want := range map[string]map[string]string{
			`{"inventado": 1}`:                 {"inventado": "Este campo no existe"},
			`{"constructor": {}}`:              {"constructor": "Este campo no existe"},
			`{"inventado": 1, "inventado": 2}`: {"inventado": "Este campo está repetido"},
		} {
			answer := ask(body)
			answer.mustBe(t, 400)
			var fields map[string][]string
			answer.into(t, &fields)
			for field, sentence := range want {
				if len(fields[field]) != 1 || fields[field][0] != sentence {
					t.Errorf("%s of %s: %s", op.OperationID, body, answer.body)
				}
			}
		}
	})
	login := func(body string) reply { return s.do(t, call{method: "POST", path: "/api/auth/login/", body: body}) }
	login(`{"": 1, "username": "admin", "password": "x"}`).mustSay(t, 400, "Un campo de la petición no tiene nombre")
	login(`{"Username": "admin", "password": "x"}`).mustBlame(t, map[string]string{
		"username": "El usuario es requerido", "Username": "Este campo no existe",
	})
	login(`{"username": "admin", "USERNAME": "other", "password": "x"}`).mustBlame(t,
		map[string]string{"USERNAME": "Este campo no existe"})
	login(`{"username": "admin", "username": "other", "password": "x"}`).mustBlame(t,
		map[string]string{"username": "Este campo está repetido"})
	login(`{"username": {"a": 1, "a": 2}, "password": "x"}`).mustBlame(t,
		map[string]string{"username.a": "Este campo está repetido"})
	login(`{"username": "admin", "\u0075sername": "other", "password": "x"}`).mustBlame(t,
		map[string]string{"username": "Este campo está repetido"})
	login(`{"username": "a: \"b\": \\", "password": "{\"x\":1,\"x\":2}"}`).mustBe(t, 401)
	login(`{"username": [{"a": 1}, {"a": [{"b": 1}]}], "password": "x"}`).mustBlame(t,
		map[string]string{"username": "Debe ser un texto"})
}

func TestFieldTypes(t *testing.T) {
	s := onSQLite(t)
	admin := s.person(t, "admin", core.Administrator)
	token := s.session(t, admin)
	const text, whole, truth = "Debe ser un texto", "Debe ser un número entero", "Debe ser verdadero o falso"
	for _, row := range []struct {
		method, path, body string
		fields             map[string]string
	}{
		{
			"POST", "/api/auth/login/", `{"username": 1, "password": null}`,
			map[string]string{"username": text, "password": text},
		},
		{
			"POST", "/api/auth/login/", `{"username": ["a"], "password": {"a": 1}}`,
			map[string]string{"username": text, "password": text},
		},
		{"POST", "/api/auth/logout/", `{"sessionToken": 5}`, map[string]string{"sessionToken": text}},
		{
			"PUT", "/api/profile/", `{"firstName": true, "lastName": "b", "email": "a@b.es"}`,
			map[string]string{"firstName": text},
		},
		{"PATCH", "/api/users/1/", `{"roleId": "2"}`, map[string]string{"roleId": whole}},
		{"PATCH", "/api/users/1/", `{"roleId": 2.5}`, map[string]string{"roleId": whole}},
		{"PATCH", "/api/users/1/", `{"roleId": 1e300}`, map[string]string{"roleId": "El número es demasiado grande"}},
		{
			"PATCH", "/api/users/1/", `{"roleId": 99999999999999999999}`,
			map[string]string{"roleId": "El número es demasiado grande"},
		},
		{"PATCH", "/api/users/1/", `{"isActive": "yes"}`, map[string]string{"isActive": truth}},
		{"PATCH", "/api/users/1/", `{"isActive": 1, "email": 4}`, map[string]string{"isActive": truth, "email": text}},
		{"PATCH", "/api/settings/", `{"newAccountRole": "x"}`, map[string]string{"newAccountRole": whole}},
		{
			"PATCH", "/api/settings/", `{"registration": "abierto"}`,
			map[string]string{"registration": "Debe ser uno de estos valores: open, approval, closed"},
		},
	} {
		s.do(t, call{method: row.method, path: row.path, body: row.body, token: token}).mustBlame(t, row.fields)
	}
	for _, body := range []string{`{"roleId": 2.0} x`, `{"roleId": 2.0} {"roleId": 3}`, `{"roleId": 2} {}`} {
		s.do(t, call{
			method: "PATCH", path: "/api/users/1/", body: body, token: token,
		}).mustSay(t, 400, "El cuerpo de la petición no es JSON válido")
	}
	if got := s.get(t, token, "/api/profile/").mustBe(t, 200).field(t, "firstName"); got != admin.FirstName {
		t.Errorf("a refused change was kept: %v", got)
	}
}

// A number in a path that names nothing is a 404, however it is written.
func TestIDsThatNameNothing(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "admin", core.Administrator))
	parsed().operations(func(method, path string, op operation) {
		if !strings.Contains(path, "{id}") {
			return
		}
		for _, id := range []string{
			"0", "-1", "987654321", "9223372036854775807", "9223372036854775808", "99999999999999999999999", "abc", "1.5", "1e3",
			"0x1", "%20", "1%202", "null", "NaN", "%C3%B1", "'--", "1;drop",
		} {
			asked := call{method: method, path: withID(strings.ReplaceAll(path, "{id}", id)), token: token}
			if op.takesJSON() {
				asked.body = matrix[op.OperationID].body
			}
			s.do(t, asked).mustSay(t, 404, "No encontrado")
		}
	})
}

func TestPathsAndMethods(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "ana", core.Viewer))
	for _, path := range []string{
		"/api", "/api/", "/api/nada", "/api/nada/", "/api/users/1/nada/", "/api//users/", "/api/profile/..%2fusers/",
		"/api/PROFILE/",
		"/api/openapi.yaml", "/api/docs/secret.html", "/api/schemas/Demo.json",
	} {
		s.get(t, token, path).mustSay(t, 404, "No existe esta dirección")
	}
	for path, methods := range map[string]string{
		"/api/auth/login/":   "GET PUT PATCH DELETE OPTIONS HEAD",
		"/api/profile/":      "POST PATCH DELETE OPTIONS",
		"/api/users/1/":      "POST PUT DELETE",
		"/api/events/":       "POST",
		"/api/health/":       "POST BREW",
		"/api/openapi.json":  "POST",
		"/api/settings/":     "POST PUT DELETE",
		"/api/notifications": "POST",
	} {
		for method := range strings.SplitSeq(methods, " ") {
			answer := s.do(t, call{method: method, path: path, token: token})
			if answer.status != http.StatusMethodNotAllowed {
				t.Errorf("%s %s answered %d", method, path, answer.status)
			}
			if method != "HEAD" {
				answer.mustSay(t, 405, "Esta dirección no admite ese método")
			}
		}
	}
	if allowed := s.do(t, call{method: "DELETE", path: "/api/profile"}).header.Get("Allow"); allowed != "GET, PUT" {
		t.Errorf("what is allowed is told as %q", allowed)
	}
}

func TestTrailingSlashIsOptional(t *testing.T) {
	s := onSQLite(t)
	admin := s.person(t, "admin", core.Administrator)
	token := s.session(t, admin)
	parsed().operations(func(method, path string, op operation) {
		if method != http.MethodGet || op.OperationID == "streamEvents" {
			return
		}
		path = strings.NewReplacer("{id}", "1", "{name}", "nada.jpg").Replace(path)
		with, without := s.get(t, token, path), s.get(t, token, strings.TrimSuffix(path, "/"))
		if with.body != without.body || with.status != without.status || without.body == s.get(t, token, "/api/nada/").body {
			t.Errorf("%s: %s with and %s without", op.OperationID, with.body, without.body)
		}
	})
	s.do(t, call{
		method: "POST", path: "/api/auth/login", body: object{"username": "admin", "password": password}.json(t),
	}).mustBe(t, 200)
	s.do(t, call{method: "PATCH", path: "/api/users/1?", token: token, body: `{}`}).mustBe(t, 200)
}

func TestAddressesThatNoDatabaseCouldKeep(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "admin", core.Administrator))
	for _, path := range []string{
		"/api/users/?search=%00", "/api/users/?search=%ff", "/api/users/?search=a%zz", "/api/users/%00/", "/api/users/%ff/",
		"/api/users/?%00=1",
	} {
		s.get(t, token, path).mustSay(t, 400, "La dirección contiene caracteres no permitidos")
	}
}

// listed is the list of an answer; that of a closing is of what was corrected since.
func listed(t *testing.T, op operation, answer reply) any {
	t.Helper()
	if op.OperationID == "getClosing" {
		return answer.field(t, "later").(map[string]any)["results"]
	}
	return answer.field(t, "results")
}

// Every list refuses a page that makes no sense, and shows an empty one that
// is merely far away.
func TestPagesOfLists(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "admin", core.Administrator))
	const whole = "Debe ser un número entero"
	lists := 0
	// A list inside of something needs that something to be there.
	s.product(t, token, "HER-1", 1)
	s.post(t, token, "/api/stocktakes/", object{}).mustBe(t, 201)
	s.post(t, token, "/api/channels/", object{"name": "Tienda", "source": "shopify"}).mustBe(t, 201)
	s.post(t, token, "/api/subscriptions/", object{
		"name": "Almacén", "url": "https://example.com/", "events": []string{"stock.changed"},
	}).mustBe(t, 201)
	s.post(t, token, s.supplier(t, token, "Peña", "")+"products/", object{"productId": 1}).mustBe(t, 201)
	s.post(t, token, "/api/inventory/closings/", object{"at": "2020-12-31", "method": "pmp"}).mustBe(t, 201)
	parsed().operations(func(method, path string, op operation) {
		if !op.takes("page") {
			return
		}
		lists++
		path = strings.NewReplacer("{id}", "1", "{productId}", "1").Replace(path)
		needed := "?"
		if op.OperationID == "compareInventory" {
			needed = "?from=2020-01-01&to=2020-12-31&"
		}
		for query, fields := range map[string]map[string]string{
			"page=0":                    {"page": "Debe ser 1 o más"},
			"page=-1":                   {"page": "Debe ser 1 o más"},
			"page=1000001":              {"page": "Debe ser 1000000 o menos"},
			"page=abc":                  {"page": whole},
			"page=1.5":                  {"page": whole},
			"page=99999999999999999999": {"page": whole},
			"limit=0":                   {"limit": "Debe ser 1 o más"},
			"limit=101":                 {"limit": "Debe ser 100 o menos"},
			"limit=-5":                  {"limit": "Debe ser 1 o más"},
			"limit=x&page=y":            {"limit": whole, "page": whole},
			"inventado=1":               {"inventado": "Este parámetro no existe"},
			"Page=1":                    {"Page": "Este parámetro no existe"},
		} {
			s.get(t, token, path+needed+query).mustBlame(t, fields)
		}
		far := s.get(t, token, path+needed+"page=1000000&limit=100").mustBe(t, 200)
		if results, ok := listed(t, op, far).([]any); !ok || len(results) != 0 {
			t.Errorf("%s: the last page shows %s", op.OperationID, far.body)
		}
		s.get(t, token, path+needed+"page=&limit=").mustBe(t, 200)
	})
	if lists < 3 {
		t.Errorf("only %d lists take a page", lists)
	}
}

func (op operation) takes(name string) bool {
	for _, p := range op.Parameters {
		if p.In == "query" && p.Name == name {
			return true
		}
	}
	return false
}

func TestQueryValuesThatMakeNoSense(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "admin", core.Administrator))
	orderings := "Debe ser uno de estos valores: username, -username, name, -name, dateJoined, -dateJoined, lastLogin, " +
		"-lastLogin"
	const day = "Debe ser una fecha, como 2026-11-15"
	for query, fields := range map[string]map[string]string{
		"/api/users/?ordering=password_hash": {"ordering": orderings},
		"/api/users/?ordering=username;drop": {"ordering": orderings},
		"/api/users/?state=dormido": {
			"state": "Debe ser uno de estos valores: active, pending, inactive",
		},
		"/api/users/?roleId=5":                           {"roleId": "Debe ser 4 o menos"},
		"/api/users/?roleId=0":                           {"roleId": "Debe ser 1 o más"},
		"/api/users/?search=" + strings.Repeat("a", 201): {"search": "Debe tener 200 caracteres como mucho"},
		"/api/audit/?dateFrom=ayer":                      {"dateFrom": day},
		"/api/audit/?dateTo=2026-13-45":                  {"dateTo": day},
		"/api/audit/?nounId=0":                           {"nounId": "Debe ser 1 o más"},
		"/api/audit/?actorId=ana":                        {"actorId": "Debe ser un número entero"},
		"/api/audit/?noun=" + strings.Repeat("a", 41):    {"noun": "Debe tener 40 caracteres como mucho"},
		"/api/health/?verbose=1":                         {"verbose": "Este parámetro no existe"},
	} {
		s.get(t, token, query).mustBlame(t, fields)
	}
}

// A body whose chunks are no chunks is the client's fault, whichever operation reads it and
// however: whole, under a key, or as the file of a form.
func TestAMalformedChunkIsABadRequest(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "lucia", core.Manager))
	const form = "multipart/form-data; boundary=x"
	for path, test := range map[string]struct{ header, body, detail string }{
		"/api/auth/login/": {
			"Content-Type: application/json\r\n", "5\r\n{\"use\r\nzz\r\n", "El cuerpo de la petición no está bien formado",
		},
		"/api/entries/": {
			"Content-Type: application/json\r\nIdempotency-Key: a\r\n", "zz\r\n",
			"El cuerpo de la petición no está bien formado",
		},
		"/api/images/": {
			"Content-Type: " + form + "\r\n", "3\r\n--x\r\nzz\r\n", "El cuerpo de la petición no está bien formado",
		},
		"/api/images/?": {
			"Content-Type: " + form + "\r\n", "9\r\n--x\r\na b\r\n\r\n0\r\n\r\n", "El formulario no está bien formado",
		},
	} {
		conn, err := net.Dial("tcp", s.server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: estante\r\nAuthorization: Session %s\r\n%s"+
			"Transfer-Encoding: chunked\r\n\r\n%s", path, token, test.header, test.body)
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		text, _ := io.ReadAll(response.Body)
		if want := `{"detail":"` + test.detail + `"}`; response.StatusCode != 400 || strings.TrimSpace(string(text)) != want {
			t.Errorf("%s answered %d %s", path, response.StatusCode, text)
		}
		_ = response.Body.Close()
		_ = conn.Close()
	}
	if log := s.logs.String(); strings.Contains(log, `"level":"ERROR"`) {
		t.Errorf("the log says %s", log)
	}
}
