package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"estante/internal/core"
	"estante/internal/inventory"
)

// access is what each caller gets from one operation: nobody, a session that
// has expired, one that was ended, one of an account that is inactive, and
// then the four roles.
type access struct {
	body                                   string
	nobody, expired, revoked, inactive     int
	administrator, manager, seller, viewer int
}

// everybody is an operation for every signed-in user, with its answer.
func everybody(body string, answer int) access {
	return access{body, 401, 401, 401, 401, answer, answer, answer, answer}
}

// administrators is an operation that other roles are refused.
func administrators(body string, answer int) access {
	return access{body, 401, 401, 401, 401, answer, 403, 403, 403}
}

// anyone is an operation that asks for no session.
func anyone(body string, answer int) access {
	return access{body, answer, answer, answer, answer, answer, answer, answer, answer}
}

// managers is an operation for the users who run the shop.
func managers(body string, answer int) access {
	return access{body, 401, 401, 401, 401, answer, answer, 403, 403}
}

// workers is an operation for the users who touch stock.
func workers(body string, answer int) access {
	return access{body, 401, 401, 401, 401, answer, answer, answer, 403}
}

// matrix pins which callers may call which operation. Every call is a real one: a caller
// who is let in gets the answer written here, which for writes is mostly what is wrong with
// an empty body or an id that nothing has.
var matrix = map[string]access{
	"login":            anyone(`{}`, 400),
	"logout":           anyone(``, 204),
	"refresh":          everybody(``, 200),
	"validate":         everybody(``, 200),
	"register":         anyone(`{}`, 400),
	"recoverPassword":  anyone(`{}`, 400),
	"resetPassword":    anyone(`{}`, 400),
	"getBusiness":      anyone(``, 200),
	"getHealth":        anyone(``, 200),
	"getProfile":       everybody(``, 200),
	"updateProfile":    everybody(`{}`, 400),
	"changePassword":   everybody(`{}`, 400),
	"listSessions":     everybody(``, 200),
	"endOtherSessions": everybody(``, 204),
	"endSession":       everybody(``, 404),

	"listNotifications": everybody(``, 200),
	"readNotifications": everybody(``, 204),
	"readNotification":  everybody(``, 404),
	"getNotice":         everybody(``, 200),
	"updateNotice":      everybody(`{}`, 400),
	"streamEvents":      everybody(``, 200),

	"getSettings":        everybody(``, 200),
	"updateSettings":     administrators(`{}`, 200),
	"getMail":            administrators(``, 200),
	"updateMail":         administrators(`{}`, 400),
	"testMail":           administrators(``, 409),
	"listMailTray":       administrators(``, 200),
	"deleteMailTrayItem": administrators(``, 404),

	"listUsers":        administrators(``, 200),
	"createUser":       administrators(`{}`, 400),
	"getUser":          administrators(``, 404),
	"updateUser":       administrators(`{}`, 404),
	"sendPasswordLink": administrators(``, 404),
	"listAudit":        administrators(``, 200),

	"listBackups":          administrators(``, 200),
	"askBackup":            administrators(``, 202),
	"getBackupSchedule":    administrators(``, 200),
	"updateBackupSchedule": administrators(`{}`, 400),
	"downloadBackup":       administrators(``, 404),
	"askBackupCheck":       administrators(``, 404),
	"deleteBackup":         administrators(``, 404),

	"listProducts":       everybody(``, 200),
	"createProduct":      managers(`{}`, 400),
	"changeProducts":     managers(`{"items": []}`, 400),
	"searchProducts":     everybody(``, 200),
	"productStats":       everybody(``, 200),
	"productStatistics":  everybody(``, 200),
	"listUnderThreshold": everybody(``, 200),
	"listLowStock":       everybody(``, 200),
	"listOutOfStock":     everybody(``, 200),
	"validateSKU":        everybody(``, 400),
	"adjustNamedStock":   workers(`{}`, 400),
	"getProduct":         everybody(``, 404),
	"updateProduct":      managers(`{}`, 404),
	"deleteProduct":      managers(``, 404),
	"restoreProduct":     managers(``, 404),
	"duplicateProduct":   managers(`{"new_sku": "X"}`, 404),
	"adjustStock":        workers(`{"quantity": 1, "type": "in"}`, 404),
	"productLocations":   everybody(``, 404),
	"listCategories":     everybody(``, 200),
	"listBrands":         everybody(``, 200),
	"listTags":           everybody(``, 200),
	"renameCategory":     managers(`{"name": "X"}`, 404),
	"renameBrand":        managers(`{"name": "X"}`, 404),
	"renameTag":          managers(`{"name": "X"}`, 404),

	"listMovements":   everybody(``, 200),
	"recentMovements": everybody(``, 200),
	"bestSellers":     everybody(``, 200),
	"userMovements":   everybody(``, 200),
	"undoMovement":    workers(``, 404),

	"exportProducts":  everybody(``, 409),
	"exportMovements": everybody(``, 409),
	"setProductImage": managers(``, 404),
	"keepImage":       managers(`{}`, 415),
	"getImage":        anyone(``, 404),
	"listImports":     managers(``, 200),
	"uploadImport":    managers(`{}`, 415),
	"getImport":       managers(``, 404),
	"mapImport":       managers(`{"mapping": {}}`, 404),
	"previewImport":   managers(``, 404),
	"runImport":       managers(``, 404),
	"undoImport":      managers(``, 404),

	"listSuppliers":         everybody(``, 200),
	"createSupplier":        managers(`{}`, 400),
	"exportSuppliers":       everybody(``, 409),
	"similarSuppliers":      everybody(``, 200),
	"getSupplier":           everybody(``, 404),
	"updateSupplier":        managers(`{}`, 404),
	"deleteSupplier":        managers(``, 404),
	"mergeSupplier":         managers(`{"into": 1}`, 404),
	"supplierStats":         everybody(``, 404),
	"listSupplierProducts":  everybody(``, 404),
	"addSupplierProduct":    managers(`{"productId": 1}`, 404),
	"updateSupplierProduct": managers(`{}`, 404),
	"removeSupplierProduct": managers(``, 404),
	"supplierPrices":        everybody(``, 404),
	"productSuppliers":      everybody(``, 404),
	"setProductSuppliers":   managers(`{"suppliers": []}`, 404),
	"assignSuppliers":       managers(`{}`, 400),

	"listLocations":  everybody(``, 200),
	"createLocation": administrators(`{}`, 400),
	"updateLocation": administrators(`{}`, 404),

	"listEntries":   everybody(``, 200),
	"createEntry":   workers(`{}`, 400),
	"createEntries": workers(`{"lines": []}`, 400),
	"getEntry":      everybody(``, 404),
	"updateEntry":   workers(`{}`, 404),
	"deleteEntry":   managers(``, 404),
	"undoEntries":   managers(`{"ids": []}`, 400),
	"restoreEntry":  managers(``, 404),

	"listTransfers":  everybody(``, 200),
	"createTransfer": workers(`{}`, 400),
	"undoTransfer":   workers(``, 404),

	"listPurchases":         everybody(``, 200),
	"createPurchase":        managers(`{}`, 400),
	"exportPurchases":       everybody(``, 409),
	"listPendingPurchases":  everybody(``, 200),
	"getPurchase":           everybody(``, 404),
	"updatePurchase":        managers(`{}`, 404),
	"deletePurchase":        managers(``, 404),
	"duplicatePurchase":     managers(``, 404),
	"sendPurchase":          managers(`{"by": "hand"}`, 404),
	"sendPurchases":         managers(`{"by": "hand", "items": []}`, 400),
	"draftPurchase":         managers(``, 404),
	"cancelPurchase":        managers(``, 404),
	"closePurchase":         managers(`{}`, 404),
	"reopenPurchase":        managers(`{}`, 404),
	"receivePurchase":       workers(`{"lines": [{"productId": 1, "accepted": 1}]}`, 404),
	"listReceipts":          everybody(``, 200),
	"getReceipt":            everybody(``, 404),
	"undoReceipt":           managers(``, 404),
	"purchasesFromForecast": managers(`{"preview": true}`, 200),
	"purchasePDF":           managers(``, 404),
	"addReceiptFile":        workers(`{}`, 404),
	"getReceiptFile":        everybody(``, 404),
	"deleteReceiptFile":     managers(``, 404),
	"addExtraCost":          managers(`{"kind": "other", "amount": 1, "shareBy": "value"}`, 404),
	"undoExtraCost":         managers(``, 404),
	"listSupplierReturns":   everybody(``, 200),
	"createSupplierReturn":  managers(`{"supplierId": 1, "lines": []}`, 400),
	"getSupplierReturn":     everybody(``, 404),
	"undoSupplierReturn":    managers(``, 404),

	"listStocktakes":     everybody(``, 200),
	"openStocktake":      workers(`{"locationId": 987654321}`, 400),
	"getStocktake":       everybody(``, 404),
	"updateStocktake":    workers(`{"blind": true}`, 404),
	"listStocktakeLines": everybody(``, 404),
	"countProduct":       workers(`{"counted": 1}`, 404),
	"scanProduct":        workers(`{"code": "X"}`, 404),
	"postStocktake":      workers(``, 404),
	"cancelStocktake":    workers(``, 404),

	"listOrders":      everybody(``, 200),
	"createOrder":     workers(`{}`, 400),
	"getDashboard":    everybody(``, 200),
	"orderTrend":      everybody(``, 200),
	"orderStatistics": everybody(``, 200),
	"orderSummary":    everybody(``, 200),
	"recentOrders":    everybody(``, 200),
	"exportOrders":    everybody(``, 409),
	"packingList":     everybody(``, 404),
	"getOrder":        everybody(``, 404),
	"updateOrder":     workers(`{}`, 404),
	"shipOrder":       workers(`{"lines": [{"itemId": 1, "quantity": 1}]}`, 404),
	"refundOrder":     workers(`{"key": "X", "lines": [{"itemId": 1, "quantity": 1, "restock": "return"}]}`, 404),
	"productOrders":   everybody(``, 404),

	"listAlerts":     everybody(``, 200),
	"alertSummary":   everybody(``, 200),
	"getAlert":       everybody(``, 404),
	"listAlertNotes": everybody(``, 404),
	"addAlertNote":   workers(`{"note": "X"}`, 404),
	"resolveAlert":   managers(``, 404),
	"snoozeAlert":    managers(`{"until": "2026-12-01T09:00:00Z"}`, 404),
	"wakeAlert":      managers(``, 404),
	"productAlerts":  everybody(``, 404),

	"receiveWebhook":      anyone(`{}`, 404),
	"listChannels":        managers(``, 200),
	"createChannel":       administrators(`{}`, 400),
	"getChannel":          managers(``, 404),
	"updateChannel":       administrators(`{}`, 404),
	"deleteChannel":       administrators(``, 404),
	"rotateSecret":        administrators(`{}`, 404),
	"testChannel":         administrators(``, 404),
	"listGaps":            managers(``, 404),
	"dismissGap":          managers(`{"first": 1, "last": 2}`, 404),
	"listSkuLinks":        managers(``, 404),
	"listChannelStatuses": managers(``, 404),
	"meanChannelStatus":   managers(`{"word": "x"}`, 404),
	"listChannelPlaces":   managers(``, 404),
	"linkChannelPlace":    managers(`{"place": "x"}`, 404),
	"listArticleLinks":    managers(``, 404),
	"listUnknownArticles": managers(``, 404),
	"linkSku":             managers(`{"sku": "X", "productId": 1}`, 404),
	"unlinkSku":           managers(``, 404),
	"processHeld":         managers(``, 404),
	"linkArticle":         managers(`{"article": "v:1", "productId": 1}`, 404),
	"unlinkArticle":       managers(``, 404),
	"listDeliveries":      managers(``, 200),
	"getDelivery":         managers(``, 404),
	"reprocessDelivery":   managers(``, 404),
	"listSubscriptions":   administrators(``, 200),
	"createSubscription":  administrators(`{}`, 400),
	"getSubscription":     administrators(``, 404),
	"updateSubscription":  administrators(`{}`, 404),
	"deleteSubscription":  administrators(``, 404),
	"rotateSubscription":  administrators(``, 404),
	"testSubscription":    administrators(``, 404),
	"listDispatches":      administrators(``, 404),
	"resendDispatch":      administrators(``, 404),

	"listTickets":    everybody(``, 200),
	"openTicket":     everybody(`{}`, 400),
	"ticketSummary":  everybody(``, 200),
	"ticketPresence": everybody(``, 200),
	"getTicket":      everybody(``, 404),
	"changeTicket":   everybody(`{}`, 404),
	"answerTicket":   everybody(`{"message": "X"}`, 404),
	"readTicket":     everybody(`{"upTo": 1}`, 404),

	"listInventory": everybody(``, 200),

	"compareInventory": managers(``, 400),
	"getStockMargin":   managers(``, 200),
	"listClosings":     managers(``, 200),
	"closeInventory":   managers(`{}`, 400),
	"getClosing":       managers(``, 404),
	"askSheet":         managers(`{}`, 400),
	"getSheet":         managers(``, 404),
	"downloadSheet":    managers(``, 404),
	"getLedgerCheck":   everybody(``, 200),

	"listForecasts":       everybody(``, 200),
	"getForecast":         everybody(``, 404),
	"getForecastRun":      everybody(``, 200),
	"refreshForecasts":    everybody(``, 200),
	"listForecastEvents":  everybody(``, 200),
	"createForecastEvent": managers(`{}`, 400),
	"updateForecastEvent": managers(`{}`, 404),
	"deleteForecastEvent": managers(``, 404),

	"askForecastReport":      everybody(`{}`, 400),
	"getForecastReport":      everybody(``, 404),
	"downloadForecastReport": everybody(``, 404),
	"askLedgerCheck":         administrators(``, 202),
}

