package main

import (
	"errors"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"estante/internal/core"
)

// misuses are what kong says of a command line that it cannot read, in Spanish.
// What none of them knows stays as it is.
var misuses = []struct {
	said    *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`^expected one of (.+)$`), `falta el comando: $1`},
	{regexp.MustCompile(`^expected "(.+)"$`), `falta $1`},
	{regexp.MustCompile(`^missing flags: (.+)$`), `falta $1`},
	{regexp.MustCompile(`, did you mean (?:one of )?(.+)\?$`), `; ¿querías decir $1?`},
	{regexp.MustCompile(`^unexpected argument (.*?)(; ¿|$)`), `no se esperaba «$1»$2`},
	{regexp.MustCompile(`^unknown flag (.*?)(; ¿|$)`), `no existe la opción $1$2`},
	{regexp.MustCompile(`must be one of (.+) but got (".*")$`), `tiene que ser $1 y no $2`},
	{regexp.MustCompile(`expected a valid \d+ bit u?int but got (".*")$`), `tiene que ser un número entero y no $1`},
	{regexp.MustCompile(`expected duration but got ("[^"]*").*$`), `tiene que ser un tiempo, como 30m, y no $1`},
	{regexp.MustCompile(`parsing time ("[^"]*") as .*$`), `tiene que ser una fecha, como 2026-01-31, y no $1`},
	{regexp.MustCompile(`expected \S+ value but got .*$`), `falta su valor`},
	{regexp.MustCompile(`stat (.+): no such file or directory$`), `no existe $1`},
	{regexp.MustCompile(`(".*") exists but is a directory$`), `$1 es una carpeta`},
	{regexp.MustCompile(`bool value must be .* but got (".*")$`), `tiene que ser true o false y no $1`},
}

// explainMisuse says what is wrong with a command line.
func explainMisuse(err error) string {
	text := err.Error()
	for _, misuse := range misuses {
		text = misuse.said.ReplaceAllString(text, misuse.instead)
	}
	return text
}

// helpWords are what kong writes around our own words in its help, in Spanish.
var helpWords = strings.NewReplacer(
	"Usage: ", "Uso: ", "<command>", "<comando>", "[flags]", "[opciones]", "\nFlags:\n", "\nOpciones:\n", "\nCommands:\n",
	"\nComandos:\n",
	"\nArguments:\n", "\nArgumentos:\n", "Show context-sensitive help.", "Muestra esta ayuda.",
	"\nRun \"", "\nCon «", " --help\" for more information on a command.\n", " --help» se explica un comando.\n",
)

// printHelp is kong's help with those.
func printHelp(options kong.HelpOptions, ctx *kong.Context) error {
	var text strings.Builder
	usual := ctx.Stdout
	ctx.Stdout = &text
	err := kong.DefaultHelpPrinter(options, ctx)
	ctx.Stdout = usual
	if err != nil {
		return err
	}
	_, err = helpWords.WriteString(usual, text.String())
	return err
}

// roleNames are the roles as they are typed at a terminal.
var roleNames = map[string]core.Role{
	"administrador": core.Administrator, "encargado": core.Manager,
	"vendedor": core.Seller, "consulta": core.Viewer,
}

// typedRole is a role as an administrator types it.
type typedRole core.Role

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *typedRole) UnmarshalText(text []byte) error {
	role, known := roleNames[core.Fold(string(text))]
	if !known {
		return errors.New("tiene que ser administrador, encargado, vendedor o consulta")
	}
	*r = typedRole(role)
	return nil
}
