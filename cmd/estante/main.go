// Estante is a stock and inventory application in one binary: the server, the
// page it serves, its database schema and the commands to look after it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	_ "time/tzdata"

	"github.com/alecthomas/kong"

	"estante/internal/archive"
	"estante/internal/core"
	"estante/internal/demo"
	"estante/internal/inventory"
	"estante/internal/report"
	"estante/internal/store"
)

// version is set by the build.
var version = "desarrollo"

// cli is every command and flag. Each flag can also be an ESTANTE_… variable.
type cli struct {
	place

	Serve    serveCommand    `cmd:"" help:"Sirve la aplicación."`
	Demo     demoCommand     `cmd:"" help:"Carga los datos de demostración en una base de datos vacía."`
	Backup   backupCommand   `cmd:"" help:"Guarda una copia de seguridad en un archivo."`
	Restore  restoreCommand  `cmd:"" help:"Recupera una copia de seguridad en una base de datos vacía."`
	Move     moveCommand     `cmd:"" help:"Copia todo a otra base de datos vacía y lo comprueba: de SQLite a PostgreSQL o al revés."`
	User     userCommand     `cmd:"" help:"Crea cuentas, cambia roles y contraseñas."`
	Backtest backtestCommand `cmd:"" help:"Repite las previsiones sobre un archivo de ventas y dice cuánto acertaron."`
	Import   importCommand   `cmd:"" help:"Importa productos y stock de un archivo CSV o Excel."`
	Verify   verifyCommand   `cmd:"" help:"Comprueba el stock con sus movimientos; termina con 1 si hay diferencias."`
	OpenAPI  openAPICommand  `cmd:"" name:"openapi" help:"Escribe el documento OpenAPI de la aplicación."`
	Version  versionCommand  `cmd:"" help:"Escribe la versión."`
}

// place says where the data is; most commands need it.
type place struct {
	Data          string `default:"./data" help:"Carpeta de los datos." type:"path"`
	Database      string `placeholder:"postgres://…" help:"Base de datos PostgreSQL; sin ella, un archivo SQLite en la carpeta de datos."`
	SecretKeyFile string `placeholder:"secret.key" help:"Archivo con la clave que cierra los secretos guardados; sin él, secret.key en la carpeta de datos." type:"path"`
	LogLevel      string `default:"info" enum:"debug,info,warn,error" help:"Cuánto se escribe en el registro: debug, info, warn o error."`

	// clock is the database's; only loading the demo data ever sets it.
	clock demo.Clock `kong:"-"`
	// syncLater is for what fills a new database and can do it again.
	syncLater bool `kong:"-"`
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run is main without the process around it, so that tests can call it.
func run(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var commands cli
	exit := -1
	parser, err := kong.New(&commands,
		kong.Name("estante"), kong.Description("Gestión de stock e inventario."),
		kong.DefaultEnvars("ESTANTE"), kong.Help(printHelp), kong.Writers(stdout, stderr), kong.Exit(func(code int) {
			exit = code
		}),
		kong.BindTo(ctx, (*context.Context)(nil)), kong.BindTo(stdout, (*io.Writer)(nil)),
		kong.Bind(&commands.place, aside{stderr}),
	)
	if err != nil {
		fmt.Fprintln(stderr, "estante:", err)
		return 2
	}
	command, err := parser.Parse(args)
	if exit >= 0 {
		return exit // --help has been answered.
	}
	if err != nil {
		fmt.Fprintln(stderr, "estante:", explainMisuse(err))
		return 2
	}
	command.Bind(newLogger(stderr, commands.LogLevel))
	if err := command.Run(); err != nil {
		fmt.Fprintln(stderr, "estante:", explain(err))
		return 1
	}
	return 0
}

// aside is where a command tells what is not its answer, such as how far it is.
type aside struct{ io.Writer }

// explain writes what a person at the terminal can do about an error.
func explain(err error) string {
	var known *core.Error
	if errors.As(err, &known) && len(known.Fields) > 0 {
		var sentences []string
		for _, field := range slices.Sorted(maps.Keys(known.Fields)) {
			sentences = append(sentences, field+": "+known.Fields[field][0])
		}
		return strings.Join(sentences, "; ")
	}
	return err.Error()
}

// open opens the database and the inventory over it. The caller closes the database.
func (p *place) open(
	ctx context.Context, log *slog.Logger, options inventory.Options,
) (*store.DB, *inventory.Inventory, error) {
	db, err := store.Open(ctx, p.storeOptions(log))
	if err != nil {
		return nil, nil, err
	}
	if options.SecretKey, err = p.secretKey(log); err != nil {
		_ = db.Close()
		return nil, nil, err
	}
	options.Backups = archive.NewKeeper(db, filepath.Join(p.Data, backupFolder))
	options.Log, options.Sheets, options.Forecasts = log, report.Sheets{}, report.Forecasts{}
	options.Purchases, options.Values = report.PurchaseOrders{}, report.Values{}
	if options.PublicURL == nil {
		options.PublicURL = &url.URL{Scheme: "http", Host: "127.0.0.1:8080"}
	}
	return db, inventory.New(db, options), nil
}

// with opens the shop of a place for fn, and closes it.
func (p *place) with(ctx context.Context, log *slog.Logger, fn func(*inventory.Inventory) error) error {
	db, inv, err := p.open(ctx, log, inventory.Options{})
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	return fn(inv)
}

func (p *place) storeOptions(log *slog.Logger) store.Options {
	return store.Options{
		URL: p.Database, Dir: p.Data, Log: log, Now: p.clock.Now, SyncLater: p.syncLater, BeforeMigrate: p.beforeMigrate(log),
	}
}

type versionCommand struct{}

// Run writes the version.
func (versionCommand) Run(out io.Writer) error {
	_, err := fmt.Fprintln(out, "estante", version)
	return err
}
