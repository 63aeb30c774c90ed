package main

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"
	"time"

	"estante/internal/catalogue"
	"estante/internal/core"
)

// relabelling renames a category and merges a brand and a tag of a large shop
// while others read and adjust, and says how long that took and they waited.
func relabelling(ctx context.Context, o options) error {
	o.keep = "" // Afterwards the shop is not the one that other runs expect.
	s, err := openShop(ctx, o, o.large)
	if err != nil {
		return err
	}
	defer s.close()
	fmt.Printf("%s, %d products, two other clients at the same time\n\n", s.engine, o.large)
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(table, "change\tproducts\tseconds\tµs per product\tlongest list µs\tlongest adjustment µs\t\n")
	for _, c := range []struct {
		name       string
		kind       catalogue.LabelKind
		from, into string
	}{
		{"category with another name", catalogue.Category, categories[0], "Pinturas y barnices"},
		{"category merged into another", catalogue.Category, categories[1], categories[4]},
		{"brand merged into another", catalogue.Brand, makes[0], makes[1]},
		{"tag merged into another", catalogue.Tag, "gama 1", "gama 2"},
	} {
		label, err := s.label(ctx, c.kind, c.from)
		if err != nil {
			return err
		}
		began := time.Now()
		waits, err := s.watch(ctx, others, quiet, func() error {
			change := catalogue.LabelChange{Name: c.into, Merge: true}
			_, err := s.inv.Catalogue.RenameLabel(ctx, core.System, c.kind, label.ID, change)
			return err
		})
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		took := time.Since(began)
		each := took.Microseconds() / int64(max(label.Products, 1))
		_, _ = fmt.Fprintf(table, "%s\t%d\t%.2f\t%d\t%d\t%d\t\n",
			c.name, label.Products, took.Seconds(), each, waits[0].most, waits[1].most)
	}
	return table.Flush()
}

// label finds one by its name.
func (s *shop) label(ctx context.Context, kind catalogue.LabelKind, name string) (catalogue.Label, error) {
	labels, err := s.inv.Catalogue.Labels(ctx, kind)
	if err != nil {
		return catalogue.Label{}, err
	}
	for _, label := range labels {
		if label.Name == name {
			return label, nil
		}
	}
	return catalogue.Label{}, fmt.Errorf("there is no %s %q", kind, name)
}
