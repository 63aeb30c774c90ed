package store

import (
	"errors"

	"estante/internal/core"
)

// Settings implements core.Tx. A transaction reads them once.
func (t *tx) Settings() (core.Settings, error) {
	if t.known.settings != nil {
		return *t.known.settings, nil
	}
	settings, err := one(t, func(r row) (s core.Settings, err error) {
		var rate string
		err = r.Scan(&s.BusinessName, &s.SalesCurrency, &s.PurchaseCurrency, &s.TimeZone, &s.SupportEmail, &s.Location,
			&s.Registration, &s.NewAccountRole, &s.SellerDiscount, &s.TaxID, &s.Address, &s.TaxRecoverable, &rate,
			&s.MarginRateOn, &s.Version)
		if err == nil && rate != "" {
			s.MarginRate, err = core.ParseRate(rate)
		}
		return s, err
	}, `SELECT business_name, sales_currency, purchase_currency, time_zone, support_email, location,
			registration, new_account_role, seller_discount, tax_id, address, tax_recoverable, margin_rate, margin_rate_on,
			version FROM settings WHERE id = 1`)
	if err == nil {
		t.known.settings = &settings
	}
	return settings, err
}

// UpdateSettings implements core.Tx. The row must still have the version that the
// caller read: a last guard against overwriting another user's change.
func (t *tx) UpdateSettings(s core.Settings) error {
	t.known.settings = nil
	err := t.change(`UPDATE settings SET business_name = $1, sales_currency = $2, purchase_currency = $3, time_zone = $4,
			support_email = $5, location = $6, registration = $7, new_account_role = $8,
			seller_discount = $9, tax_id = $10, address = $11, tax_recoverable = $12, margin_rate = $13,
			margin_rate_on = $14, version = version + 1
		WHERE id = 1 AND version = $15`,
		s.BusinessName, s.SalesCurrency, s.PurchaseCurrency, s.TimeZone, s.SupportEmail, s.Location, s.Registration,
		s.NewAccountRole, s.SellerDiscount, s.TaxID, s.Address, s.TaxRecoverable, s.MarginRate.String(), s.MarginRateOn,
		s.Version)
	if errors.Is(err, core.ErrNotFound) {
		return core.ErrStale
	}
	return err
}
