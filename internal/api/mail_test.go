package api_test

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/mail"
	"estante/internal/mail/mailtest"
)

const mailPath = "/api/mail/"

// Without a mail server a link waits in the tray for administrators: who, what and the link
// itself, sealed in the database, in no log, and gone when it is used, replaced, ended or late.
func TestWithoutAMailServerLinksWaitInTheTray(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		admin := s.session(t, s.person(t, "admin", core.Administrator))
		ana := s.person(t, "ana", core.Seller)
		tray := func() reply { return s.get(t, admin, mailPath+"tray/").mustBe(t, 200) }
		ask := func() string {
			s.post(t, "", recoveryPath, object{"email": ana.Email}).mustBe(t, 200)
			s.deliver(t, mail.Chosen{Outbox: s.inv.Outbox})
			link, _ := tray().field(t, "results.0.link").(string)
			_, token, _ := strings.Cut(link, publicURL+"/password-change#token=")
			return token
		}
		first := ask()
		read := tray()
		if read.field(t, "count") != 1.0 || read.field(t, "results.0.to") != ana.Email ||
			read.field(t, "results.0.name") != "Nombre Apellido" || read.field(t, "results.0.kind") != "recovery" ||
			read.field(t, "results.0.subject") != "Recupera tu contraseña de Estante" ||
			read.field(t, "results.0.expiresAt") != "2026-11-15T10:00:00Z" || len(first) < 40 {
			t.Errorf("the tray holds %s", read.body)
		}
		s.write(t, func(tx inventory.Tx) error {
			kept, err := tx.TrayItems(core.Page{Number: 1, Size: 10})
			if len(kept.Rows) != 1 || strings.Contains(string(kept.Rows[0].SealedText), first) ||
				strings.Contains(string(kept.Rows[0].SealedLink), first) {
				t.Errorf("kept as %+v", kept)
			}
			return err
		})
		if strings.Contains(s.logs.String(), first) {
			t.Error("the link is in the log")
		}
		second := ask()
		if tray().field(t, "count") != 1.0 || second == first {
			t.Errorf("a link that was replaced is offered: %s", tray().body)
		}
		s.post(t, "", resetPath, reset(second)).mustBe(t, 204)
		if tray().field(t, "count") != 0.0 {
			t.Error("a link that was used is offered")
		}
		ask()
		s.clock.pass(time.Hour)
		if tray().field(t, "count") != 0.0 {
			t.Error("a link that has expired is offered")
		}
		s.post(t, admin, "/api/users/", newcomer("nueva").with("password", absent).with("confirmPassword", absent).
			with("roleId", 3)).mustBe(t, 201)
		s.deliver(t, mail.Chosen{Outbox: s.inv.Outbox})
		id := tray().field(t, "results.0.id").(float64)
		s.delete(t, admin, mailPath+"tray/"+strconv.FormatInt(int64(id), 10)+"/").mustBe(t, 204)
		if tray().field(t, "count") != 0.0 {
			t.Error("what was taken out is there")
		}
	})
}

// An administrator enters the mail server, tries it, and e-mails leave; its password is sealed,
// told to nobody, and not taken along to another server.
func TestTheMailServerIsEnteredAndTried(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		server := mailtest.Serve(t)
		admin := s.session(t, s.person(t, "admin", core.Administrator))
		s.do(t, call{method: "POST", path: mailPath + "test/", token: admin}).mustSay(t, 409,
			"Antes guarda un servidor de correo")
		put := func(body object) reply {
			return s.do(t, call{method: "PUT", path: mailPath, token: admin, body: body.json(t)})
		}
		address, err := url.Parse(server.Address)
		if err != nil {
			t.Fatal(err)
		}
		good := object{
			"host": address.Hostname(), "port": json.Number(address.Port()), "security": "none", "username": "",
			"sender": "Tienda <tienda@example.com>",
		}
		put(good.with("host", "smtp://ejemplo.es").with("port", 0).with("sender", "tienda")).mustBlame(t, map[string]string{
			"host": "El servidor debe ser un nombre como smtp.ejemplo.es", "port": "El puerto debe estar entre 1 y 65535",
			"sender": "El remitente debe ser como Nombre <nombre@ejemplo.es>",
		})
		saved := put(good.with("password", "muy secreta")).mustBe(t, 200)
		if saved.field(t, "hasPassword") != true || strings.Contains(saved.body, "secreta") {
			t.Errorf("saved as %s", saved.body)
		}
		s.write(t, func(tx inventory.Tx) error {
			kept, err := tx.MailServer()
			if kept.Password == "" || strings.Contains(string(kept.Password), "secreta") {
				t.Errorf("kept as %+v", kept)
			}
			return err
		})
		if told := s.get(t, admin, "/api/audit/?noun=settings").mustBe(t, 200); told.field(t, "count") != 1.0 ||
			strings.Contains(told.body, "secreta") {
			t.Errorf("the audit says %s", told.body)
		}
		put(good.with("port", 26)).mustBlame(t, map[string]string{
			"password": "Escribe de nuevo la contraseña: es para otro servidor",
		})
		put(good.with("password", "")).mustBe(t, 200)
		if s.get(t, admin, "/api/profile/notices/").mustBe(t, 200).field(t, "emailAvailable") != true {
			t.Error("nobody is told that e-mails leave")
		}
		s.do(t, call{method: "POST", path: mailPath + "test/", token: admin}).mustBe(t, 204)
		if letter := server.Letter(t); letter.To != "admin@example.com" || letter.From != "tienda@example.com" {
			t.Errorf("the test is %+v", letter)
		}
		s.post(t, "", recoveryPath, object{"email": "admin@example.com"}).mustBe(t, 200)
		s.deliver(t, mail.Chosen{Outbox: s.inv.Outbox})
		tokenOf(t, server.Letter(t))
		put(good.with("port", 1).with("password", "")).mustBe(t, 200)
		s.do(t, call{method: "POST", path: mailPath + "test/", token: admin}).mustSay(t, 409,
			"No se ha podido enviar: el servidor de correo no contesta. Revisa su nombre y el puerto.")
	})
}
