package api

import (
	"context"
	"strconv"

	"estante/internal/core"
)

func (a *API) settingsRoutes() {
	read, manage, anyone := a.may(core.ReadSettings), a.may(core.ManageSettings), a.anyone()
	add(read, "GET /settings/", "getSettings", "Ajustes del negocio", a.getSettings)
	add(manage, "PATCH /settings/", "updateSettings", "Cambiar los ajustes del negocio", a.updateSettings)
	add(anyone, "GET /business/", "getBusiness", "Lo que cualquiera puede saber del negocio", a.getBusiness)
	add(anyone, "GET /health/", "getHealth", "Estado del servicio", a.getHealth)
}

type settingsBody struct {
	BusinessName     string `json:"businessName"`
	SalesCurrency    string `json:"salesCurrency"`
	PurchaseCurrency string `json:"purchaseCurrency"`
	CurrencyDecimals
	TimeZone       string                `json:"timeZone"`
	SupportEmail   string                `json:"supportEmail"`
	Location       string                `json:"location"`
	Registration   core.RegistrationMode `json:"registration" enum:"open,approval,closed"`
	NewAccountRole int                   `json:"newAccountRole"`
	SellerDiscount int                   `json:"sellerDiscount" doc:"Tanto por ciento que un Vendedor puede rebajar un precio"`
	TaxID          string                `json:"taxId" doc:"El NIF del negocio, que dicen sus compras"`
	Address        string                `json:"address" doc:"La dirección del negocio, que dicen sus compras"`
	TaxRecoverable bool                  `json:"taxRecoverable" doc:"El IVA de las compras se recupera; si no, como en recargo de equivalencia, los costes se escriben con él"`
	MarginRate     *float64              `json:"marginRate" nullable:"true" doc:"Cuánto vale en la moneda de venta 1 de la de compra, al calcular márgenes"`
	MarginRateOn   *string               `json:"marginRateOn" nullable:"true" doc:"De qué día es ese cambio"`
}

// CurrencyDecimals tells how many decimals amounts have.
type CurrencyDecimals struct {
	SalesDecimals    int `json:"salesDecimals" doc:"Cuántos decimales tienen los importes en la moneda de venta"`
	PurchaseDecimals int `json:"purchaseDecimals" doc:"Cuántos decimales tienen los importes en la moneda de compra"`
}

func decimalsOf(s core.Settings) CurrencyDecimals {
	return CurrencyDecimals{core.Decimals(s.SalesCurrency), core.Decimals(s.PurchaseCurrency)}
}

func shownSettings(s core.Settings, err error) (*versionOutput[settingsBody], error) {
	rate, on := marginRateOf(s)
	return answerVersion(s.Version, settingsBody{
		BusinessName: s.BusinessName, SalesCurrency: s.SalesCurrency, PurchaseCurrency: s.PurchaseCurrency,
		CurrencyDecimals: decimalsOf(s),
		TimeZone:         s.TimeZone, SupportEmail: s.SupportEmail, Location: s.Location, Registration: s.Registration,
		NewAccountRole: int(s.NewAccountRole), SellerDiscount: s.SellerDiscount,
		TaxID: s.TaxID, Address: s.Address, TaxRecoverable: s.TaxRecoverable, MarginRate: rate, MarginRateOn: on,
	}, err)
}

func (a *API) getSettings(ctx context.Context, _ *struct{}) (*versionOutput[settingsBody], error) {
	return shownSettings(a.inv.Core.Settings(ctx))
}

type updateSettingsInput struct {
	IfMatch
	Body struct {
		BusinessName     *string                `json:"businessName,omitempty"`
		SalesCurrency    *string                `json:"salesCurrency,omitempty"`
		PurchaseCurrency *string                `json:"purchaseCurrency,omitempty"`
		TimeZone         *string                `json:"timeZone,omitempty"`
		SupportEmail     *string                `json:"supportEmail,omitempty"`
		Location         *string                `json:"location,omitempty"`
		Registration     *core.RegistrationMode `json:"registration,omitempty" enum:"open,approval,closed"`
		NewAccountRole   *int                   `json:"newAccountRole,omitempty"`
		SellerDiscount   *int                   `json:"sellerDiscount,omitempty"`
		TaxID            *string                `json:"taxId,omitempty"`
		Address          *string                `json:"address,omitempty"`
		TaxRecoverable   *bool                  `json:"taxRecoverable,omitempty"`
		MarginRate       Nullable[float64]      `json:"marginRate,omitempty" doc:"Cuánto vale en la moneda de venta 1 de la de compra; null lo quita"`
		MarginRateOn     *string                `json:"marginRateOn,omitempty"`
		SalesRate        *float64               `json:"salesRate,omitempty" doc:"Con otra moneda de venta: cuánto vale en ella 1 de la de antes. Los precios se pasan con este cambio"`
		PurchaseRate     *float64               `json:"purchaseRate,omitempty" doc:"Con otra moneda de compra: cuánto vale en ella 1 de la de antes. Los costes medios se pasan con este cambio"`
	}
}

