package api_test

import (
	"fmt"
	"strings"
	"testing"

	"estante/internal/core"
)

// The stock of any instant, its closing and its files, through the door.
func TestTheStockOfAnInstantThroughTheDoor(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		boss := s.session(t, s.person(t, "lucia", core.Manager))
		viewer := s.session(t, s.person(t, "noe", core.Viewer))
		s.product(t, boss, "BROCA", 0)
		s.product(t, boss, "TACO", 4)
		s.post(t, boss, "/api/entries/", object{
			"productId": 1, "quantity": 3, "entryType": "purchase", "unitCost": 2.5,
		}).mustBe(t, 201)
		now := s.clock.Now().UTC().Format("2006-01-02T15:04:05Z")
		path := "/api/inventory/?method=fifo&at=" + now
		said := s.get(t, boss, path).mustBe(t, 200).want(t, map[string]any{"count": 2})
		instant, is := said.field(t, "instant").(map[string]any)
		if !is || len(fmt.Sprint(instant["hash"])) != 64 || instant["costCurrency"] != "USD" {
			t.Errorf("the instant is %v", instant)
		}
		if totals := fmt.Sprint(instant["totals"]); !strings.Contains(totals, "costValue:7.5") ||
			!strings.Contains(totals, "withoutCost:1") {
			t.Errorf("it comes to %v", totals)
		}
		s.get(t, boss, path+"&cost=unknown").mustBe(t, 200).want(t, map[string]any{"count": 1})
		s.get(t, boss, path+"&ordering=-costValue").mustBe(t, 200)
		s.get(t, viewer, path+"&ordering=-costValue").mustBe(t, 403)
		s.get(t, viewer, path+"&cost=known").mustBe(t, 403)
		s.get(t, boss, "/api/inventory/?ordering=costValue").mustBe(t, 400)
		s.get(t, boss, "/api/inventory/?at=ayer").mustBe(t, 400)
		s.get(t, boss, "/api/inventory/?at=1999-12-31").mustBe(t, 400)
		s.get(t, boss, "/api/inventory/compare/?from="+now+"&to=2020-01-01").mustBe(t, 400)
		s.get(t, boss, "/api/inventory/compare/?from=2020-01-01&to="+now).mustBe(t, 200).want(t, map[string]any{"count": 2})
		body := object{"at": "2020-12-31", "method": "pmp"}
		closed := s.post(t, boss, "/api/inventory/closings/", body).mustBe(t, 201)
		s.get(t, boss, fmt.Sprintf("/api/inventory/closings/%v/", closed.field(t, "id"))).mustBe(t, 200).
			want(t, map[string]any{"matches": true})
		s.post(t, boss, "/api/inventory/closings/", object{"at": "2099-12-31", "method": "pmp"}).mustBe(t, 400)
		for format, begins := range map[string]string{"pdf": "%PDF-", "xlsx": "PK"} {
			asked := s.post(t, boss, "/api/inventory/sheets/", object{"format": format, "at": now, "method": "fifo"}).
				mustBe(t, 201)
			path := fmt.Sprintf("/api/inventory/sheets/%v/", asked.field(t, "id"))
			s.get(t, boss, path+"file/").mustBe(t, 409)
			if worked, err := s.inv.Valuation.WorkOnSheets(t.Context()); err != nil || !worked {
				t.Fatalf("worked %v: %v", worked, err)
			}
			s.get(t, boss, path).mustBe(t, 200).want(t, map[string]any{"state": "done"})
			if _, file := s.download(t, boss, path+"file/"); !strings.HasPrefix(string(file), begins) {
				t.Errorf("%s is %.8q", format, file)
			}
		}
	})
}

// A margin is told where costs and prices share a currency, or by a rate that somebody gave.
func TestAMarginIsNeverInvented(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		boss := s.session(t, s.person(t, "ana", core.Administrator))
		s.post(t, boss, "/api/products/", object{"sku": "BROCA", "name": "Broca", "price": 10}).mustBe(t, 201)
		s.post(t, boss, "/api/entries/", object{
			"productId": 1, "quantity": 3, "entryType": "purchase", "unitCost": 5,
		}).mustBe(t, 201)
		s.get(t, boss, "/api/inventory/margin/").mustBe(t, 200).want(t, map[string]any{"known": false, "products": 0})
		s.patch(t, boss, "/api/settings/", object{"marginRate": 0.9}).mustBe(t, 400)
		s.patch(t, boss, "/api/settings/", object{"marginRate": 0.9, "marginRateOn": "2026-11-01"}).mustBe(t, 200).
			want(t, map[string]any{"marginRate": 0.9, "marginRateOn": "2026-11-01"})
		told := s.get(t, boss, "/api/inventory/margin/").mustBe(t, 200).
			want(t, map[string]any{"known": true, "products": 1, "marginRate": 0.9, "costValue": 13.5})
		if margin := fmt.Sprint(told.field(t, "margin")); margin != "map[amount:16.5 percent:55]" {
			t.Errorf("the margin is %v", margin)
		}
		s.patch(t, boss, "/api/settings/", object{"salesCurrency": "USD", "salesRate": 1}).mustBe(t, 200).
			want(t, map[string]any{"marginRate": nil})
	})
}