func TestEveryOperationByEveryCaller(t *testing.T) {
	each(t, func(t *testing.T, s *stack) {
		for _, problem := range s.wrongAccess(t, "/api/") {
			t.Error(problem)
		}
		seen := map[string]bool{}
		parsed().operations(func(_, _ string, op operation) { seen[op.OperationID] = true })
		for id := range matrix {
			if !seen[id] {
				t.Errorf("the matrix has a row for %s, which the document does not", id)
			}
		}
		t.Logf("%d operations by %d callers each", len(matrix), len(access{}.byCaller()))
	})
}

// wrongAccess calls every operation under a path as every caller and reports those that got
// another answer than the matrix has.
func (s *stack) wrongAccess(t *testing.T, under string) (problems []string) {
	t.Helper()
	callers := s.callers(t)
	parsed().operations(func(method, path string, op operation) {
		row, pinned := matrix[op.OperationID]
		if !pinned {
			problems = append(problems, op.OperationID+" has no row in the matrix")
			return
		}
		path = withID(path)
		if !strings.HasPrefix(path, under) {
			return
		}
		for name, want := range row.byCaller() {
			answer := s.do(t, call{method: method, path: path, body: row.body, token: callers[name](t)})
			if answer.status != want {
				problems = append(problems, fmt.Sprintf("%s by %s answered %d, want %d: %s", op.OperationID, name, answer.status,
					want, answer.body))
			}
			if answer.status == http.StatusUnauthorized && !strings.HasPrefix(answer.body, `{"detail":"`) {
				problems = append(problems, fmt.Sprintf("%s by %s said more than one sentence: %s", op.OperationID, name,
					answer.body))
			}
		}
	})
	return problems
}

