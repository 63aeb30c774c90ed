// Command pocketbase is the peer that the benchmarks are run beside: PocketBase
// as it comes, with a collection of products like Estante's. It is a module of
// its own, because it wants a newer Go and nothing of it belongs in the product.
package main

import (
	"fmt"
	"log"
	"net"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"
)

func main() {
	app := pocketbase.NewWithConfig(pocketbase.Config{HideStartBanner: true})
	app.RootCmd.AddCommand(&cobra.Command{
		Use:   "fill FILE",
		Short: "Makes the collection and an account, and brings the products of a CSV file.",
		Args:  cobra.ExactArgs(1),
		RunE:  func(_ *cobra.Command, args []string) error { return fill(app, args[0]) },
	})
	app.OnServe().BindFunc(announce)
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

// announce takes a port and says which one it became, so that a free one can be
// asked for. Nobody is there to be shown how to install it.
func announce(e *core.ServeEvent) error {
	listener, err := net.Listen("tcp", e.Server.Addr)
	if err != nil {
		return err
	}
	e.Listener, e.InstallerFunc = listener, nil
	fmt.Printf("http://%s\n", listener.Addr())
	return e.Next()
}
