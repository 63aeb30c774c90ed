// Package api is the door of Estante: HTTP, JSON, the OpenAPI document and
// live events. It knows shapes and statuses; what they mean is the domain's.
package api

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"estante/internal/inventory"
	"estante/internal/picture"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"
)

// Options are what the door needs besides the domain behind it.
type Options struct {
	Version string
	// Demo is shown on the sign-in page when demo data was loaded.
	Demo *Demo
	// TrustedProxies may say on whose behalf they ask; nobody else's word counts.
	TrustedProxies []netip.Prefix
	// Web answers everything outside /api.
	Web http.Handler
	// MailServer says that e-mails are sent, and not only written to the log.
	MailServer bool
	Log        *slog.Logger
	Metrics    *Metrics
	// Heartbeat is how often a live stream says that it is there; zero suits proxies.
	Heartbeat time.Duration
}

// Demo is the account that visitors of a demonstration may use.
type Demo struct {
	Username string `json:"username"`
	Password string `json:"password"`
}

// API is the door: an http.Handler and the document that describes it.
type API struct {
	http.Handler
	inv     *inventory.Inventory
	options Options
	huma    huma.API
	// pictures has room for those that may be decoded at once.
	pictures chan struct{}
	// closing ends the live streams, which would otherwise outlast a polite stop.
	closing chan struct{}
	close   sync.Once
	// answers are those that hold until the memory changes, and things those of them
	// that are about one thing.
	answers, things answerMemory
	told            toldMemory
}

// New opens the door of an inventory.
func New(inv *inventory.Inventory, options Options) *API {
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	if options.Metrics == nil {
		options.Metrics = NewMetrics()
	}
	if options.Heartbeat == 0 {
		options.Heartbeat = heartbeat
	}
	if options.Web == nil {
		options.Web = http.NotFoundHandler()
	}
	router := chi.NewRouter()
	router.NotFound(func(w http.ResponseWriter, r *http.Request) {
		writeProblem(w, &problem{status: http.StatusNotFound, Detail: "No existe esta dirección"})
	})
	router.MethodNotAllowed(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allowed(router, r.URL.Path))
		writeProblem(w, &problem{status: http.StatusMethodNotAllowed, Detail: "Esta dirección no admite ese método"})
	})
	a := &API{
		inv: inv, options: options, pictures: make(chan struct{}, 1), closing: make(chan struct{}),
		answers: answerMemory{most: answersBytesMax}, things: answerMemory{most: thingsBytesMax, lastsFull: true},
	}
	a.huma = humachi.New(router, config(options.Version))
	a.huma.UseMiddleware(a.guard, a.keyed)
	a.operations()
	a.serveDocs(router)
	a.Handler = a.middleware(router)
	return a
}

// allowed lists the methods that a path does admit.
func allowed(router chi.Router, path string) string {
	var methods []string
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if router.Match(chi.NewRouteContext(), method, path) {
			methods = append(methods, method)
		}
	}
	return strings.Join(methods, ", ")
}

// Close ends the live streams; other requests end by themselves.
func (a *API) Close() { a.close.Do(func() { close(a.closing) }) }