// TestTheMatrixNoticesASkippedPermission plants a door that asks a viewer for
// no permission to take backups.
func TestTheMatrixNoticesASkippedPermission(t *testing.T) {
	s := onSQLite(t)
	powerful := s.session(t, s.person(t, "jefa", core.Administrator))
	t.Cleanup(s.server.Close) // The stack closes the one that takes its place.
	s.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		actor, _, err := s.inv.Accounts.Authenticate(r.Context(), strings.TrimPrefix(r.Header.Get("Authorization"),
			"Session "))
		if err == nil && actor.Role == core.Viewer && r.Method == http.MethodPost && r.URL.Path == "/api/backups/" {
			r.Header.Set("Authorization", "Session "+powerful)
		}
		s.door.ServeHTTP(w, r)
	}))
	problems := s.wrongAccess(t, "/api/backups/")
	if len(problems) != 1 || !strings.HasPrefix(problems[0], "askBackup by viewer answered 202, want 403") {
		t.Errorf("the matrix noticed %q", problems)
	}
}

func (row access) byCaller() map[string]int {
	return map[string]int{
		"nobody": row.nobody, "expired": row.expired, "revoked": row.revoked, "inactive": row.inactive,
		"administrator": row.administrator, "manager": row.manager, "seller": row.seller, "viewer": row.viewer,
	}
}

