package api_test

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"estante/internal/core"
	"estante/internal/inventory"
	"estante/internal/verify"
)

// costlyCalls are bodies for the writes whose answers can tell a cost: they go through.
var costlyCalls = map[string]string{
	"createProduct": `{"sku": "NUEVO-%d", "name": "Nuevo", "price": 3}`, "updateProduct": `{"name": "Broca %d"}`,
	"changeProducts":   `{"items": [{"id": 1, "minStock": %d}]}`,
	"duplicateProduct": `{"new_sku": "COPIA-%d"}`, "adjustNamedStock": `{"productId": 1, "quantity": 1, "type": "in"}`,
	"adjustStock": `{"quantity": 1, "type": "in"}`, "undoMovement": ``,
	"createEntry":    `{"productId": 1, "quantity": 1, "entryType": "manual"}`,
	"createEntries":  `{"lines": [{"productId": 1, "quantity": 1, "entryType": "manual"}]}`,
	"closeInventory": `{"at": "2020-12-31", "method": "pmp"}`,
	"updateEntry":    `{"notes": "Caja %d"}`, "restoreProduct": ``, "restoreEntry": ``,
	"addSupplierProduct": `{"productId": 1}`, "updateSupplierProduct": `{"packPrice": %d}`,
	"setProductSuppliers": `{"suppliers": [{"supplierId": 1, "packPrice": %d}]}`,
	"createPurchase":      `{"supplierId": 1, "lines": [{"productId": 1, "quantity": 1, "totalCost": 7.77}]}`,
	"updatePurchase":      `{"notes": "Nota %d"}`, "createSupplierReturn": `{"supplierId": 1, "lines": [{"productId": 1, "quantity": 1}]}`,
}

// Vendedor and Consulta may know what is sold and for how much, and never what it cost: not
// by any operation of the document, now or when another is added.
func TestNoOperationTellsASellerOrAViewerACost(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		boss := s.session(t, s.person(t, "lucia", core.Manager))
		s.product(t, boss, "BROCA", 5)
		for range 4 {
			s.post(t, boss, "/api/entries/", object{
				"productId": 1, "quantity": 2, "entryType": "purchase", "unitCost": 7.77,
			}).mustBe(t, 201)
		}
		s.supplier(t, boss, "Peña", "")
		chief := s.person(t, "ana", core.Administrator)
		for _, role := range []core.Role{core.Seller, core.Viewer, core.Manager} {
			person, told := s.person(t, "role"+role.Name(), role), map[string]bool{}
			parsed().operations(func(method, path string, op operation) {
				if op.OperationID == "streamEvents" { // It has no end, and tells topics and numbers alone.
					return
				}
				path, body := s.costlyCall(t, s.session(t, chief), path, op)
				status, answer := s.raw(t, s.session(t, person), method, path, body)
				costs := costsIn(answer)
				switch {
				case role != core.Manager:
					if len(costs) > 0 && status < 300 {
						t.Errorf("%s answers a %s %v", op.OperationID, role.Name(), costs)
					}
				case len(costs) > 0:
					told[op.OperationID] = true
				}
				may := role.May(core.Action(op.Permission)) && op.OperationID != "setProductImage" // It takes a file.
				if op.mayTellCosts() && may && status >= 300 {
					t.Errorf("%s by a %s answers %d, so nothing is known of its costs: %s", op.OperationID, role.Name(), status,
						answer)
				}
			})
			if role == core.Manager && len(told) < 15 {
				t.Errorf("an Encargado is told costs by %v alone", told)
			}
		}
	})
}

// mayTellCosts says whether the document has a cost among what the operation answers.
func (op operation) mayTellCosts() bool {
	for status, answer := range op.Responses {
		if content, is := answer.Content["application/json"]; is && status[0] == '2' &&
			strings.Contains(fmt.Sprint(parsed().resolved(content.Schema, 0)), "x-permission:"+string(core.ReadCosts)) {
			return true
		}
	}
	return false
}

// resolved is a schema with those that it refers to in their places.
func (d document) resolved(s schema, depth int) any {
	if ref, is := s["$ref"].(string); is && depth < 8 {
		return d.resolved(d.Components.Schemas[strings.TrimPrefix(ref, "#/components/schemas/")], depth+1)
	}
	whole := map[string]any{}
	for key, value := range s {
		if inner, is := value.(map[string]any); is {
			whole[key] = d.resolved(inner, depth+1)
		} else {
			whole[key] = value
		}
	}
	return whole
}

