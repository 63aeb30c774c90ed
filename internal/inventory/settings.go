package inventory

import (
	"time"

	"golang.org/x/text/currency"
)

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
	Version          int64
}

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
	// IfVersion refuses the change when the settings are no longer at this version.
	IfVersion *int64
}

// apply returns the settings as changed and checked.
func (c SettingsChange) apply(s Settings) (Settings, error) {
	setText(&s.BusinessName, c.BusinessName)
	setText(&s.SalesCurrency, c.SalesCurrency)
	setText(&s.PurchaseCurrency, c.PurchaseCurrency)
	setText(&s.TimeZone, c.TimeZone)
	setText(&s.SupportEmail, c.SupportEmail)
	setText(&s.Location, c.Location)
	set(&s.Registration, c.Registration)
	set(&s.NewAccountRole, c.NewAccountRole)
	wrong := problems{}
	wrong.require(s.BusinessName, "businessName")
	wrong.check(characters(s.BusinessName) <= nameMax, "businessName", "El nombre del negocio es demasiado largo")
	wrong.check(validCurrency(s.SalesCurrency), "salesCurrency", "La moneda no existe: usa su código de tres letras, como EUR")
	wrong.check(validCurrency(s.PurchaseCurrency), "purchaseCurrency", "La moneda no existe: usa su código de tres letras, como USD")
	wrong.check(validTimeZone(s.TimeZone), "timeZone", "La zona horaria no existe: usa una como Europe/Madrid")
	wrong.check(s.SupportEmail == "" || validEmail(s.SupportEmail), "supportEmail", "El email no es válido")
	wrong.check(characters(s.Location) <= nameMax, "location", "El lugar es demasiado largo")
	switch s.Registration {
	case RegistrationOpen, RegistrationApproval, RegistrationClosed:
	default:
		wrong.add("registration", "El modo de registro no existe")
	}
	wrong.check(s.NewAccountRole.Valid(), "newAccountRole", "El rol no existe")
	wrong.check(s.NewAccountRole != Administrator, "newAccountRole", "Una cuenta nueva no puede ser de Administrador: cambia su rol después")
	return s, wrong.err()
}

func validCurrency(code string) bool {
	unit, err := currency.ParseISO(code)
	return err == nil && unit.String() == code
}

// validTimeZone refuses "" and "Local", which Go reads as whatever the machine is set to.
func validTimeZone(name string) bool {
	if name == "" || name == "Local" {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}