// operations is the whole API in one list: the route, its name, who may call
// it and what answers.
func (a *API) operations() {
	add(a, "POST /auth/login/", "login", anyone, "Iniciar sesión", a.login)
	add(a, "POST /auth/logout/", "logout", anyone, "Cerrar sesión", a.logout)
	add(a, "POST /auth/refresh/", "refresh", anyone, "Prolongar la sesión", a.refresh)
	add(a, "POST /auth/validate/", "validate", anyone, "Comprobar la sesión", a.validate)
	add(a, "POST /auth/register/", "register", anyone, "Crear una cuenta", a.register, created)
	add(a, "POST /auth/password-recovery/", "recoverPassword", anyone, "Pedir un enlace de recuperación", a.recoverPassword)
	add(a, "POST /auth/password-reset/", "resetPassword", anyone, "Elegir contraseña con un enlace", a.resetPassword)

	add(a, "GET /profile/", "getProfile", may(inventory.UseAccount), "Tu perfil", a.getProfile)
	add(a, "PUT /profile/", "updateProfile", may(inventory.UseAccount), "Cambiar tu perfil", a.updateProfile)
	add(a, "POST /profile/change-password/", "changePassword", may(inventory.UseAccount), "Cambiar tu contraseña", a.changePassword, secret)
	add(a, "GET /profile/sessions/", "listSessions", may(inventory.UseAccount), "Tus sesiones abiertas", a.listSessions)
	add(a, "DELETE /profile/sessions/", "endOtherSessions", may(inventory.UseAccount), "Cerrar tus otras sesiones", a.endOtherSessions)
	add(a, "DELETE /profile/sessions/{id}/", "endSession", may(inventory.UseAccount), "Cerrar una sesión tuya", a.endSession)

	add(a, "GET /notifications/", "listNotifications", may(inventory.UseAccount), "Tus notificaciones", a.listNotifications)
	add(a, "POST /notifications/read-all/", "readNotifications", may(inventory.UseAccount), "Marcar todas como leídas", a.readNotifications)
	add(a, "POST /notifications/{id}/read/", "readNotification", may(inventory.UseAccount), "Marcar una como leída", a.readNotification)
	add(a, "GET /profile/notices/", "getNotice", may(inventory.UseAccount), "Cómo quieres enterarte de las alertas", a.getNotice)
	add(a, "PUT /profile/notices/", "updateNotice", may(inventory.UseAccount), "Cambiar cómo te enteras de las alertas", a.updateNotice)
	add(a, "GET /events/", "streamEvents", may(inventory.UseAccount), "Cambios en directo", a.streamEvents, eventStream)

	add(a, "GET /settings/", "getSettings", may(inventory.ReadSettings), "Ajustes del negocio", a.getSettings)
	add(a, "PATCH /settings/", "updateSettings", may(inventory.ManageSettings), "Cambiar los ajustes del negocio", a.updateSettings)
	add(a, "GET /users/", "listUsers", may(inventory.ManageUsers), "Cuentas", a.listUsers)
	add(a, "POST /users/", "createUser", may(inventory.ManageUsers), "Invitar a una persona", a.createUser, created)
	add(a, "GET /users/{id}/", "getUser", may(inventory.ManageUsers), "Una cuenta", a.getUser)
	add(a, "PATCH /users/{id}/", "updateUser", may(inventory.ManageUsers), "Cambiar una cuenta", a.updateUser)
	add(a, "POST /users/{id}/password-link/", "sendPasswordLink", may(inventory.ManageUsers), "Enviar un enlace para elegir contraseña", a.sendPasswordLink)
	add(a, "GET /audit/", "listAudit", may(inventory.ReadAudit), "Quién cambió qué", a.listAudit)

	add(a, "GET /products/", "listProducts", may(inventory.ReadProducts), "Productos", a.listProducts, lasting)
	add(a, "POST /products/", "createProduct", may(inventory.EditProducts), "Crear un producto", a.createProduct, created)
	add(a, "POST /products/bulk/", "changeProducts", may(inventory.EditProducts), "Cambiar varios productos", a.changeProducts)
	add(a, "GET /products/search/", "searchProducts", may(inventory.ReadProducts), "Buscar productos", a.searchProducts, lasting)
	add(a, "GET /products/best-sellers/", "bestSellers", may(inventory.ReadProducts), "Los productos que más se venden", a.bestSellers)
	add(a, "GET /products/stats/", "productStats", may(inventory.ReadProducts), "Cifras del catálogo", a.productStats, lasting)
	add(a, "GET /products/statistics/", "productStatistics", may(inventory.ReadProducts), "Cifras del catálogo", a.productStats, lasting)
	add(a, "GET /products/low-stock/", "listUnderThreshold", may(inventory.ReadProducts), "Productos con pocas unidades", a.listUnderThreshold)
	add(a, "GET /products/low_stock/", "listLowStock", may(inventory.ReadProducts), "Productos por debajo de su mínimo", a.listLowStock)
	add(a, "GET /products/out-of-stock/", "listOutOfStock", may(inventory.ReadProducts), "Productos agotados", a.listOutOfStock)
	add(a, "GET /products/export/", "exportProducts", may(inventory.ReadProducts), "Exportar los productos", a.exportProducts, download)
	add(a, "GET /products/validate-sku/", "validateSKU", may(inventory.ReadProducts), "Comprobar si un SKU está libre", a.validateSKU)
	add(a, "POST /products/adjust-stock/", "adjustNamedStock", may(inventory.AdjustStock), "Ajustar el stock", a.adjustNamedStock)
	add(a, "GET /products/{id}/", "getProduct", may(inventory.ReadProducts), "Un producto", a.getProduct, lasting)
	add(a, "PATCH /products/{id}/", "updateProduct", may(inventory.EditProducts), "Cambiar un producto", a.updateProduct)
	add(a, "DELETE /products/{id}/", "deleteProduct", may(inventory.DeleteProducts), "Eliminar un producto", a.deleteProduct)
	add(a, "POST /products/{id}/restore/", "restoreProduct", may(inventory.DeleteProducts), "Recuperar un producto eliminado", a.restoreProduct)
	add(a, "POST /products/{id}/duplicate/", "duplicateProduct", may(inventory.EditProducts), "Duplicar un producto", a.duplicateProduct, created)
	add(a, "POST /products/{id}/adjust_stock/", "adjustStock", may(inventory.AdjustStock), "Ajustar el stock", a.adjustStock)
	add(a, "POST /products/{id}/image/", "setProductImage", may(inventory.EditProducts), "Subir la imagen de un producto", a.setProductImage, takesFile(picture.BytesMax))
	add(a, "POST /images/", "keepImage", may(inventory.EditProducts), "Subir una imagen", a.keepImage, created, takesFile(picture.BytesMax))
	add(a, "GET /images/{name}", "getImage", anyone, "Una imagen", a.getImage, imageFile)
	add(a, "GET /products/{id}/locations/", "productLocations", may(inventory.ReadProducts), "Stock por almacén", a.productLocations)

	add(a, "GET /products/categories/", "listCategories", may(inventory.ReadProducts), "Categorías", a.listLabels(inventory.Category), lasting)
	add(a, "GET /products/brands/", "listBrands", may(inventory.ReadProducts), "Marcas", a.listLabels(inventory.Brand), lasting)
	add(a, "GET /products/tags/", "listTags", may(inventory.ReadProducts), "Etiquetas", a.listLabels(inventory.Tag), lasting)
	add(a, "PATCH /products/categories/{id}/", "renameCategory", may(inventory.EditProducts), "Renombrar o unir una categoría", a.renameLabel(inventory.Category))
	add(a, "PATCH /products/brands/{id}/", "renameBrand", may(inventory.EditProducts), "Renombrar o unir una marca", a.renameLabel(inventory.Brand))
	add(a, "PATCH /products/tags/{id}/", "renameTag", may(inventory.EditProducts), "Renombrar o unir una etiqueta", a.renameLabel(inventory.Tag))

	add(a, "GET /movements/", "listMovements", may(inventory.ReadProducts), "Movimientos de stock", a.listMovements, lasting)
	add(a, "GET /movements/recent/", "recentMovements", may(inventory.ReadProducts), "Últimos movimientos", a.recentMovements, lasting)
	add(a, "GET /movements/export/", "exportMovements", may(inventory.ReadProducts), "Exportar los movimientos", a.exportMovements, download)
	add(a, "GET /user-movements/", "userMovements", may(inventory.ReadProducts), "Movimientos de stock", a.listMovements)
	add(a, "POST /movements/{id}/undo/", "undoMovement", may(inventory.AdjustStock), "Deshacer un ajuste", a.undoMovement)

	add(a, "GET /imports/", "listImports", may(inventory.ImportFiles), "Importaciones", a.listImports)
	add(a, "POST /imports/", "uploadImport", may(inventory.ImportFiles), "Subir un archivo para importar", a.uploadImport, created, takesFile(inventory.SheetBytesMax))
	add(a, "GET /imports/{id}/", "getImport", may(inventory.ImportFiles), "Una importación", a.getImport)
	add(a, "PUT /imports/{id}/mapping/", "mapImport", may(inventory.ImportFiles), "Decir qué es cada columna", a.mapImport)
	add(a, "POST /imports/{id}/preview/", "previewImport", may(inventory.ImportFiles), "Ver qué haría, sin cambiar nada", a.previewImport)
	add(a, "POST /imports/{id}/run/", "runImport", may(inventory.ImportFiles), "Importar", a.runImport)
	add(a, "POST /imports/{id}/undo/", "undoImport", may(inventory.ImportFiles), "Deshacer una importación", a.undoImport)

	add(a, "GET /locations/", "listLocations", may(inventory.ReadProducts), "Almacenes", a.listLocations)
	add(a, "POST /locations/", "createLocation", may(inventory.ManageLocations), "Añadir un almacén", a.createLocation, created)
	add(a, "PATCH /locations/{id}/", "updateLocation", may(inventory.ManageLocations), "Cambiar un almacén", a.updateLocation)

	add(a, "GET /entries/", "listEntries", may(inventory.ReadEntries), "Entradas de stock", a.listEntries, lasting)
	add(a, "POST /entries/", "createEntry", may(inventory.EditEntries), "Registrar una entrada", a.createEntry, created)
	add(a, "POST /entries/batch/", "createEntries", may(inventory.EditEntries), "Registrar varias entradas de una vez", a.createEntries, created)
	add(a, "GET /entries/{id}/", "getEntry", may(inventory.ReadEntries), "Una entrada", a.getEntry)
	add(a, "PATCH /entries/{id}/", "updateEntry", may(inventory.EditEntries), "Cambiar una entrada", a.updateEntry)
	add(a, "DELETE /entries/{id}/", "deleteEntry", may(inventory.DeleteEntries), "Eliminar una entrada", a.deleteEntry)
	add(a, "POST /entries/{id}/restore/", "restoreEntry", may(inventory.DeleteEntries), "Recuperar una entrada eliminada", a.restoreEntry)

	add(a, "GET /transfers/", "listTransfers", may(inventory.ReadProducts), "Traspasos entre almacenes", a.listTransfers)
	add(a, "POST /transfers/", "createTransfer", may(inventory.AdjustStock), "Traspasar stock", a.createTransfer, created)
	add(a, "POST /transfers/{id}/undo/", "undoTransfer", may(inventory.AdjustStock), "Deshacer un traspaso", a.undoTransfer)

	add(a, "GET /stocktakes/", "listStocktakes", may(inventory.ReadProducts), "Recuentos", a.listStocktakes)
	add(a, "POST /stocktakes/", "openStocktake", may(inventory.AdjustStock), "Abrir un recuento", a.openStocktake, created)
	add(a, "GET /stocktakes/{id}/", "getStocktake", may(inventory.ReadProducts), "Un recuento", a.getStocktake)
	add(a, "PATCH /stocktakes/{id}/", "updateStocktake", may(inventory.AdjustStock), "Enseñar u ocultar lo esperado", a.updateStocktake)
	add(a, "GET /stocktakes/{id}/lines/", "listStocktakeLines", may(inventory.ReadProducts), "Líneas de un recuento", a.listStocktakeLines)
	add(a, "PUT /stocktakes/{id}/lines/{productId}/", "countProduct", may(inventory.AdjustStock), "Anotar lo contado", a.countProduct)
	add(a, "POST /stocktakes/{id}/scan/", "scanProduct", may(inventory.AdjustStock), "Sumar lo escaneado", a.scanProduct)
	add(a, "POST /stocktakes/{id}/post/", "postStocktake", may(inventory.AdjustStock), "Registrar las diferencias", a.postStocktake)
	add(a, "POST /stocktakes/{id}/cancel/", "cancelStocktake", may(inventory.AdjustStock), "Cancelar un recuento", a.cancelStocktake)

	add(a, "GET /pedidos/", "listOrders", may(inventory.ReadOrders), "Pedidos", a.listOrders)
	add(a, "POST /pedidos/", "createOrder", may(inventory.EditOrders), "Crear un pedido", a.createOrder, created)
	add(a, "GET /dashboard/", "getDashboard", may(inventory.ReadProducts), "El panel de control de una vez", a.dashboard)
	add(a, "GET /pedidos/tendencia/", "orderTrend", may(inventory.ReadOrders), "Pedidos de cada día", a.orderTrend)
	add(a, "GET /pedidos/estadisticas/", "orderStatistics", may(inventory.ReadOrders), "Cifras de los últimos días", a.orderStatistics)
	add(a, "GET /pedidos/summary/", "orderSummary", may(inventory.ReadOrders), "Cifras de todos los pedidos", a.orderSummary)
	add(a, "GET /pedidos/recent/", "recentOrders", may(inventory.ReadOrders), "Últimos pedidos", a.recentOrders)
	add(a, "GET /pedidos/export/", "exportOrders", may(inventory.ReadOrders), "Exportar los pedidos", a.exportOrders, download)
	add(a, "GET /pedidos/{id}/", "getOrder", may(inventory.ReadOrders), "Un pedido", a.getOrder)
	add(a, "PATCH /pedidos/{id}/", "updateOrder", may(inventory.EditOrders), "Cambiar un pedido o su estado", a.updateOrder)
	add(a, "POST /pedidos/{id}/refunds/", "refundOrder", may(inventory.EditOrders), "Devolver una parte de un pedido", a.refundOrder)
	add(a, "GET /pedidos/{id}/packing-list/", "packingList", may(inventory.ReadOrders), "La lista de embalaje de un pedido", a.packingList, pdfFile)
	add(a, "GET /products/{id}/orders/", "productOrders", may(inventory.ReadOrders), "Pedidos de un producto", a.productOrders)

	add(a, "GET /alerts/", "listAlerts", may(inventory.ReadAlerts), "Alertas", a.listAlerts, lasting)
	add(a, "GET /alerts/summary/", "alertSummary", may(inventory.ReadAlerts), "Cuántas alertas hay", a.alertSummary, lasting)
	add(a, "GET /alerts/{id}/", "getAlert", may(inventory.ReadAlerts), "Una alerta", a.getAlert)
	add(a, "GET /alerts/{id}/notes/", "listAlertNotes", may(inventory.ReadAlerts), "Las notas de una alerta", a.listAlertNotes)
	add(a, "POST /alerts/{id}/notes/", "addAlertNote", may(inventory.NoteAlerts), "Añadir una nota a una alerta", a.addAlertNote, created)
	add(a, "POST /alerts/{id}/resolve/", "resolveAlert", may(inventory.ResolveAlerts), "Dar una alerta por resuelta", a.resolveAlert)
	add(a, "POST /alerts/{id}/snooze/", "snoozeAlert", may(inventory.ResolveAlerts), "Posponer una alerta", a.snoozeAlert)
	add(a, "DELETE /alerts/{id}/snooze/", "wakeAlert", may(inventory.ResolveAlerts), "Dejar de posponer una alerta", a.wakeAlert)
	add(a, "GET /products/{id}/alerts/", "productAlerts", may(inventory.ReadAlerts), "Las alertas de un producto", a.productAlerts)

	add(a, "POST /webhooks/{source}/{endpointToken}/", "receiveWebhook", anyone, "Lo que envía una tienda, firmado por ella", a.receiveWebhook, takesDelivery)
	add(a, "GET /channels/", "listChannels", may(inventory.ReadDeliveries), "Tiendas conectadas", a.listChannels)
	add(a, "POST /channels/", "createChannel", may(inventory.ManageIntegrations), "Conectar una tienda", a.createChannel, created, secret)
	add(a, "GET /channels/{id}/", "getChannel", may(inventory.ReadDeliveries), "Una tienda conectada", a.getChannel)
	add(a, "PATCH /channels/{id}/", "updateChannel", may(inventory.ManageIntegrations), "Cambiar una tienda conectada", a.updateChannel, secret)
	add(a, "DELETE /channels/{id}/", "deleteChannel", may(inventory.ManageIntegrations), "Desconectar una tienda", a.deleteChannel, secret)
	add(a, "POST /channels/{id}/rotate/", "rotateSecret", may(inventory.ManageIntegrations), "Cambiar el secreto de una tienda", a.rotateSecret, secret)
	add(a, "POST /channels/{id}/test/", "testChannel", may(inventory.ManageIntegrations), "Enviar una entrega de prueba", a.testChannel, secret)
	add(a, "GET /channels/{id}/gaps/", "listGaps", may(inventory.ReadDeliveries), "Números de pedido que faltan", a.listGaps)
	add(a, "POST /channels/{id}/gaps/dismiss/", "dismissGap", may(inventory.HandleDeliveries), "Dar por sabidos números que faltan", a.dismissGap)
	add(a, "GET /channels/{id}/sku-links/", "listSkuLinks", may(inventory.ReadDeliveries), "SKU enlazados a productos", a.listSKULinks)
	add(a, "POST /channels/{id}/sku-links/", "linkSku", may(inventory.HandleDeliveries), "Enlazar un SKU a un producto", a.linkSKU, created)
	add(a, "DELETE /channels/{id}/sku-links/{linkId}/", "unlinkSku", may(inventory.HandleDeliveries), "Olvidar un enlace", a.unlinkSKU)
	add(a, "GET /deliveries/", "listDeliveries", may(inventory.ReadDeliveries), "Entregas de las tiendas", a.listDeliveries)
	add(a, "GET /deliveries/{id}/", "getDelivery", may(inventory.ReadDeliveries), "Una entrega, tal como llegó", a.getDelivery)
	add(a, "POST /deliveries/{id}/reprocess/", "reprocessDelivery", may(inventory.HandleDeliveries), "Procesar una entrega de nuevo", a.reprocessDelivery)
	add(a, "GET /forecast/", "listForecasts", may(inventory.ReadProducts), "Previsión de stock", a.listForecasts, lasting)
	add(a, "GET /forecast/{id}/", "getForecast", may(inventory.ReadProducts), "La previsión de un producto y cómo se ha hecho", a.getForecast)
	add(a, "GET /forecast/run/", "getForecastRun", may(inventory.ReadProducts), "Cuándo se calcularon las previsiones", a.getForecastRun)
	add(a, "POST /forecast/refresh/", "refreshForecasts", may(inventory.ReadProducts), "Calcular todas las previsiones", a.refreshForecasts)
	add(a, "GET /forecast/events/", "listForecastEvents", may(inventory.ReadProducts), "Eventos que cambian la demanda", a.listForecastEvents)
	add(a, "POST /forecast/events/", "createForecastEvent", may(inventory.EditProducts), "Añadir un evento", a.createForecastEvent, created)
	add(a, "PATCH /forecast/events/{id}/", "updateForecastEvent", may(inventory.EditProducts), "Cambiar un evento", a.updateForecastEvent)
	add(a, "POST /forecast/reports/", "askForecastReport", may(inventory.ReadProducts), "Pedir un reporte de las previsiones", a.askForecastReport, created)
	add(a, "GET /forecast/reports/{id}/", "getForecastReport", may(inventory.ReadProducts), "Cómo va un reporte", a.getForecastReport)
	add(a, "GET /forecast/reports/{id}/file/", "downloadForecastReport", may(inventory.ReadProducts), "El archivo de un reporte", a.downloadForecastReport, reportFile)
	add(a, "DELETE /forecast/events/{id}/", "deleteForecastEvent", may(inventory.EditProducts), "Eliminar un evento", a.deleteForecastEvent)
	add(a, "GET /subscriptions/", "listSubscriptions", may(inventory.ManageIntegrations), "Webhooks de salida", a.listSubscriptions)
	add(a, "POST /subscriptions/", "createSubscription", may(inventory.ManageIntegrations), "Añadir un webhook de salida", a.createSubscription, created)
	add(a, "GET /subscriptions/{id}/", "getSubscription", may(inventory.ManageIntegrations), "Un webhook de salida", a.getSubscription)
	add(a, "PATCH /subscriptions/{id}/", "updateSubscription", may(inventory.ManageIntegrations), "Cambiar un webhook de salida", a.updateSubscription)
	add(a, "DELETE /subscriptions/{id}/", "deleteSubscription", may(inventory.ManageIntegrations), "Eliminar un webhook de salida", a.deleteSubscription)
	add(a, "POST /subscriptions/{id}/rotate/", "rotateSubscription", may(inventory.ManageIntegrations), "Cambiar el secreto de un webhook de salida", a.rotateSubscription)
	add(a, "POST /subscriptions/{id}/test/", "testSubscription", may(inventory.ManageIntegrations), "Enviar un mensaje de prueba", a.testSubscription)
	add(a, "GET /subscriptions/{id}/dispatches/", "listDispatches", may(inventory.ManageIntegrations), "Mensajes de un webhook de salida", a.listDispatches)
	add(a, "POST /subscriptions/{id}/dispatches/{dispatchId}/resend/", "resendDispatch", may(inventory.ManageIntegrations), "Reenviar un mensaje", a.resendDispatch)

	add(a, "GET /tickets/", "listTickets", may(inventory.UseTickets), "Tickets de soporte", a.listTickets)
	add(a, "POST /tickets/", "openTicket", may(inventory.UseTickets), "Pedir ayuda", a.openTicket, created)
	add(a, "GET /tickets/summary/", "ticketSummary", may(inventory.UseTickets), "Cuántos tickets hay", a.ticketSummary)
	add(a, "GET /tickets/presence/", "ticketPresence", may(inventory.UseTickets), "Quién atiende ahora", a.ticketPresence)
	add(a, "GET /tickets/{id}/", "getTicket", may(inventory.UseTickets), "Un ticket con su conversación", a.getTicket)
	add(a, "PATCH /tickets/{id}/", "changeTicket", may(inventory.UseTickets), "Cambiar o cerrar un ticket", a.changeTicket)
	add(a, "POST /tickets/{id}/messages/", "answerTicket", may(inventory.UseTickets), "Escribir en un ticket", a.answerTicket, created)
	add(a, "POST /tickets/{id}/read/", "readTicket", may(inventory.UseTickets), "Dar un ticket por leído", a.readTicket)

	add(a, "GET /inventory/", "listInventory", may(inventory.ReadProducts), "Stock por producto y almacén, con su valor", a.listInventory)
	add(a, "GET /ledger-check/", "getLedgerCheck", may(inventory.ReadSettings), "La última comprobación de los movimientos", a.getLedgerCheck)
	add(a, "POST /ledger-check/", "askLedgerCheck", may(inventory.CheckLedger), "Comprobar los movimientos", a.askLedgerCheck, accepted)

	add(a, "GET /backups/", "listBackups", may(inventory.ManageBackups), "Copias de seguridad", a.listBackups)
	add(a, "POST /backups/", "askBackup", may(inventory.ManageBackups), "Hacer una copia de seguridad", a.askBackup, accepted)
	add(a, "GET /backups/schedule/", "getBackupSchedule", may(inventory.ManageBackups), "Cuándo se hacen copias", a.getBackupSchedule)
	add(a, "PUT /backups/schedule/", "updateBackupSchedule", may(inventory.ManageBackups), "Cambiar cuándo se hacen copias", a.updateBackupSchedule)
	add(a, "GET /backups/{id}/file/", "downloadBackup", may(inventory.ManageBackups), "El archivo de una copia", a.downloadBackup, backupFile)
	add(a, "POST /backups/{id}/verify/", "askBackupCheck", may(inventory.ManageBackups), "Comprobar una copia", a.askBackupCheck, accepted)
	add(a, "DELETE /backups/{id}/", "deleteBackup", may(inventory.ManageBackups), "Eliminar una copia", a.deleteBackup)

	add(a, "GET /business/", "getBusiness", anyone, "Lo que cualquiera puede saber del negocio", a.getBusiness)
	add(a, "GET /health/", "getHealth", anyone, "Estado del servicio", a.getHealth)
}

