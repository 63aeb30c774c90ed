package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
)

// newcomer is a registration that nothing is wrong with.
func newcomer(username string) object {
	return object{
		"username": username, "password": password, "confirmPassword": password, "dni": "dni " + username,
		"firstName": "Marta", "lastName": "Gil", "email": username + "@example.com",
	}
}

const registerPath = "/api/auth/register/"

// What nobody sees makes no second account of the same name, address or DNI, and no second
// product of the same SKU; and a name is one line.
func TestInvisibleCharactersMakeNoTwins(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		admin := s.session(t, s.person(t, "admin", core.Administrator))
		s.post(t, "", registerPath, newcomer("marta").with("firstName", "Marta\r\nPilar\u2028")).mustBe(t, 201)
		if got := s.get(t, admin, "/api/users/?search=marta").field(t, "results.0.firstName"); got != "Marta  Pilar" {
			t.Errorf("the name is %q", got)
		}
		s.product(t, admin, "TAZA-1", 5)
		for _, unseen := range []string{
			"\u200b", "\u200d", "\u00ad", "\u202e", "\ufe0f", "\u3164", "\u2800", "\u034f",
			"\ufeff",
		} {
			s.post(t, "", registerPath, newcomer("mar"+unseen+"ta")).mustSay(t, 409, "El usuario ya existe")
			other := newcomer("otra").with("email", "marta"+unseen+"@example.com").with("dni", "dni"+unseen+" marta")
			s.post(t, "", registerPath, other).mustBlame(t, map[string]string{
				"email": "Ya existe una cuenta con este email", "dni": "Ya existe una cuenta con este DNI",
			})
			s.post(t, admin, "/api/products/", object{"sku": "TAZA" + unseen + "-1", "name": "Taza", "stock": 0}).
				mustBlame(t, map[string]string{"sku": "Ya existe un producto con este SKU"})
			s.clock.pass(10 * time.Minute)
			s.write(t, func(tx inventory.Tx) error { return tx.ClearAttemptsOf("taken:") })
		}
		s.post(t, admin, "/api/products/", object{"sku": "\u200b", "name": "Taza", "stock": 0}).
			mustBlame(t, map[string]string{"sku": "El SKU es requerido"})
	})
}

// A name that was kept before it was asked for reaches no e-mail as a link.
func TestNamesCarryNothingIntoMails(t *testing.T) {
	s, p := onSQLite(t), newPost(t)
	ana := s.person(t, "ana", core.Viewer)
	s.write(t, func(tx inventory.Tx) error {
		ana.FirstName = "Gana dinero en\nhttps://mal.example"
		return tx.UpdateUser(ana)
	})
	s.post(t, "", recoveryPath, object{"email": ana.Email}).mustBe(t, 200)
	s.deliver(t, p.mailer)
	if letter := p.Letter(t); !strings.Contains(letter.Text, "Hola, Gana dinero en https mal example:") {
		t.Errorf("the letter says %s", letter.Text)
	}
}

// A username is said in a letter to an address that need not be its owner's.
func TestUsernamesAreNoLinksInMails(t *testing.T) {
	s, p := onSQLite(t), newPost(t)
	boss := s.session(t, s.person(t, "ada", core.Administrator))
	for _, username := range []string{"www.mal.com", "premio.de", "eva@mal.es"} {
		email := fmt.Sprintf("%c%d@example.com", username[0], len(username))
		s.post(t, "", registerPath, newcomer(username).with("email", email).with("dni", email[:2])).mustBe(t, 201)
		s.post(t, "", recoveryPath, object{"email": email}).mustBe(t, 200)
		s.deliver(t, p.mailer)
		if letter := p.Letter(t); strings.Contains(letter.Text, username) || !strings.Contains(letter.Text, "una cuenta") {
			t.Errorf("the letter says %s", letter.Text)
		}
	}
	invited := newcomer("web.shop").with("email", "w@example.com").with("dni", "X1").with("roleId", 4).
		with("password", absent).with("confirmPassword", absent)
	s.post(t, boss, "/api/users/", invited).mustBe(t, 201)
	s.deliver(t, p.mailer)
	letter := p.Letter(t)
	if strings.Contains(letter.Text, "web.shop") || !strings.Contains(letter.Text, "Tienes una cuenta.") {
		t.Errorf("the invitation says %s", letter.Text)
	}
}

