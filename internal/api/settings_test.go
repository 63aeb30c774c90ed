package api_test

import (
	"strings"
	"testing"

	"estante/internal/core"
)

func TestSettings(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		tokens := map[string]string{"admin": s.session(t, s.person(t, "admin", core.Administrator))}
		const path = "/api/settings/"
		const sale, purchase = "La moneda no existe: usa su código de tres letras, como EUR",
			"La moneda no existe: usa su código de tres letras, como USD"
		const zone, email = "La zona horaria no existe: usa una como Europe/Madrid", "El email no es válido"
		row := func(name string, body object, fields map[string]string) scenario {
			return scenario{name: name, method: "PATCH", path: path, as: "admin", body: body, fields: fields}
		}
		s.run(t, tokens, []scenario{
			{name: "at first", method: "GET", path: path, as: "admin", status: 200, gives: map[string]any{
				"businessName": "Estante", "salesCurrency": "EUR", "purchaseCurrency": "USD", "timeZone": "Europe/Madrid",
				"registration": "open", "newAccountRole": 2.0, "supportEmail": "", "location": "",
			}},
			row("blanks", object{
				"businessName": " ", "salesCurrency": "", "purchaseCurrency": "", "timeZone": "",
			}, map[string]string{
				"businessName": "El nombre del negocio es requerido", "salesCurrency": sale, "purchaseCurrency": purchase,
				"timeZone": zone,
			}),
			row("made up", object{
				"salesCurrency": "EURO", "purchaseCurrency": "ABC", "timeZone": "Europa/Madrid", "supportEmail": "nadie",
			}, map[string]string{
				"salesCurrency": sale, "purchaseCurrency": purchase, "timeZone": zone, "supportEmail": email,
			}),
			row("small letters", object{"salesCurrency": "eur"}, map[string]string{"salesCurrency": sale}),
			row("the machine's zone", object{"timeZone": "Local"}, map[string]string{"timeZone": zone}),
			row("a file as a zone", object{"timeZone": "../../etc/passwd"}, map[string]string{"timeZone": zone}),
			row("too long", object{
				"businessName": strings.Repeat("ñ", 101), "location": strings.Repeat("ñ", 101),
			}, map[string]string{
				"businessName": "El nombre del negocio es demasiado largo", "location": "El lugar es demasiado largo",
			}),
			row("everybody an administrator", object{"newAccountRole": 1}, map[string]string{
				"newAccountRole": "Una cuenta nueva no puede ser de Administrador: cambia su rol después",
			}),
			row("no role", object{"newAccountRole": 0}, map[string]string{"newAccountRole": "El rol no existe"}),
			{name: "good", method: "PATCH", path: path, as: "admin", body: object{
				"businessName": " Ferretería Ñandú ", "salesCurrency": "GBP", "purchaseCurrency": "EUR",
				"timeZone":     "Atlantic/Canary",
				"supportEmail": "ayuda@example.com", "location": "Las Palmas", "registration": "closed", "newAccountRole": 4,
			}, status: 200, gives: map[string]any{"businessName": "Ferretería Ñandú", "timeZone": "Atlantic/Canary"}},
			{name: "seen by strangers", method: "GET", path: "/api/business/", status: 200, gives: map[string]any{
				"name": "Estante", "subtitle": "Gestión de stock e inventario", "businessName": "Ferretería Ñandú",
				"version":      "prueba",
				"registration": "closed", "supportEmail": "ayuda@example.com", "location": "Las Palmas",
				"timeZone":      "Atlantic/Canary",
				"salesCurrency": "GBP", "purchaseCurrency": "EUR", "demo": nil,
			}},
			{
				name: "health", method: "GET", path: "/api/health/", status: 200, gives: map[string]any{
					"status": "ok", "database": "ok", "version": "prueba",
				},
			},
		})
	})
}

// A change based on a version that is no longer the current one is refused, for every noun
// that has versions.
func TestIfMatch(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		admin := s.person(t, "admin", core.Administrator)
		ana := s.person(t, "ana", core.Seller)
		token := s.session(t, admin)
		const stale = "Otra persona ha cambiado estos datos. Revisa los valores actuales antes de guardar."
		profile := object{"firstName": "Nombre", "lastName": "Apellido", "email": "admin@example.com"}
		for path, change := range map[string]func(string) call{
			"/api/settings/": func(text string) call {
				return call{method: "PATCH", path: "/api/settings/", body: object{"location": text}.json(t)}
			},
			"/api/users/2/": func(text string) call {
				return call{method: "PATCH", path: "/api/users/2/", body: object{"firstName": text}.json(t)}
			},
			"/api/profile/": func(text string) call {
				return call{method: "PUT", path: "/api/profile/", body: profile.with("firstName", text).json(t)}
			},
		} {
			if ana.ID != 2 {
				t.Fatalf("ana is %d", ana.ID)
			}
			ask := func(text, tag string) reply {
				asked := change(text)
				asked.token, asked.header = token, map[string]string{"If-Match": tag}
				return s.do(t, asked)
			}
			first := s.get(t, token, path).mustBe(t, 200).header.Get("ETag")
			second := ask("uno", first).mustBe(t, 200).header.Get("ETag")
			if first == second || second != s.get(t, token, path).header.Get("ETag") {
				t.Errorf("%s: the tag went from %s to %s", path, first, second)
			}
			ask("dos", first).mustSay(t, 412, stale)
			for _, malformed := range []string{
				"v2", `"2"`, `"v"`, `"vx"`, `"v+2"`, `"v02"`, `"v99999999999999999999"`, `"v2`,
				"abc", `"v-2"`,
			} {
				ask("tres", malformed).mustSay(t, 412, stale)
			}
			// A proxy that compresses answers weakens their tags.
			third := ask("cuatro", "W/"+second).mustBe(t, 200).header.Get("ETag")
			if again := ask("cuatro", third).mustBe(t, 200).header.Get("ETag"); again != third {
				t.Errorf("%s: changing nothing made another version: %s, then %s", path, third, again)
			}
			ask("cinco", "*").mustBe(t, 200)
			ask("seis", "").mustBe(t, 200)
		}
	})
}