// costlyCall is where an operation is asked about the first of everything, and with what.
// What other calls took away is there again.
func (s *stack) costlyCall(t *testing.T, chief, path string, op operation) (at, body string) {
	t.Helper()
	for _, thing := range []string{"products", "entries"} {
		if op.OperationID == "restore"+map[string]string{"products": "Product", "entries": "Entry"}[thing] {
			s.raw(t, chief, http.MethodDelete, "/api/"+thing+"/1/", "")
		} else {
			s.raw(t, chief, http.MethodPost, "/api/"+thing+"/1/restore/", "")
		}
	}
	if op.OperationID == "addSupplierProduct" {
		s.raw(t, chief, http.MethodDelete, "/api/suppliers/1/products/1/", "")
	} else {
		s.raw(t, chief, http.MethodPost, "/api/suppliers/1/products/", `{"productId": 1, "packPrice": 7.77}`)
	}
	at = s.bought(t, chief, path, op)
	at = strings.ReplaceAll(withID(at), "987654321", "1")
	if op.OperationID == "undoMovement" {
		made := s.post(t, chief, "/api/products/1/adjust_stock/", object{"type": "in", "quantity": 1}).mustBe(t, 200)
		at = fmt.Sprintf("/api/movements/%v/undo/", made.field(t, "movementId"))
	}
	switch op.OperationID {
	case "compareInventory":
		at += "?from=2020-01-01&to=2020-12-31"
	case "getClosing":
		s.post(t, chief, "/api/inventory/closings/", object{"at": "2020-12-31", "method": "pmp"}).mustBe(t, 201)
	}
	body, known := costlyCalls[op.OperationID]
	switch {
	case op.OperationID == "sendPurchases":
		draft := s.post(t, chief, "/api/purchases/", object{
			"supplierId": 1, "currency": "USD", "lines": []object{{"productId": 1, "quantity": 2, "totalCost": 7.77}},
		}).mustBe(t, 201)
		body = fmt.Sprintf(`{"by": "hand", "items": [{"id": %v}]}`, draft.field(t, "id"))
	case !known:
		body = matrix[op.OperationID].body
	}
	if strings.Contains(body, "%d") {
		body = fmt.Sprintf(body, sessions.next())
	}
	return at, body
}

// bought is the path of an operation about a purchase that is where the operation can be
// done, or about something of one; other paths are as they were.
func (s *stack) bought(t *testing.T, chief, path string, op operation) string {
	t.Helper()
	tag, _, _ := strings.Cut(strings.TrimPrefix(path, "/api/"), "/")
	if (tag != "purchases" && tag != "receipts" && tag != "supplier-returns") || !strings.Contains(path, "{id}") {
		return path
	}
	made := s.post(t, chief, "/api/purchases/", object{
		"supplierId": 1, "currency": "USD", "lines": []object{{"productId": 1, "quantity": 2, "totalCost": 7.77}},
	}).mustBe(t, 201)
	id := fmt.Sprint(made.field(t, "id"))
	at := "/api/purchases/" + id + "/"
	extra := func() string {
		body := object{"kind": "transport", "amount": 7.77, "shareBy": "value"}
		costs := s.post(t, chief, at+"extra-costs/", body).mustBe(t, 201).field(t, "extraCosts").([]any)
		return fmt.Sprint(costs[0].(map[string]any)["id"])
	}
	path = strings.Replace(path, "{extraId}", "1", 1)
	switch op.OperationID {
	case "getPurchase", "updatePurchase", "duplicatePurchase", "sendPurchase", "addExtraCost", "purchasePDF",
		"deletePurchase":
		return strings.Replace(path, "{id}", id, 1)
	case "undoExtraCost":
		return at + "extra-costs/" + extra() + "/undo/"
	}
	s.post(t, chief, at+"send/", object{"by": "hand"}).mustBe(t, 200)
	switch op.OperationID {
	case "cancelPurchase", "closePurchase", "draftPurchase", "receivePurchase":
		return strings.Replace(path, "{id}", id, 1)
	case "reopenPurchase":
		s.post(t, chief, at+"close/", object{}).mustBe(t, 200)
		return at + "reopen/"
	}
	receipt := s.post(t, chief, at+"receive/", object{"lines": []object{{"productId": 1, "accepted": 2}}}).mustBe(t, 201)
	if tag == "receipts" {
		return strings.Replace(path, "{id}", fmt.Sprint(receipt.field(t, "id")), 1)
	}
	back := s.post(t, chief, "/api/supplier-returns/", object{
		"supplierId": 1, "lines": []object{{"productId": 1, "quantity": 1}},
	}).mustBe(t, 201)
	return strings.Replace(path, "{id}", fmt.Sprint(back.field(t, "id")), 1)
}

