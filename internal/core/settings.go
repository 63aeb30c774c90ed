package core

import (
	"context"
	"time"
)

// Lately is when the first of the days began whose sales are of late. It is asked
// where nothing is written: what a write sees may never be committed.
func (s *Service) Lately(ctx context.Context, tx Tx) (time.Time, error) {
	settings, known := s.settings.Find(struct{}{}, generationOf(ctx))
	if !known {
		var err error
		if settings, err = tx.Settings(); err != nil {
			return time.Time{}, err
		}
		s.settings.Keep(struct{}{}, generationOf(ctx), settings)
	}
	return settings.Lately(tx.Now()), nil
}

func (s Settings) Lately(now time.Time) time.Time {
	year, month, day := now.In(s.Zone()).Date()
	return time.Date(year, month, day-SoldDays+1, 0, 0, 0, 0, s.Zone())
}

// Settings are what an administrator decides for the whole business. There is
// exactly one row of them, made with the schema.
type Settings struct {
	BusinessName     string
	SalesCurrency    string
	PurchaseCurrency string
	TimeZone         string
	SupportEmail     string
	Location         string
	Registration     RegistrationMode
	NewAccountRole   Role
	// SellerDiscount is by how many percent a seller may lower a price without asking.
	SellerDiscount int
	// TaxID and Address are what a purchase says of the business besides its name.
	TaxID   string
	Address string
	// TaxRecoverable says that the tax on what is bought comes back. Where it does not, as under
	// «recargo de equivalencia», what things cost is written with it.
	TaxRecoverable bool
	// MarginRate is how many of the sales currency one of the purchase currency is worth where
	// margins are told, and MarginRateOn the day of which that is; none where nobody said.
	MarginRate   Rate
	MarginRateOn string
	Version      int64
}

// How long the tax number and the address of the business are.
const (
	taxIDMax   = 30
	addressMax = 500
)

// RegistrationMode says what happens when a stranger registers.
type RegistrationMode string

// The modes of registration.
const (
	RegistrationOpen     RegistrationMode = "open"
	RegistrationApproval RegistrationMode = "approval"
	RegistrationClosed   RegistrationMode = "closed"
)

type settingsMemory interface {
	Settings() (Settings, error)
	// HoldSettings are the settings as nobody changes them before this transaction ends.
	HoldSettings() (Settings, error)
	// UpdateSettings writes every field and increments the version.
	UpdateSettings(settings Settings) error
}

// SettingsChange is what an administrator changes; nil leaves it.
type SettingsChange struct {
	BusinessName     *string
	SalesCurrency    *string
	PurchaseCurrency *string
	TimeZone         *string
	SupportEmail     *string
	Location         *string
	Registration     *RegistrationMode
	NewAccountRole   *Role
	SellerDiscount   *int
	TaxID            *string
	Address          *string
	TaxRecoverable   *bool
	// MarginRate is none where it is taken away.
	MarginRate   *Rate
	MarginRateOn *string
	// SalesRate and PurchaseRate say how many units of a new currency one of the old is
	// worth; they are needed where there are amounts in the old one.
	SalesRate    *Rate
	PurchaseRate *Rate
	// IfVersion refuses the change when the settings are no longer at this version.
	IfVersion *int64
}

// Apply returns the settings as changed and checked.
func (c SettingsChange) Apply(s Settings) (Settings, error) {
	sales, purchase := s.SalesCurrency, s.PurchaseCurrency
	AssignLine(&s.BusinessName, c.BusinessName)
	AssignText(&s.SalesCurrency, c.SalesCurrency)
	AssignText(&s.PurchaseCurrency, c.PurchaseCurrency)
	AssignText(&s.TimeZone, c.TimeZone)
	AssignText(&s.SupportEmail, c.SupportEmail)
	AssignLine(&s.Location, c.Location)
	Assign(&s.Registration, c.Registration)
	Assign(&s.NewAccountRole, c.NewAccountRole)
	Assign(&s.SellerDiscount, c.SellerDiscount)
	AssignLine(&s.TaxID, c.TaxID)
	AssignText(&s.Address, c.Address)
	Assign(&s.TaxRecoverable, c.TaxRecoverable)
	wrong := Problems{}
	if s.SalesCurrency != sales || s.PurchaseCurrency != purchase {
		// The rate was of other currencies.
		s.MarginRate, s.MarginRateOn = Rate{}, ""
	}
	c.applyMargin(&s, wrong)
	wrong.Require(s.BusinessName, "businessName")
	wrong.Check(Characters(s.BusinessName) <= NameMax, "businessName", "El nombre del negocio es demasiado largo")
	wrong.Check(ValidCurrency(s.SalesCurrency), "salesCurrency",
		"La moneda no existe: usa su código de tres letras, como EUR")
	wrong.Check(ValidCurrency(s.PurchaseCurrency), "purchaseCurrency",
		"La moneda no existe: usa su código de tres letras, como USD")
	wrong.Check(validTimeZone(s.TimeZone), "timeZone", "La zona horaria no existe: usa una como Europe/Madrid")
	wrong.Check(s.SupportEmail == "" || ValidEmail(s.SupportEmail), "supportEmail", "El email no es válido")
	wrong.Check(Characters(s.Location) <= NameMax, "location", "El lugar es demasiado largo")
	switch s.Registration {
	case RegistrationOpen, RegistrationApproval, RegistrationClosed:
	default:
		wrong.Add("registration", "El modo de registro no existe")
	}
	wrong.Check(s.NewAccountRole.Valid(), "newAccountRole", "El rol no existe")
	wrong.Check(s.NewAccountRole != Administrator, "newAccountRole",
		"Una cuenta nueva no puede ser de Administrador: cambia su rol después")
	wrong.Check(s.SellerDiscount >= 0 && s.SellerDiscount <= 100, "sellerDiscount",
		"El descuento debe ser un número entero entre 0 y 100")
	wrong.Check(Characters(s.TaxID) <= taxIDMax, "taxId", "El NIF es demasiado largo")
	wrong.Check(Characters(s.Address) <= addressMax, "address", "La dirección es demasiado larga")
	return s, wrong.Err()
}

// applyMargin changes by which rate margins are told.
func (c SettingsChange) applyMargin(s *Settings, wrong Problems) {
	Assign(&s.MarginRate, c.MarginRate)
	AssignText(&s.MarginRateOn, c.MarginRateOn)
	if s.MarginRate == (Rate{}) {
		s.MarginRateOn = ""
		return
	}
	_, err := time.Parse(DateForm, s.MarginRateOn)
	wrong.Check(err == nil, "marginRateOn", "Indica de qué día es el cambio")
}

// validTimeZone refuses "" and "Local", which Go reads as whatever the machine is set to.
func validTimeZone(name string) bool {
	if name == "" || name == "Local" {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}

// Settings returns the settings of the business.
func (service *Service) Settings(ctx context.Context) (settings Settings, err error) {
	err = Read(ctx, service.store, func(tx Tx) error {
		settings, err = tx.Settings()
		return err
	})
	return settings, err
}
