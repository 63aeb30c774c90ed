package core

import (
	"slices"
)

// Role is what a person is in the business. Its number is the idRole of the
// API and is stored, so numbers are never given again.
type Role int

// The roles, from the one who may do everything to the one who only looks.
const (
	Administrator Role = 1
	Manager       Role = 2
	Seller        Role = 3
	Viewer        Role = 4
)

// Roles lists every role in the order people are shown them.
var Roles = []Role{Administrator, Manager, Seller, Viewer}

// Name is the role as people read it.
func (r Role) Name() string {
	switch r {
	case Administrator:
		return "Administrador"
	case Manager:
		return "Encargado"
	case Seller:
		return "Vendedor"
	case Viewer:
		return "Consulta"
	default:
		return "Usuario"
	}
}

// Valid says whether the role is one of ours.
func (r Role) Valid() bool { return slices.Contains(Roles, r) }

// Action is something that not everybody may do. Its text is what the page
// reads to hide what would be refused.
type Action string

// The actions the server guards.
const (
	// UseAccount is one's own profile, sessions, notifications and live events: every
	// signed-in user may.
	UseAccount     Action = "account.use"
	ReadSettings   Action = "settings.read"
	ManageSettings Action = "settings.manage"
	ManageUsers    Action = "users.manage"
	ReadAudit      Action = "audit.read"
	// ManageIntegrations is what is agreed with other machines.
	ManageIntegrations Action = "integrations.manage"
	// ManageBackups is to have, in a file, everything there is.
	ManageBackups Action = "backups.manage"

	ReadProducts    Action = "products.read"
	EditProducts    Action = "products.edit"
	DeleteProducts  Action = "products.delete"
	EditPrices      Action = "prices.edit"
	AdjustStock     Action = "stock.adjust"
	ManageLocations Action = "locations.manage"
	// ImportFiles is bringing in products or orders by the hundred.
	ImportFiles Action = "files.import"

	ReadEntries   Action = "entries.read"
	EditEntries   Action = "entries.edit"
	DeleteEntries Action = "entries.delete"
	// ReadCosts is to know what things cost, and so what is earned by them.
	ReadCosts   Action = "costs.read"
	EditCosts   Action = "costs.edit"
	CheckLedger Action = "ledger.check"

	// ReadPurchases is to see suppliers and what is bought of them, ReceivePurchases to take in what comes.
	ReadPurchases    Action = "purchases.read"
	EditPurchases    Action = "purchases.edit"
	ReceivePurchases Action = "purchases.receive"

	ReadOrders Action = "orders.read"
	EditOrders Action = "orders.edit"

	ReadAlerts    Action = "alerts.read"
	NoteAlerts    Action = "alerts.note"
	ResolveAlerts Action = "alerts.resolve"

	// ReadDeliveries is what shops sent, word for word, and how they are doing;
	// HandleDeliveries is the daily work with it.
	ReadDeliveries   Action = "deliveries.read"
	HandleDeliveries Action = "deliveries.handle"

	// UseTickets is to ask for help, AttendTickets to answer.
	UseTickets    Action = "tickets.use"
	AttendTickets Action = "tickets.attend"
)

// Permissions is the one table of who may do what. An action without a row is
// refused to everybody.
var Permissions = map[Action][]Role{
	UseAccount:         {Administrator, Manager, Seller, Viewer},
	ReadSettings:       {Administrator, Manager, Seller, Viewer},
	ManageSettings:     {Administrator},
	ManageUsers:        {Administrator},
	ReadAudit:          {Administrator},
	ManageIntegrations: {Administrator},
	ManageBackups:      {Administrator},

	ReadProducts:    {Administrator, Manager, Seller, Viewer},
	EditProducts:    {Administrator, Manager},
	DeleteProducts:  {Administrator, Manager},
	EditPrices:      {Administrator, Manager},
	AdjustStock:     {Administrator, Manager, Seller},
	ManageLocations: {Administrator},
	ImportFiles:     {Administrator, Manager},

	ReadEntries:   {Administrator, Manager, Seller, Viewer},
	EditEntries:   {Administrator, Manager, Seller},
	DeleteEntries: {Administrator, Manager},
	ReadCosts:     {Administrator, Manager},
	EditCosts:     {Administrator, Manager},
	CheckLedger:   {Administrator},

	ReadPurchases:    {Administrator, Manager, Seller, Viewer},
	EditPurchases:    {Administrator, Manager},
	ReceivePurchases: {Administrator, Manager, Seller},

	ReadOrders: {Administrator, Manager, Seller, Viewer},
	EditOrders: {Administrator, Manager, Seller},

	ReadAlerts:    {Administrator, Manager, Seller, Viewer},
	NoteAlerts:    {Administrator, Manager, Seller},
	ResolveAlerts: {Administrator, Manager},

	ReadDeliveries:   {Administrator, Manager},
	HandleDeliveries: {Administrator, Manager},

	UseTickets:    {Administrator, Manager, Seller, Viewer},
	AttendTickets: {Administrator},
}

// May says whether the role may do the action.
func (r Role) May(action Action) bool { return slices.Contains(Permissions[action], r) }

// Permissions lists what the role may do, in a stable order.
func (r Role) Permissions() []Action {
	allowed := []Action{}
	for action, roles := range Permissions {
		if slices.Contains(roles, r) {
			allowed = append(allowed, action)
		}
	}
	slices.Sort(allowed)
	return allowed
}
