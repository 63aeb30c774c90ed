package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestVersion(t *testing.T) {
	t.Parallel()
	if got := estante(t, t.TempDir(), "", "version"); got.code != 0 || got.stdout != "estante "+version+"\n" {
		t.Errorf("%+v", got)
	}
}

func TestOpenAPI(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	got := estante(t, data, "", "openapi")
	kept, err := os.ReadFile("../../internal/api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if got.code != 0 || got.stdout != string(kept) {
		t.Error("internal/api/openapi.json is not what the program writes; run make api")
	}
	if _, err := os.Stat(data); err == nil {
		t.Error("writing the document touched the data")
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for _, command := range [][]string{nil, {"serve"}, {"backup"}, {"user", "create"}} {
		got := estante(t, t.TempDir(), "", append(command, "--help")...)
		if got.code != 0 || !strings.HasPrefix(got.stdout, "Uso: estante") ||
			!strings.Contains(got.stdout, "Muestra esta ayuda.") {
			t.Errorf("%v: %d %s%s", command, got.code, got.stdout, got.stderr)
		}
		for _, word := range []string{"Usage", "Flags", "flags", "Commands", "Arguments", "Show", "Run"} {
			if strings.Contains(got.stdout, word) {
				t.Errorf("%v: %q in %s", command, word, got.stdout)
			}
		}
	}
	if got := estante(t, t.TempDir(), "", "--help"); !strings.Contains(got.stdout, "Sirve la aplicación.") {
		t.Error(got.stdout)
	}
	if got := estante(t, t.TempDir(), "", "serve", "mis datos"); got.stderr != "estante: no se esperaba «mis datos»\n" {
		t.Errorf("%+v", got)
	}
	for _, misuse := range []struct{ typed, says string }{
		{"", `falta el comando: "serve", "demo", "backup", "restore", "move", ...`},
		{"serv", `no se esperaba «serv»; ¿querías decir "serve", "user"?`},
		{"nada", `no se esperaba «nada»`},
		{"serve más", `no se esperaba «más»`},
		{"serve --nada", `no existe la opción --nada`},
		{"serve --lisen 1", `no existe la opción --lisen; ¿querías decir "--listen"?`},
		{"serve --log-level nada", `--log-level tiene que ser "debug","info","warn","error" y no "nada"`},
		{"serve --demo=quizás", `--demo: tiene que ser true o false y no "quizás"`},
		{"demo --days tres", `--days: tiene que ser un número entero y no "tres"`},
		{"demo --until hoy", `--until: tiene que ser una fecha, como 2026-01-31, y no "hoy"`},
		{"user role ana", `falta <rol>`},
		{"user role ana jefe", `<rol>: tiene que ser administrador, encargado, vendedor o consulta`},
		{"user create ana", `falta --dni=DNI, --email=EMAIL, --first-name=NOMBRE, --last-name=APELLIDO`},
		{"backup", `falta <archivo>`},
		{"restore nada.backup", `no existe `},
		{"restore .", ` es una carpeta`},
	} {
		got := estante(t, t.TempDir(), "", strings.Fields(misuse.typed)...)
		if got.code != 2 || !strings.HasPrefix(got.stderr, "estante: ") || !strings.Contains(got.stderr, misuse.says) {
			t.Errorf("%q: %+v", misuse.typed, got)
		}
	}
}

func TestUserCommands(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	create := func(username, password, role string) finished {
		return estante(t, data, password, "user", "create", username, "--first-name", "Ana", "--last-name", "Gil",
			"--email", username+"@example.com", "--dni", username, "--role", role)
	}
	for _, step := range []struct {
		name string
		got  func() finished
		code int
		says string
	}{
		{"the first is the administrator", func() finished {
			return create("ana", "clave-de-prueba\n", "encargado")
		}, 0, "Cuenta ana creada con el rol Administrador.\n"},
		{"another", func() finished {
			return create("luis", "clave-de-prueba\r\n", "vendedor")
		}, 0, "Cuenta luis creada con el rol Vendedor.\n"},
		{"a taken name", func() finished {
			return create("ANA", "clave-de-prueba\n", "consulta")
		}, 1, "estante: El usuario ya existe\n"},
		{"a short password", func() finished {
			return create("eva", "corta\n", "consulta")
		}, 1, "estante: password: La contraseña debe tener al menos 8 caracteres\n"},
		{"a blank password", func() finished { return create("eva", "\n", "consulta") }, 1, "la contraseña está vacía"},
		{"no password", func() finished { return create("eva", "", "consulta") }, 1, "escribe la contraseña en la entrada"},
		{"a role", func() finished {
			return estante(t, data, "", "user", "role", "LUIS", "Consulta")
		}, 0, "luis tiene ahora el rol Consulta.\n"},
		{"the last administrator", func() finished {
			return estante(t, data, "", "user", "role", "ana", "consulta")
		}, 1, "Tiene que quedar al menos un administrador activo"},
		{"a password", func() finished {
			return estante(t, data, "otra clave más\n", "user", "password", "Luis")
		}, 0, "sus sesiones se han cerrado"},
		{"nobody's password", func() finished {
			return estante(t, data, "otra clave más\n", "user", "password", "nadie")
		}, 1, "No encontrado"},
		{"nobody's role", func() finished {
			return estante(t, data, "", "user", "role", "nadie", "consulta")
		}, 1, "No encontrado"},
	} {
		if got := step.got(); got.code != step.code || !strings.Contains(got.stdout+got.stderr, step.says) {
			t.Errorf("%s: %+v", step.name, got)
		} else if strings.Contains(got.stdout+got.stderr, "clave") && strings.Contains(got.stdout+got.stderr, "prueba") {
			t.Errorf("%s repeats the password: %+v", step.name, got)
		}
	}
	s := serving(t, data)
	s.signIn(t, "ana", "clave-de-prueba")
	s.signIn(t, "luis", "otra clave más")
	s.terminate(t)
	s.stops(t, time.Now())
}

// The demonstration fills an empty shop once, and never a shop that has data of its own.
func TestDemo(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	if got := estante(t, data, "", "demo", "--days", "1"); got.code != 0 ||
		!strings.Contains(got.stdout, "Usuario: demo.") {
		t.Fatalf("%+v", got)
	}
	again := estante(t, data, "", "demo", "--days", "1")
	if again.code != 1 || !strings.Contains(again.stderr, "La base de datos ya tiene datos") {
		t.Errorf("%+v", again)
	}
	s := serving(t, data, "--demo")
	if _, text := s.ask(t, "GET", "/api/business/", "", ""); !strings.Contains(text,
		`"demo":{"username":"demo","password":"demo-estante"}`) {
		t.Errorf("the sign-in page is told %s", text)
	}
	s.signIn(t, "demo", "demo-estante")
	s.terminate(t)
	s.stops(t, time.Now())
}

func TestDemoLeavesDataAlone(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	openAccount(t, data)
	if got := estante(t, data, "", "demo"); got.code != 1 {
		t.Errorf("%+v", got)
	}
	s := serving(t, data, "--demo")
	token := s.signIn(t, "ana", "clave-de-prueba")
	var users struct{ Count int }
	if _, text := s.ask(t, "GET", "/api/users/", token, ""); json.Unmarshal([]byte(text), &users) != nil ||
		users.Count != 1 {
		t.Errorf("the accounts are %s", text)
	}
	// No account is shown that does not exist.
	if _, text := s.ask(t, "GET", "/api/business/", "", ""); strings.Contains(text, "demo-estante") {
		t.Errorf("the sign-in page is told %s", text)
	}
	s.terminate(t)
	s.stops(t, time.Now())
}

func TestLoggerHidesSecrets(t *testing.T) {
	t.Parallel()
	var text bytes.Buffer
	log := newLogger(&text, "info")
	log.Info("line", "password", "s3", "newPassword", "s3", "sessionToken", "s3", "Authorization", "s3", "client_secret",
		"s3", "Cookie", "s3",
		slog.Group("request", "token", "s3", "path", "visible"), slog.Group("credentials", "user", "s3"))
	log.WithGroup("secrets").Info("line", "value", "s3")
	log.With("passwordHash", "s3").Info("line", "name", "visible")
	log.Debug("not at this level")
	if strings.Contains(text.String(), "s3") || strings.Count(text.String(), "visible") != 2 ||
		strings.Contains(text.String(), "not at this level") {
		t.Errorf("logged %s", text.String())
	}
}