// callers makes a fresh token for each call, because some calls end theirs.
func (s *stack) callers(t *testing.T) map[string]func(*testing.T) string {
	t.Helper()
	callers := map[string]func(*testing.T) string{"nobody": func(*testing.T) string { return "" }}
	for name, role := range map[string]core.Role{
		"administrator": core.Administrator, "manager": core.Manager, "seller": core.Seller, "viewer": core.Viewer,
	} {
		user := s.person(t, name, role)
		callers[name] = func(t *testing.T) string { t.Helper(); return s.session(t, user) }
	}
	// The most powerful role shows best that none of these is let in.
	former := s.person(t, "former", core.Administrator)
	callers["expired"] = func(t *testing.T) string {
		t.Helper()
		s.clock.pass(-12 * time.Hour)
		defer s.clock.pass(12 * time.Hour)
		return s.session(t, former)
	}
	callers["revoked"] = func(t *testing.T) string {
		t.Helper()
		token, id := s.sessionWithID(t, former)
		s.write(t, func(tx inventory.Tx) error { return tx.EndSession(former.ID, id) })
		return token
	}
	gone := s.keep(t, core.User{Username: "gone", Role: core.Administrator, State: core.AccountInactive})
	callers["inactive"] = func(t *testing.T) string { t.Helper(); return s.session(t, gone) }
	return callers
}

