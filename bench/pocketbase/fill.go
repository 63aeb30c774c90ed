package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// The account that asks; the benchmarks know it.
const (
	email    = "bench@ejemplo.es"
	password = "bench-password"
)

// fill makes an empty application one with products.
func fill(app core.App, path string) error {
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	if err := hire(app); err != nil {
		return err
	}
	if err := app.Save(products()); err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return app.RunInTransaction(func(tx core.App) error { return bring(tx, file) })
}

func hire(app core.App) error {
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return err
	}
	user := core.NewRecord(users)
	user.SetEmail(email)
	user.SetPassword(password)
	user.SetVerified(true)
	return app.Save(user)
}

// products is what Estante stores of a product, open to users who are signed in,
// with the index that serves the order of the list.
func products() *core.Collection {
	collection := core.NewBaseCollection("products")
	signedIn := "@request.auth.id != ''"
	collection.ListRule, collection.ViewRule, collection.UpdateRule = &signedIn, &signedIn, &signedIn
	for _, name := range []string{"name", "description", "barcode", "imageUrl", "category", "brand"} {
		collection.Fields.Add(&core.TextField{Name: name})
	}
	for _, name := range []string{
		"currentStock", "reserved", "minStock", "maxStock", "alertDays", "leadDays", "packSize", "serviceLevel", "status",
	} {
		collection.Fields.Add(&core.NumberField{Name: name, OnlyInt: true})
	}
	collection.Fields.Add(
		&core.TextField{Name: "sku", Required: true},
		&core.BoolField{Name: "alertBlocked"},
		&core.JSONField{Name: "tags"},
		&core.NumberField{Name: "price"}, &core.NumberField{Name: "cost"}, &core.NumberField{Name: "soldLast30Days"},
		&core.DateField{Name: "lastMovement"},
		&core.AutodateField{Name: "created", OnCreate: true},
		&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
	)
	collection.AddIndex("products_sku", true, "sku", "")
	collection.AddIndex("products_by_created", false, "created, id", "")
	return collection
}

// bring writes the rows of a file as they are imported into Estante. Their ids
// count from one, so that the benchmarks can name them.
func bring(tx core.App, file io.Reader) error {
	rows := csv.NewReader(file)
	rows.Comma = ';'
	if _, err := rows.Read(); err != nil { // The names of the columns.
		return err
	}
	opening := time.Now().UTC()
	for n := 1; ; n++ {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		product, err := productOf(row)
		if err != nil {
			return fmt.Errorf("row %d: %w", n, err)
		}
		now := opening.Add(time.Duration(n) * time.Millisecond).Format("2006-01-02 15:04:05.000Z")
		product["id"] = fmt.Sprintf("%015d", n)
		product["created"], product["updated"], product["lastMovement"] = now, now, now
		if _, err := tx.DB().Insert("products", product).Execute(); err != nil {
			return fmt.Errorf("row %d: %w", n, err)
		}
	}
}

// productOf reads SKU, name, category, brand, stock, least stock, price,
// description and tag.
func productOf(row []string) (dbx.Params, error) {
	stock, err := strconv.Atoi(row[4])
	if err != nil {
		return nil, err
	}
	least, err := strconv.Atoi(row[5])
	if err != nil {
		return nil, err
	}
	price, err := strconv.ParseFloat(strings.Replace(row[6], ",", ".", 1), 64)
	if err != nil {
		return nil, err
	}
	tags, err := json.Marshal([]string{row[8]})
	return dbx.Params{
		"sku": row[0], "name": row[1], "category": row[2], "brand": row[3], "description": row[7], "tags": string(tags),
		"currentStock": stock, "minStock": least, "price": price, "status": 1, "alertDays": 14,
	}, err
}
