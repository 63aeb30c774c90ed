package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"estante/internal/account"
	"estante/internal/api"
	"estante/internal/core"
	"estante/internal/demo"
	"estante/internal/inventory"
)

type demoCommand struct {
	Days     int       `default:"380" help:"Días de historia."`
	Until    time.Time `format:"2006-01-02" placeholder:"AAAA-MM-DD" help:"Último día de la historia; sin él, hoy."`
	Products int       `placeholder:"N" help:"Hace en su lugar una tienda grande, con tantos productos, para medir."`
	Orders   int       `placeholder:"N" help:"Pedidos de la tienda grande."`
	Seed     uint64    `default:"20260115" help:"De qué número sale el azar de la tienda grande: el mismo hace la misma."`
}

// lastHour is when the last day of a story that ends on a given one is over.
const lastHour = 18 * time.Hour

// Run loads the demo data.
func (c *demoCommand) Run(ctx context.Context, place *place, out io.Writer, aside aside, log *slog.Logger) error {
	if c.Days < 1 || c.Products < 0 || c.Orders < 0 || c.Orders > 0 && c.Products == 0 {
		return errors.New("una tienda grande necesita --products, y al menos un día de historia")
	}
	if !c.Until.IsZero() {
		end := c.Until.Add(lastHour)
		if end.After(time.Now()) {
			return errors.New("--until tiene que ser un día que ya haya pasado")
		}
		place.clock.End(end)
	}
	place.syncLater = true
	return place.with(ctx, log, func(inv *inventory.Inventory) error {
		if err := c.load(ctx, inv, &place.clock, aside); err != nil {
			return err
		}
		_, err := fmt.Fprintf(out, "Datos de demostración cargados. Usuario: %s. Contraseña: %s\n", demo.Username,
			demo.Password)
		return err
	})
}

// load fills the database with the shop that shows everything, or with a large one.
func (c *demoCommand) load(ctx context.Context, inv *inventory.Inventory, clock *demo.Clock, aside io.Writer) error {
	if c.Products == 0 {
		return demo.Load(ctx, inv, clock, c.Days)
	}
	size := demo.Size{Products: c.Products, Orders: c.Orders, Days: c.Days, Seed: c.Seed}
	return demo.LoadLarge(ctx, inv, clock, size, func(text string) { _, _ = fmt.Fprintln(aside, text) })
}

type openAPICommand struct{}

// Run writes the document. It needs no database: the shapes are in the code.
func (openAPICommand) Run(out io.Writer) error {
	document, err := api.New(inventory.New(nil, inventory.Options{}), api.Options{Version: "1"}).OpenAPI()
	if err != nil {
		return err
	}
	_, err = out.Write(document)
	return err
}

type userCommand struct {
	Create   userCreateCommand   `cmd:"" help:"Crea una cuenta; la contraseña se lee de la entrada."`
	Password userPasswordCommand `cmd:"" help:"Cambia la contraseña de una cuenta; se lee de la entrada."`
	Role     userRoleCommand     `cmd:"" help:"Cambia el rol de una cuenta."`
}

type userCreateCommand struct {
	Username  string    `arg:"" name:"usuario" help:"Usuario."`
	FirstName string    `required:"" placeholder:"NOMBRE" help:"Nombre."`
	LastName  string    `required:"" placeholder:"APELLIDO" help:"Apellido."`
	Email     string    `required:"" placeholder:"EMAIL" help:"Email."`
	DNI       string    `name:"dni" required:"" placeholder:"DNI" help:"DNI."`
	Role      typedRole `default:"encargado" help:"Rol: administrador, encargado, vendedor o consulta."`
}

// Run creates an account with the password on standard input.
func (c *userCreateCommand) Run(ctx context.Context, place *place, out io.Writer, log *slog.Logger) error {
	password, err := readPassword(os.Stdin)
	if err != nil {
		return err
	}
	return place.with(ctx, log, func(inv *inventory.Inventory) error {
		user, err := inv.Accounts.CreateUser(ctx, core.System, account.NewUser{
			Username: c.Username, Password: password, ConfirmPassword: password, DNI: c.DNI,
			FirstName: c.FirstName, LastName: c.LastName, Email: c.Email,
		}, core.Role(c.Role))
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "Cuenta %s creada con el rol %s.\n", user.Username, user.Role.Name())
		return err
	})
}

type userPasswordCommand struct {
	Username string `arg:"" name:"usuario" help:"Usuario."`
}

// Run sets the password on standard input and ends the person's sessions.
func (c *userPasswordCommand) Run(ctx context.Context, place *place, out io.Writer, log *slog.Logger) error {
	password, err := readPassword(os.Stdin)
	if err != nil {
		return err
	}
	return place.with(ctx, log, func(inv *inventory.Inventory) error {
		if err := inv.Accounts.ResetPasswordOf(ctx, c.Username, password); err != nil {
			return err
		}
		_, err := fmt.Fprintf(out, "Contraseña de %s cambiada; sus sesiones se han cerrado.\n", c.Username)
		return err
	})
}

type userRoleCommand struct {
	Username string    `arg:"" name:"usuario" help:"Usuario."`
	Role     typedRole `arg:"" name:"rol" help:"Rol: administrador, encargado, vendedor o consulta."`
}

// Run gives a user another role.
func (c *userRoleCommand) Run(ctx context.Context, place *place, out io.Writer, log *slog.Logger) error {
	return place.with(ctx, log, func(inv *inventory.Inventory) error {
		user, err := inv.Accounts.SetRole(ctx, c.Username, core.Role(c.Role))
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "%s tiene ahora el rol %s.\n", user.Username, user.Role.Name())
		return err
	})
}

// readPassword takes one line, so that a password is neither an argument that
// others on the machine can list nor a word in the shell's history.
func readPassword(in io.Reader) (string, error) {
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && line == "" {
		return "", fmt.Errorf("escribe la contraseña en la entrada, en una línea: %w", err)
	}
	password := strings.TrimRight(line, "\r\n")
	if password == "" {
		return "", errors.New("la contraseña está vacía")
	}
	return password, nil
}