// What is called something is called so in one line, whoever writes it: alerts, e-mails and
// printed lists say it in the middle of theirs.
func TestNamesAreOneLine(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		boss := s.session(t, s.person(t, "ada", core.Administrator))
		s.product(t, boss, "A", 5)
		for path, asked := range map[string]object{
			"/api/channels/":        {"source": "woocommerce"},
			"/api/subscriptions/":   {"url": "https://example.com/x", "events": []string{"stock.changed"}},
			"/api/forecast/events/": {"dateFrom": "2026-12-01", "dateTo": "2026-12-02", "uplift": 80},
			"/api/locations/":       {},
		} {
			made := s.post(t, boss, path, asked.with("name", "Uno\r\ny\u2028dos")).mustBe(t, 201)
			if strings.Contains(made.body, `Uno\`) || !strings.Contains(made.body, "Uno  y dos") {
				t.Errorf("%s keeps %s", path, made.body)
			}
		}
		order := s.post(t, boss, "/api/pedidos/", object{
			"customerName": "Ana\r\nGil", "items": []object{{"productId": 1, "quantity": 1}},
		}).mustBe(t, 201)
		if order.field(t, "customerName") != "Ana  Gil" {
			t.Errorf("the customer is %v", order.field(t, "customerName"))
		}
	})
}

// Where strangers can come from everywhere they wait for an approval and then only look,
// unless people work there already or an administrator has decided otherwise.
func TestBeginInPublic(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		begin := func() {
			if err := s.inv.Accounts.BeginInPublic(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		// The owner's account may have been made by a command, before anybody knows the address.
		s.person(t, "inicio", core.Administrator)
		begin()
		begin()
		s.write(t, func(tx inventory.Tx) error {
			settings, err := tx.Settings()
			if settings.Registration != core.RegistrationApproval || settings.NewAccountRole != core.Viewer ||
				settings.Version != 2 {
				t.Errorf("begun with %+v", settings)
			}
			return err
		})
	})
}

func TestTheFirstAccountIsTheOwners(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		begin := func() {
			if err := s.inv.Accounts.BeginInPublic(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if s.get(t, "", "/api/business/").mustBe(t, 200).field(t, "firstAccount") != true {
			t.Error("nobody has an account and the page is not told")
		}
		begin()
		owner := s.post(t, "", registerPath, newcomer("dueña")).mustBe(t, 201)
		if owner.field(t, "pendingApproval") != false || owner.field(t, "user.roles.0.name") != "Administrador" {
			t.Errorf("the owner is %s", owner.body)
		}
		if s.get(t, "", "/api/business/").mustBe(t, 200).field(t, "firstAccount") != false {
			t.Error("the next visitor is told to be the owner")
		}
		visitor := s.post(t, "", registerPath, newcomer("visita")).mustBe(t, 201)
		if visitor.field(t, "pendingApproval") != true || visitor.field(t, "user.roles.0.name") != "Consulta" {
			t.Errorf("a visitor is %s", visitor.body)
		}
		token := s.signIn(t, "dueña", password)
		s.patch(t, token, "/api/settings/", object{"registration": "open", "newAccountRole": 3}).mustBe(t, 200)
		begin()
		clerk := s.post(t, "", registerPath, newcomer("clara")).mustBe(t, 201)
		if clerk.field(t, "pendingApproval") != false || clerk.field(t, "user.roles.0.name") != "Vendedor" {
			t.Errorf("the next is %s", clerk.body)
		}
	})
}

func TestRegister(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		s.keep(t, core.User{Username: "Admin", Role: core.Administrator, State: core.AccountActive})
		good, long := newcomer("marta"), strings.Repeat("ñ", 101)
		row := func(name string, body object, fields map[string]string) scenario {
			return scenario{name: name, method: "POST", path: registerPath, body: body, fields: fields}
		}
		empty := map[string]string{
			"username": "El usuario es requerido", "password": "La contraseña es requerida",
			"confirmPassword": "La confirmación de contraseña es requerida", "dni": "El DNI es requerido",
			"firstName": "El nombre es requerido", "lastName": "El apellido es requerido", "email": "El email es requerido",
		}
		blank := object{}
		for field := range empty {
			blank[field] = ""
		}
		s.run(t, nil, []scenario{
			row("nothing", object{}, empty),
			row("blanks", blank, empty),
			row("short password", good.with("password", "sieteññ").with("confirmPassword", "sieteññ"),
				map[string]string{"password": "La contraseña debe tener al menos 8 caracteres"}),
			row("other password", good.with("confirmPassword", "clave-de-prueb"),
				map[string]string{"confirmPassword": "Las contraseñas no coinciden"}),
			row("long password", good.with("password", strings.Repeat("a", 1025)).with("confirmPassword",
				strings.Repeat("a", 1025)), map[string]string{"password": "La contraseña es demasiado larga"}),
			row("long texts", good.with("username", strings.Repeat("a", 61)).with("dni",
				strings.Repeat("9", 21)).with("firstName", long).with("lastName", long).
				with("middleName", long).with("secondLastName", long).with("email", strings.Repeat("a", 255)+"@a.es"),
				map[string]string{
					"username": "El usuario es demasiado largo", "dni": "El DNI es demasiado largo",
					"firstName": "El nombre es demasiado largo",
					"lastName":  "El apellido es demasiado largo", "middleName": "El segundo nombre es demasiado largo",
					"secondLastName": "El segundo apellido es demasiado largo", "email": "El email no es válido",
				}),
			row("a space in the name", good.with("username", "marta gil"),
				map[string]string{"username": "El usuario no puede llevar espacios"}),
			row("links", good.with("username", "https://mal.example").with("firstName", "Gana en https://mal.example").
				with("middleName", "www.mal.example").with("lastName", "mal.com").with("secondLastName", "a@mal.example"),
				map[string]string{
					"username": "El usuario no puede llevar un enlace", "firstName": "No puede llevar un enlace",
					"middleName": "No puede llevar un enlace", "lastName": "No puede llevar un enlace",
					"secondLastName": "No puede llevar un enlace",
				}),
			row("a wide space", good.with("username", "ad\u2003min"),
				map[string]string{"username": "El usuario no puede llevar espacios"}),
			row("no address", good.with("email", "marta"), map[string]string{"email": "El email no es válido"}),
			row("no top", good.with("email", "marta@gil"), map[string]string{"email": "El email no es válido"}),
			row("a role", good.with("roleId", 1), map[string]string{"roleId": "Este campo no existe"}),
			row("taken address", good.with("email", "ADMIN@Example.com"),
				map[string]string{"email": "Ya existe una cuenta con este email"}),
			row("taken DNI", good.with("dni", " dni-ADMIN "), map[string]string{"dni": "Ya existe una cuenta con este DNI"}),
			row("taken both", good.with("dni", "dni-admin").with("email", "admin@example.com"), map[string]string{
				"dni": "Ya existe una cuenta con este DNI", "email": "Ya existe una cuenta con este email",
			}),
			{
				name: "taken name", method: "POST", path: registerPath, body: good.with("username", "aDMIN"), status: 409,
				detail: "El usuario ya existe",
			},
			{
				name: "good", method: "POST", path: registerPath, body: good.with("secondLastName", "Soler"), status: 201,
				gives: map[string]any{
					"pendingApproval": false, "user.username": "marta", "user.roles.0.name": "Encargado", "user.isActive": true,
					"user.isStaff": false,
					"user.dni":     "DNI MARTA", "user.secondLastName": "Soler", "user.middleName": "", "user.lastLogin": nil,
					"user.dateJoined": "2026-11-15T09:00:00Z",
				},
			},
			{name: "again", method: "POST", path: registerPath, body: good, status: 409, detail: "El usuario ya existe"},
		})
		s.signIn(t, "MARTA", password)
	})
}

func TestFirstAccountIsAdministrator(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		first := s.post(t, "", registerPath, newcomer("primera")).mustBe(t, 201)
		if first.field(t, "user.roles.0.name") != "Administrador" || first.field(t, "user.isStaff") != true {
			t.Errorf("the first account is %s", first.body)
		}
		second := s.post(t, "", registerPath, newcomer("segunda")).mustBe(t, 201)
		if second.field(t, "user.roles.0.name") != "Encargado" {
			t.Errorf("the second account is %s", second.body)
		}
	})
}

// An account that waits for approval is told to the administrators, cannot be
// used, and can once one of them says so.
func TestRegistrationWithApproval(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		admin, seller := s.person(t, "admin", core.Administrator), s.person(t, "vende", core.Seller)
		token, sellers := s.session(t, admin), s.session(t, seller)
		s.patch(t, token, "/api/settings/", object{"registration": "approval", "newAccountRole": 4}).mustBe(t, 200)
		if mode := s.get(t, "", "/api/business/").field(t, "registration"); mode != "approval" {
			t.Errorf("the sign-in page is told %v", mode)
		}
		answer := s.post(t, "", registerPath, newcomer("nueva")).mustBe(t, 201)
		if answer.field(t, "pendingApproval") != true || answer.field(t, "user.isActive") != false {
			t.Errorf("registration said %s", answer.body)
		}
		s.post(t, "", "/api/auth/login/", object{"username": "nueva", "password": password}).
			mustSay(t, 403, "Tu cuenta está pendiente de aprobación por un administrador.")

		inbox := s.get(t, token, "/api/notifications/").mustBe(t, 200)
		for path, want := range map[string]any{
			"unread": 1.0, "count": 1.0, "results.0.kind": "account.pending", "results.0.title": "Cuenta por aprobar",
			"results.0.message": "Marta Gil (nueva) ha pedido una cuenta.", "results.0.isRead": false,
		} {
			if got := inbox.field(t, path); got != want {
				t.Errorf("%s is %v, want %v", path, got, want)
			}
		}
		if got := s.get(t, sellers, "/api/notifications/").field(t, "count"); got != 0.0 {
			t.Errorf("a seller was told, too: %v", got)
		}
		waiting := s.get(t, token, "/api/users/?state=pending").mustBe(t, 200)
		id := waiting.field(t, "results.0.idUser").(float64)
		approved := s.patch(t, token, fmt.Sprintf("/api/users/%.0f/", id), object{"isActive": true}).mustBe(t, 200)
		if approved.field(t, "state") != "active" || approved.field(t, "roles.0.name") != "Consulta" {
			t.Errorf("approval gave %s", approved.body)
		}
		s.signIn(t, "nueva", password)
	})
}

func TestRegistrationClosed(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		s.write(t, func(tx inventory.Tx) error {
			settings, err := tx.Settings()
			settings.Registration = core.RegistrationClosed
			if err != nil {
				return err
			}
			return tx.UpdateSettings(settings)
		})
		// The first user is let in: an administrator has to be able to open it.
		s.post(t, "", registerPath, newcomer("primera")).mustBe(t, 201)
		s.post(t, "", registerPath, newcomer("segunda")).mustSay(t, 403,
			"El registro está cerrado. Pide una cuenta a un administrador.")
		// Closed registration does not reveal which accounts exist.
		s.post(t, "", registerPath, newcomer("primera")).mustSay(t, 403,
			"El registro está cerrado. Pide una cuenta a un administrador.")
	})
}

func TestUsersByAdministrators(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		admin, ana := s.person(t, "admin", core.Administrator), s.person(t, "ana", core.Seller)
		tokens := map[string]string{"admin": s.session(t, admin)}
		one := fmt.Sprintf("/api/users/%d/", ana.ID)
		good := newcomer("invitada").with("password", absent).with("confirmPassword", absent).with("roleId", 3)
		s.run(t, tokens, []scenario{
			{
				name: "one", method: "GET", path: one, as: "admin", status: 200,
				gives: map[string]any{"username": "ana", "state": "active"},
			},
			{
				name: "all", method: "GET", path: "/api/users/", as: "admin", status: 200, gives: map[string]any{
					"count": 2.0, "results.0.username": "admin",
				},
			},
			{
				name: "backwards", method: "GET", path: "/api/users/?ordering=-username&limit=1", as: "admin", status: 200,
				gives: map[string]any{"count": 2.0, "results.0.username": "ana"},
			},
			{
				name: "searched", method: "GET", path: "/api/users/?search=%C3%81NA@example", as: "admin", status: 200,
				gives: map[string]any{"count": 1.0, "results.0.username": "ana"},
			},
			{
				name: "searched in vain", method: "GET", path: "/api/users/?search=%25", as: "admin", status: 200,
				gives: map[string]any{"count": 0.0},
			},
			{
				name: "by role", method: "GET", path: "/api/users/?roleId=3", as: "admin", status: 200, gives: map[string]any{
					"count": 1.0, "results.0.username": "ana",
				},
			},
			{name: "create nothing", method: "POST", path: "/api/users/", as: "admin", body: object{}, fields: map[string]string{
				"username": "El usuario es requerido", "dni": "El DNI es requerido", "firstName": "El nombre es requerido",
				"lastName": "El apellido es requerido", "email": "El email es requerido", "roleId": "El rol es requerido",
			}},
			{
				name: "create with a password", method: "POST", path: "/api/users/", as: "admin",
				body: good.with("password", password), fields: map[string]string{"password": "Este campo no existe"},
			},
			{
				name: "create with no role", method: "POST", path: "/api/users/", as: "admin", body: good.with("roleId", 5),
				fields: map[string]string{"roleId": "El rol no existe"},
			},
			{
				name: "create with wrong texts and role", method: "POST", path: "/api/users/", as: "admin",
				body: good.with("roleId", 0).with("email", "x"), fields: map[string]string{
					"email": "El email no es válido", "roleId": "El rol no existe",
				},
			},
			{
				name: "create a taken name", method: "POST", path: "/api/users/", as: "admin", body: good.with("username", "ANA"),
				status: 409, detail: "El usuario ya existe",
			},
			{
				name: "create a taken address", method: "POST", path: "/api/users/", as: "admin",
				body:   good.with("email", "ana@example.com"),
				fields: map[string]string{"email": "Ya existe una cuenta con este email"},
			},
			{name: "create", method: "POST", path: "/api/users/", as: "admin", body: good, status: 201, gives: map[string]any{
				"username": "invitada", "state": "active", "roles.0.name": "Vendedor",
			}},
			{
				name: "change nothing", method: "PATCH", path: one, as: "admin", body: object{}, status: 200,
				gives: map[string]any{"username": "ana"},
			},
			{
				name: "change to no role", method: "PATCH", path: one, as: "admin", body: object{"roleId": 9},
				fields: map[string]string{"roleId": "El rol no existe"},
			},
			{name: "change to blanks", method: "PATCH", path: one, as: "admin", body: object{
				"firstName": "", "lastName": " ", "email": "", "dni": "",
			}, fields: map[string]string{
				"firstName": "El nombre es requerido", "lastName": "El apellido es requerido", "email": "El email es requerido",
				"dni": "El DNI es requerido",
			}},
			{
				name: "change to a taken DNI", method: "PATCH", path: one, as: "admin", body: object{"dni": "dni-admin"},
				fields: map[string]string{"dni": "Ya existe una cuenta con este DNI"},
			},
			{
				name: "change the name", method: "PATCH", path: one, as: "admin", body: object{"username": "ann"},
				fields: map[string]string{"username": "Este campo no existe"},
			},
			{name: "change", method: "PATCH", path: one, as: "admin", body: object{
				"roleId": 2, "firstName": "Ana", "dni": "x1",
			}, status: 200, gives: map[string]any{
				"firstName": "Ana", "dni": "X1", "roles.0.name": "Encargado", "lastName": "Apellido",
			}},
		})
	})
}

// What a person may do has changed, so whatever is signed in must sign in again.
func TestRoleAndStateEndSessions(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		admin, ana := s.person(t, "admin", core.Administrator), s.person(t, "ana", core.Manager)
		token, path := s.session(t, admin), fmt.Sprintf("/api/users/%d/", ana.ID)
		for _, change := range []object{{"roleId": 4}, {"isActive": false}} {
			hers := s.session(t, ana)
			s.patch(t, token, path, object{"firstName": "Ana " + change.json(t)}).mustBe(t, 200)
			s.get(t, hers, "/api/profile/").mustBe(t, 200)
			s.patch(t, token, path, change).mustBe(t, 200)
			s.get(t, hers, "/api/profile/").mustSay(t, 401, "Sesión expirada")
			s.patch(t, token, path, object{"isActive": true}).mustBe(t, 200)
			s.get(t, hers, "/api/profile/").mustSay(t, 401, "Sesión expirada")
		}
		s.get(t, token, "/api/profile/").mustBe(t, 200)
	})
}

func TestLastAdministratorStays(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		admin := s.person(t, "admin", core.Administrator)
		s.keep(t, core.User{Username: "baja", Role: core.Administrator, State: core.AccountInactive})
		token, path := s.session(t, admin), fmt.Sprintf("/api/users/%d/", admin.ID)
		const kept = "Tiene que quedar al menos un administrador activo"
		s.patch(t, token, path, object{"roleId": 2}).mustSay(t, 409, kept)
		s.patch(t, token, path, object{"isActive": false}).mustSay(t, 409, kept)
		s.patch(t, token, path, object{"firstName": "Otra"}).mustBe(t, 200)
		s.person(t, "otro", core.Administrator)
		s.patch(t, token, path, object{"roleId": 2}).mustBe(t, 200)
		s.get(t, token, "/api/users/").mustBe(t, 401)
	})
}
