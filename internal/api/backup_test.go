package api_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"estante/internal/core"
)

func TestBackupsOverTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		token := s.session(t, s.person(t, "jefa", core.Administrator))
		s.post(t, token, "/api/backups/", object{}).mustBe(t, 202)
		if worked, err := s.inv.Backups.WorkOnBackups(t.Context()); !worked || err != nil {
			t.Fatalf("worked %t (%v)", worked, err)
		}
		listed := s.get(t, token, "/api/backups/").mustBe(t, 200)
		for _, part := range []string{
			`"state":"done"`, `"origin":"manual"`, `"isHere":true`, `"createdBy":"Nombre Apellido"`,
			`"check":{"state":"never"`,
		} {
			if !strings.Contains(listed.body, part) {
				t.Errorf("%s is not in %s", part, listed.body)
			}
		}
		response, err := s.server.Client().Do(s.request(t, call{method: "GET", path: "/api/backups/1/file/", token: token}))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		file, err := io.ReadAll(response.Body)
		if err != nil || !bytes.HasPrefix(file, []byte("ESTANTE BACKUP\n")) || response.ContentLength != int64(len(file)) ||
			!strings.Contains(response.Header.Get("Content-Disposition"), `attachment; filename="estante-`) {
			t.Errorf("the file came as %v (%v)", response.Header, err)
		}
		s.post(t, token, "/api/backups/1/verify/", object{}).mustBe(t, 202)
		s.delete(t, token, "/api/backups/1/").mustSay(t, 409, "Se está trabajando con esta copia: espera a que termine")
		s.do(t, call{
			method: "PUT", path: "/api/backups/schedule/", token: token, body: `{"enabled": true, "time": "25:00", "keep": 0}`,
		}).
			mustBlame(t, map[string]string{"time": "Debe ser una hora, como 03:00", "keep": "Debe ser un número entre 1 y 365"})
		s.do(t, call{
			method: "PUT", path: "/api/backups/schedule/", token: token, body: `{"enabled": true, "time": "04:30", "keep": 3}`,
		}).
			mustBe(t, 200).want(t, map[string]any{"time": "04:30", "keep": 3, "nextAt": "2026-11-16T03:30:00Z"})
		trail := s.get(t, token, "/api/audit/").mustBe(t, 200).body
		for _, part := range []string{`"action":"download"`, `"action":"check"`, `"noun":"backupSchedule"`} {
			if !strings.Contains(trail, part) {
				t.Errorf("%s is not in the audit: %s", part, trail)
			}
		}
	})
}
