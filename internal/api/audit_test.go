package api_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"estante/internal/core"
	"estante/internal/inventory"
)

// auditRow is a row as administrators read it.
type auditRow struct {
	ActorID   int64
	ActorName string
	Action    string
	Noun      string
	NounID    int64
	Before    map[string]any
	After     map[string]any
}

// newest is the last row of the audit.
func (s *stack) newest(t *testing.T, token string) auditRow {
	t.Helper()
	var list struct{ Results []auditRow }
	s.get(t, token, "/api/audit/?limit=1").mustBe(t, 200).into(t, &list)
	if len(list.Results) != 1 {
		t.Fatal("there is no audit row")
	}
	return list.Results[0]
}

// Every change of accounts and settings names its author and what was before and after.
func TestAuditOfEachChange(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		admin := s.person(t, "admin", core.Administrator)
		token := s.session(t, admin)
		created := s.do(t, keyed(t, token, "k", "nueva")).mustBe(t, 201)
		id := int64(created.field(t, "idUser").(float64))
		ana := s.person(t, "ana", core.Viewer)
		hers := s.session(t, ana)
		self := fmt.Sprintf("/api/users/%d/", ana.ID)

		for _, change := range []struct {
			name          string
			do            func() reply
			actor, noun   int64
			action, on    string
			before, after string
		}{
			{"create", func() reply { return created }, admin.ID, id, "create", "user", `Username=<nil>`, `Username=nueva`},
			{
				"role", func() reply {
					return s.patch(t, token, self, object{"roleId": 3})
				}, admin.ID, ana.ID, "update", "user", `Role=4`, `Role=3`,
			},
			{
				"state", func() reply {
					return s.patch(t, token, self, object{"isActive": false})
				}, admin.ID, ana.ID, "update", "user", `State=active`, `State=inactive`,
			},
			{
				"state back", func() reply {
					return s.patch(t, token, self, object{"isActive": true})
				}, admin.ID, ana.ID, "update", "user", `State=inactive`, `State=active`,
			},
			{
				"settings", func() reply {
					return s.patch(t, token, "/api/settings/", object{"location": "Vigo"})
				}, admin.ID, 1, "update", "settings", `Location=`, `Location=Vigo`,
			},
			{
				"profile", func() reply {
					hers = s.session(t, ana)
					return s.do(t, call{
						method: "PUT", path: "/api/profile/", token: hers,
						body: `{"firstName":"Ana","lastName":"B","email":"ana@example.com"}`,
					})
				}, ana.ID, ana.ID, "update", "user", `FirstName=Nombre`, `FirstName=Ana`,
			},
			{
				"password", func() reply {
					return s.post(t, hers, "/api/profile/change-password/", object{
						"currentPassword": password, "newPassword": newPassword, "confirmPassword": newPassword,
					})
				}, ana.ID, ana.ID, "password", "user", "", "",
			},
			{"register", func() reply {
				return s.post(t, "", registerPath, newcomer("marta"))
			}, 4, 4, "create", "user", "", `Username=marta`},
		} {
			if answer := change.do(); answer.status >= 300 {
				t.Fatalf("%s answered %d: %s", change.name, answer.status, answer.body)
			}
			row := s.newest(t, token)
			if row.ActorID != change.actor || row.NounID != change.noun || row.Action != change.action ||
				row.Noun != change.on || row.ActorName == "" {
				t.Errorf("%s left %+v", change.name, row)
			}
			checkState(t, change.name+" before", row.Before, change.before)
			checkState(t, change.name+" after", row.After, change.after)
		}
		// What changes nothing leaves nothing.
		count := s.get(t, token, "/api/audit/").field(t, "count")
		s.patch(t, token, self, object{"isActive": true}).mustBe(t, 200)
		s.patch(t, token, "/api/settings/", object{"location": "Vigo"}).mustBe(t, 200)
		s.patch(t, token, self, object{"roleId": 9}).mustBe(t, 400)
		if after := s.get(t, token, "/api/audit/").field(t, "count"); after != count {
			t.Errorf("the audit grew from %v to %v", count, after)
		}
	})
}