func (a *API) updateSettings(ctx context.Context, input *updateSettingsInput) (*versionOutput[settingsBody], error) {
	version, err := input.version()
	if err != nil {
		return nil, err
	}
	in := input.Body
	change := core.SettingsChange{
		BusinessName: in.BusinessName, SalesCurrency: in.SalesCurrency, PurchaseCurrency: in.PurchaseCurrency,
		TimeZone: in.TimeZone, SupportEmail: in.SupportEmail, Location: in.Location, Registration: in.Registration,
		SellerDiscount: in.SellerDiscount, TaxID: in.TaxID, Address: in.Address, TaxRecoverable: in.TaxRecoverable,
		MarginRateOn: in.MarginRateOn, IfVersion: version,
	}
	if change.SalesRate, err = rateOf(in.SalesRate, "salesRate"); err != nil {
		return nil, err
	}
	if change.PurchaseRate, err = rateOf(in.PurchaseRate, "purchaseRate"); err != nil {
		return nil, err
	}
	if in.MarginRate.Sent {
		rate, err := rateOf(in.MarginRate.Value, "marginRate")
		if err != nil {
			return nil, err
		}
		if rate == nil {
			rate = &core.Rate{}
		}
		change.MarginRate = rate
	}
	if in.NewAccountRole != nil {
		role := core.Role(*in.NewAccountRole)
		change.NewAccountRole = &role
	}
	return shownSettings(a.inv.UpdateSettings(ctx, actorOf(ctx), change))
}

// marginRateOf is the rate of margins and its day; nil where there is none.
func marginRateOf(s core.Settings) (*float64, *string) {
	rate, err := strconv.ParseFloat(s.MarginRate.String(), 64)
	if err != nil {
		return nil, nil
	}
	return &rate, &s.MarginRateOn
}

func rateOf(number *float64, field string) (*core.Rate, error) {
	if number == nil {
		return nil, nil
	}
	rate, err := core.RateOf(*number)
	if err != nil {
		return nil, core.FieldError(field, "El cambio debe ser un número mayor que 0")
	}
	return &rate, nil
}

// businessBody is what the pages need before anybody has signed in.
type businessBody struct {
	Name             string                `json:"name"`
	Subtitle         string                `json:"subtitle"`
	BusinessName     string                `json:"businessName"`
	Version          string                `json:"version"`
	Registration     core.RegistrationMode `json:"registration" enum:"open,approval,closed"`
	SupportEmail     string                `json:"supportEmail"`
	Location         string                `json:"location"`
	TimeZone         string                `json:"timeZone"`
	SalesCurrency    string                `json:"salesCurrency"`
	PurchaseCurrency string                `json:"purchaseCurrency"`
	CurrencyDecimals
	FirstAccount bool  `json:"firstAccount" doc:"Todavía no hay ninguna cuenta: la primera es la del dueño"`
	Demo         *Demo `json:"demo,omitempty" doc:"La cuenta de demostración, si se cargaron datos de demostración"`
}

func (a *API) getBusiness(ctx context.Context, _ *struct{}) (*bodyOutput[businessBody], error) {
	s, err := a.inv.Core.Settings(ctx)
	if err != nil {
		return nil, err
	}
	nobody, err := a.inv.Accounts.HasNobody(ctx)
	return answerBody(businessBody{
		Name: "Estante", Subtitle: "Gestión de stock e inventario", BusinessName: s.BusinessName, Version: a.options.Version,
		Registration: s.Registration, SupportEmail: s.SupportEmail, Location: s.Location, TimeZone: s.TimeZone,
		SalesCurrency: s.SalesCurrency, PurchaseCurrency: s.PurchaseCurrency, CurrencyDecimals: decimalsOf(s),
		FirstAccount: nobody, Demo: a.options.Demo,
	}, err)
}

type healthOutput struct {
	Body struct {
		Status   string `json:"status"`
		Database string `json:"database"`
		Version  string `json:"version"`
	}
}

// getHealth answers balancers and the footer's link.
func (a *API) getHealth(ctx context.Context, _ *struct{}) (*healthOutput, error) {
	if err := a.inv.Core.Ready(ctx); err != nil {
		a.options.Log.WarnContext(ctx, "health check failed", "error", err)
		return nil, core.ErrDown
	}
	output := &healthOutput{}
	output.Body.Status, output.Body.Database, output.Body.Version = "ok", "ok", a.options.Version
	return output, nil
}