// OpenAPI is the document of everything the door answers, as JSON.
func (a *API) OpenAPI() ([]byte, error) { return documentJSON(a.huma.OpenAPI()) }

// Schemas are the shapes of everything that is asked and answered.
func (a *API) Schemas() huma.Registry { return a.huma.OpenAPI().Components.Schemas }

// access says who may call an operation.
type access struct {
	public bool
	action inventory.Action
}

// anyone may call it without a session.
var anyone = access{public: true}

// may lets those through whose role has the action.
func may(action inventory.Action) access { return access{action: action} }

// option changes how an operation is registered.
type option func(*huma.Operation)

// created answers 201.
func created(op *huma.Operation) { op.DefaultStatus = http.StatusCreated }

// secret marks an operation whose body must leave no trace, not even the hash
// that a remembered Idempotency-Key would keep.
func secret(op *huma.Operation) { op.Metadata["secret"] = true }

// lasting marks a question whose answer depends on nothing but its address, the
// memory and the day: whoever may ask it is answered the same until one of them
// is another.
func lasting(op *huma.Operation) { op.Metadata["lasting"] = true }

// add registers an operation with the document, the guard and the router.
func add[I, O any](a *API, route, id string, who access, summary string, handler func(context.Context, *I) (*O, error), options ...option) {
	method, path, _ := strings.Cut(route, " ")
	op := huma.Operation{
		OperationID: id, Method: method, Path: "/api" + path, Summary: summary,
		Tags:     []string{strings.Split(path, "/")[1]},
		Metadata: map[string]any{"access": who},
	}
	for _, option := range options {
		option(&op)
	}
	describe(&op, who)
	huma.Register(a.huma, op, func(ctx context.Context, input *I) (*O, error) {
		output, err := handler(ctx, input)
		if err != nil {
			return nil, a.problemOf(ctx, err)
		}
		return output, nil
	})
	describeFile(a, op)
}