// checkState wants a field of a state to have a value, written "Field=value".
func checkState(t *testing.T, name string, state map[string]any, want string) {
	t.Helper()
	field, _, _ := strings.Cut(want, "=")
	if want != "" && fmt.Sprintf("%s=%v", field, state[field]) != want {
		t.Errorf("%s: %v, want %s", name, state, want)
	}
}

func TestAuditFilters(t *testing.T) {
	s := onSQLite(t)
	admin := s.person(t, "admin", core.Administrator)
	token := s.session(t, admin)
	s.patch(t, token, "/api/settings/", object{"location": "Vigo"}).mustBe(t, 200)
	s.do(t, keyed(t, token, "k", "nueva")).mustBe(t, 201)
	for query, want := range map[string]float64{
		"": 2, "?noun=settings": 1, "?noun=user": 1, "?noun=user&nounId=2": 1, "?noun=user&nounId=3": 0, "?noun=nada": 0,
		fmt.Sprintf("?actorId=%d", admin.ID): 2, "?actorId=77": 0,
		"?createdBy=nombre+apel": 2, "?createdBy=nadie": 0,
		"?dateFrom=2026-11-15": 2, "?dateTo=2026-11-15": 2, "?dateTo=2026-11-14": 0, "?dateFrom=2026-11-16": 0,
	} {
		if got := s.get(t, token, "/api/audit/"+query).mustBe(t, 200).field(t, "count"); got != want {
			t.Errorf("%q counts %v, want %v", query, got, want)
		}
	}
}

// An attacker with a copy of the database or of the log learns no password, no session and no link.
func TestNoSecretIsKeptOrLogged(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		p := newPost(t)
		secrets := map[string]string{
			"password": "clave de Ana 1", "new password": "clave de Ana 2", "chosen password": newPassword,
		}
		ana := newcomer("ana").with("password", secrets["password"]).with("confirmPassword", secrets["password"])
		s.post(t, "", registerPath, ana).mustBe(t, 201)
		token := s.signIn(t, "ana", secrets["password"])
		s.login(t, "ana", "clave mal escrita", "").mustBe(t, 401)
		secrets["session"], secrets["wrong password"] = token, "clave mal escrita"
		s.post(t, token, "/api/profile/change-password/", object{
			"currentPassword": secrets["password"], "newPassword": secrets["new password"],
			"confirmPassword": secrets["new password"],
		}).mustBe(t, 204)
		secrets["unused link"] = s.link(t, p, "ana@example.com")
		secrets["used link"] = s.link(t, p, "ana@example.com")
		s.post(t, "", resetPath, reset(secrets["used link"])).mustBe(t, 204)
		secrets["open session"] = s.signIn(t, "ana", newPassword)
		s.do(t, keyed(t, secrets["open session"], "clave", "otra")).mustBe(t, 201)
		secrets["last link"] = s.link(t, p, "ana@example.com")

		held, logged := s.dump(t), s.logs.String()
		for name, secret := range secrets {
			if strings.Contains(held, secret) {
				t.Errorf("the %s is in the database", name)
			}
			if strings.Contains(logged, secret) {
				t.Errorf("the %s is in the log", name)
			}
		}
		if !strings.Contains(held, "ana@example.com") || !strings.Contains(logged, `"route":"/api/users/"`) {
			t.Error("the test looked in the wrong place")
		}
		for line := range strings.Lines(logged) {
			if !json.Valid([]byte(line)) {
				t.Errorf("a log line is no JSON: %s", line)
			}
		}
		var hash string
		s.write(t, func(tx inventory.Tx) (err error) {
			_, hash, err = tx.CredentialsByUsername("ana")
			return err
		})
		audit := s.get(t, secrets["open session"], "/api/audit/").mustBe(t, 200)
		if hash == "" || strings.Contains(audit.body, hash) || strings.Contains(audit.body, "argon2") {
			t.Error("the audit holds the hash of a password")
		}
	})
}