// The document tells the page's authors what the guard does, so the two agree.
func TestDocumentNamesTheSession(t *testing.T) {
	parsed().operations(func(_, _ string, op operation) {
		public := matrix[op.OperationID].nobody != http.StatusUnauthorized || op.OperationID == "refresh" ||
			op.OperationID == "validate"
		if documented := len(op.Security) == 0 && op.Permission == ""; documented != public {
			t.Errorf("%s: the document says public = %t", op.OperationID, documented)
		}
	})
}

func TestSessionHeader(t *testing.T) {
	s := onSQLite(t)
	token := s.session(t, s.person(t, "ana", core.Viewer))
	for header, want := range map[string]int{
		"Session " + token:                  200,
		"session " + token:                  200,
		"Session  " + token + " ":           200,
		"Bearer " + token:                   401,
		token:                               401,
		"Session":                           401,
		"Session " + token + "x":            401,
		"Session " + token[1:]:              401,
		"Session ' OR '1'='1":               401,
		"Session " + strings.ToUpper(token): 401,
	} {
		answer := s.do(t, call{method: "GET", path: "/api/profile/", header: map[string]string{"Authorization": header}})
		if answer.status != want {
			t.Errorf("%q answered %d, want %d", header, answer.status, want)
		}
	}
	s.get(t, "", "/api/profile/").mustSay(t, 401, "No hay sesión activa")
	s.get(t, "made-up", "/api/profile/").mustSay(t, 401, "Sesión expirada")
}