// raw asks without looking at anything but the status and the bytes.
func (s *stack) raw(t *testing.T, token, method, path, body string) (status int, answer string) {
	t.Helper()
	response, err := s.server.Client().Do(s.request(t, call{method: method, path: path, body: body, token: token}))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// costsIn are the names of costs in an answer, and the words and figures of costs in a file.
func costsIn(body string) (names []string) {
	var value any
	if json.Unmarshal([]byte(body), &value) != nil {
		for _, word := range []string{"Coste", "7,77", "7.77"} {
			if strings.Contains(body, word) {
				names = append(names, word)
			}
		}
		return names
	}
	var look func(v any)
	look = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, item := range v {
				look(item)
			}
		case map[string]any:
			for name, item := range v {
				if lower := strings.ToLower(name); strings.Contains(lower, "cost") || strings.Contains(lower, "margin") {
					names = append(names, name)
				}
				look(item)
			}
		case float64:
			if v == 7.77 {
				names = append(names, "7.77")
			}
		}
	}
	look(value)
	return names
}

// Files are no JSON, and workbooks are packed: what is in them is looked at by itself.
func TestFilesTellASellerNoCost(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		boss, seller := s.session(t, s.person(t, "lucia", core.Manager)), s.session(t, s.person(t, "noe", core.Seller))
		s.product(t, boss, "BROCA", 5)
		s.post(t, boss, "/api/entries/", object{
			"productId": 1, "quantity": 2, "entryType": "purchase", "unitCost": 7.77,
		}).mustBe(t, 201)
		s.post(t, boss, "/api/pedidos/", object{
			"customerName": "Ana", "items": []object{{"productId": 1, "quantity": 1, "unitPrice": 9}},
		}).mustBe(t, 201)
		for _, noun := range []string{"products", "movements", "pedidos"} {
			for _, format := range []string{"csv", "xlsx"} {
				path := "/api/" + noun + "/export/?format=" + format
				status, file := s.raw(t, seller, http.MethodGet, path, "")
				if costs := costsIn(unpacked(t, file)); len(costs) > 0 || status != 200 {
					t.Errorf("%s tells a Vendedor %v", path, costs)
				}
				_, file = s.raw(t, boss, http.MethodGet, path, "")
				if costs := costsIn(unpacked(t, file)); noun == "movements" && len(costs) < 2 {
					t.Errorf("%s tells an Encargado %v alone", path, costs)
				}
			}
		}
	})
}

// unpacked is all that a file says.
func unpacked(t *testing.T, file string) string {
	t.Helper()
	book, err := zip.NewReader(strings.NewReader(file), int64(len(file)))
	if err != nil {
		return file
	}
	var text strings.Builder
	for _, part := range book.File {
		content, err := part.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&text, content); err != nil {
			t.Fatal(err)
		}
	}
	return text.String()
}

// A Vendedor who tries all costs until one is not refused knows it as well: none is taken,
// and not even the one there is.
func TestACostIsNotGuessed(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		boss, seller := s.session(t, s.person(t, "lucia", core.Manager)), s.session(t, s.person(t, "noe", core.Seller))
		s.product(t, boss, "BROCA", 5)
		for before, cost := range []any{7.77, nil} {
			s.post(t, boss, "/api/entries/", object{
				"productId": 1, "quantity": 2, "entryType": "purchase", "unitCost": cost,
			}).mustBe(t, 201)
			for _, guess := range []any{7.77, 7.78, nil} {
				s.patch(t, seller, fmt.Sprintf("/api/entries/%d/", before+1), object{"unitCost": guess}).mustBlame(t,
					map[string]string{"unitCost": "Tu rol no permite indicar costes"})
			}
		}
		s.patch(t, seller, "/api/entries/1/", object{"notes": "Caja 3"}).mustBe(t, 200)
	})
}

// What a check of the ledger finds is said in sentences that name values and costs.
func TestFindingsOfTheLedgerTellASellerNoCost(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		chief := s.person(t, "ada", core.Administrator)
		s.write(t, func(tx inventory.Tx) error {
			check := verify.LedgerCheck{AskedBy: chief.ID, AskedAt: tx.Now(), State: verify.CheckDone, Problems: 1}
			var err error
			if check.ID, err = tx.InsertLedgerCheck(check); err != nil {
				return err
			}
			check.Findings = []verify.Finding{{Message: "el coste medio guardado es 7,77 y debería ser 7,70"}}
			return tx.UpdateLedgerCheck(check)
		})
		for _, role := range core.Roles {
			answer := s.get(t, s.session(t, s.person(t, "role"+role.Name(), role)), "/api/ledger-check/").mustBe(t, 200)
			if told := strings.Contains(answer.body, "7,77"); told != role.May(core.ReadCosts) {
				t.Errorf("a %s is told %s", role.Name(), answer.body)
			}
			answer.want(t, map[string]any{"problems": 1})
		}
	})
}

// An answer that is remembered for one role is not given to another.
func TestARememberedAnswerKeepsItsCosts(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		boss, seller := s.person(t, "lucia", core.Manager), s.person(t, "noe", core.Seller)
		theirs, ours := s.session(t, boss), s.session(t, seller)
		s.product(t, theirs, "BROCA", 5)
		s.post(t, theirs, "/api/entries/", object{
			"productId": 1, "quantity": 2, "entryType": "purchase", "unitCost": 7.77,
		}).mustBe(t, 201)
		for _, path := range lasting("1") {
			with := costsIn(s.get(t, theirs, path).mustBe(t, 200).body)
			for range 2 {
				if costs := costsIn(s.get(t, ours, path).mustBe(t, 200).body); len(costs) > 0 {
					t.Errorf("%s tells a Vendedor %v", path, costs)
				}
				if again := costsIn(s.get(t, theirs, path).mustBe(t, 200).body); len(again) != len(with) {
					t.Errorf("%s tells an Encargado %v and then %v", path, with, again)
				}
			}
		}
	})
}

// A limit of values that refuses a quantity tells what one unit costs to whoever tries some:
// the same calls of a Vendedor are answered alike, whatever things cost.
func TestNoRefusalTellsASellerWhatThingsCost(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		boss, seller := s.session(t, s.person(t, "lucia", core.Manager)), s.session(t, s.person(t, "noe", core.Seller))
		s.supplier(t, boss, "Peña", "")
		cheap, dear := s.refusals(t, boss, seller, "BARATO", 0.01), s.refusals(t, boss, seller, "CARO", 90_000_000)
		if cheap != dear {
			t.Errorf("of what costs little a Vendedor is told\n%s\nand of what costs much\n%s", cheap, dear)
		}
		if !strings.Contains(cheap, "Tu rol permite 10.000.000 unidades de una vez como mucho") {
			t.Errorf("nothing bounds what a Vendedor brings in at once:\n%s", cheap)
		}
	})
}

// refusals is what a Vendedor is told who moves as much as can be of a product of some cost.
func (s *stack) refusals(t *testing.T, boss, seller, sku string, cost float64) string {
	t.Helper()
	var told strings.Builder
	try := func(method, path string, body object) {
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		status, answer := s.raw(t, seller, method, path, string(text))
		if status < 300 {
			answer = ""
		}
		fmt.Fprintf(&told, "%v %d %s\n", body, status, answer)
	}
	id := s.product(t, boss, sku, 0)
	made := s.post(t, boss, "/api/entries/", object{
		"productId": json.Number(id), "quantity": 3, "entryType": "purchase", "unitCost": cost,
	}).mustBe(t, 201)
	entry, product := fmt.Sprintf("/api/entries/%v/", made.field(t, "id")), "/api/products/"+id+"/"
	for _, quantity := range []int{1_000_000_000, 10_000_001, 10_000_000, 200_000, 5} {
		try("PATCH", entry, object{"quantity": quantity})
		try("PATCH", entry, object{"notes": fmt.Sprint("Caja ", quantity)})
	}
	for _, quantity := range []int{1_000_000_000, 10_000_000} {
		try("POST", product+"adjust_stock/", object{"type": "in", "quantity": quantity})
		try("POST", product+"adjust_stock/", object{"type": "set", "quantity": quantity})
		try("POST", product+"adjust_stock/", object{"type": "in", "quantity": quantity, "reason": "return"})
	}
	try("POST", "/api/entries/", object{"entryType": "manual", "quantity": 1_000_000_000, "productId": json.Number(id)})
	sent := s.post(t, boss, "/api/purchases/", object{
		"supplierId": 1, "currency": "GBP", "rate": 2,
		"lines": []object{{"productId": json.Number(id), "quantity": 1, "totalCost": cost}},
	}).mustBe(t, 201)
	purchase := fmt.Sprintf("/api/purchases/%v/", sent.field(t, "id"))
	s.post(t, boss, purchase+"send/", object{"by": "hand"}).mustBe(t, 200)
	for _, quantity := range []int{1_000_000_000, 1} {
		try("POST", purchase+"receive/", object{"allowExcess": true, "lines": []object{{
			"productId": json.Number(id), "accepted": quantity,
		}}})
	}
	return strings.ReplaceAll(strings.ReplaceAll(told.String(), sku, "SKU"), "productId:"+id, "productId:N")
}
