package api

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"estante/internal/core"
	"estante/internal/purchase"
	"estante/internal/report"
	"estante/internal/supplier"
)

func (a *API) supplierRoutes() {
	read, edit := a.may(core.ReadPurchases), a.may(core.EditPurchases)
	add(read, "GET /suppliers/", "listSuppliers", "Proveedores", a.listSuppliers, lasting)
	add(edit, "POST /suppliers/", "createSupplier", "Añadir un proveedor", a.createSupplier, created)
	add(read, "GET /suppliers/export/", "exportSuppliers", "Exportar los proveedores", a.exportSuppliers, export)
	add(read, "GET /suppliers/duplicates/", "similarSuppliers", "Proveedores con el mismo nombre o NIF",
		a.similarSuppliers)
	add(read, "GET /suppliers/{id}/", "getSupplier", "Un proveedor", a.getSupplier)
	add(edit, "PATCH /suppliers/{id}/", "updateSupplier", "Cambiar un proveedor", a.updateSupplier)
	add(edit, "DELETE /suppliers/{id}/", "deleteSupplier", "Eliminar un proveedor sin productos ni compras",
		deletion(a.inv.Suppliers.DeleteSupplier))
	add(edit, "POST /suppliers/{id}/merge/", "mergeSupplier", "Unir un proveedor a otro", a.mergeSupplier)
	add(read, "GET /suppliers/{id}/stats/", "supplierStats", "Cómo cumple un proveedor", a.supplierStats)
}

// SupplierBody is a supplier.
type SupplierBody struct {
	ID           int64     `json:"id"`
	Name         string    `json:"name"`
	TaxID        string    `json:"taxId" doc:"NIF, NIE, CIF o el número fiscal de otro país"`
	TaxIDWarning string    `json:"taxIdWarning" doc:"Lo que parece mal en el número fiscal; vacío si nada"`
	Contact      string    `json:"contact"`
	Email        string    `json:"email"`
	Phone        string    `json:"phone"`
	Address      string    `json:"address"`
	Website      string    `json:"website"`
	Currency     string    `json:"currency" doc:"La de sus precios y sus compras nuevas"`
	LeadDays     *int      `json:"leadDays" nullable:"true" doc:"Días entre pedir y recibir"`
	MinOrder     *float64  `json:"minOrder" nullable:"true" doc:"Importe mínimo de un pedido"`
	PaymentTerms string    `json:"paymentTerms"`
	Notes        string    `json:"notes"`
	IsActive     bool      `json:"isActive"`
	MergedInto   *int64    `json:"mergedInto" nullable:"true" doc:"El proveedor al que se unió"`
	CreatedAt    time.Time `json:"createdAt"`
	UpdatedAt    time.Time `json:"updatedAt"`
	Version      int64     `json:"version" doc:"El número del ETag"`
}

func supplierOf(s supplier.Supplier) SupplierBody {
	body := SupplierBody{
		ID: s.ID, Name: s.Name, TaxID: s.TaxID, TaxIDWarning: supplier.TaxIDWarning(s.TaxID), Contact: s.Contact,
		Email: s.Email, Phone: s.Phone, Address: s.Address, Website: s.Website, Currency: s.Currency, LeadDays: s.LeadDays,
		MinOrder: amount(s.MinOrder, s.Currency), PaymentTerms: s.PaymentTerms, Notes: s.Notes, IsActive: s.Active,
		CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt, Version: s.Version,
	}
	if s.MergedInto != 0 {
		body.MergedInto = &s.MergedInto
	}
	return body
}

// SpendBody is what was spent in a currency.
type SpendBody struct {
	Currency string  `json:"currency"`
	Spend    float64 `json:"spend"`
}

func spendOf(m core.Money) SpendBody { return SpendBody{m.Currency, m.Amount.In(m.Currency)} }

// SupplierRowBody is a supplier in the list.
type SupplierRowBody struct {
	SupplierBody
	Products      int64       `json:"products" doc:"Cuántos productos vende"`
	OpenPurchases int64       `json:"openPurchases" doc:"Compras en borrador o enviadas"`
	Spend         []SpendBody `json:"spend" doc:"Lo recibido en los últimos doce meses, por moneda"`
}

func supplierRowOf(s supplier.SupplierRow) SupplierRowBody {
	return SupplierRowBody{
		SupplierBody: supplierOf(s.Supplier), Products: s.Products, OpenPurchases: s.OpenPurchases,
		Spend: each(s.Spend, spendOf),
	}
}

// SupplierFilterInput says which suppliers are wanted.
type SupplierFilterInput struct {
	Search   string         `query:"search" maxLength:"200" doc:"Nombre, NIF o email"`
	Active   Optional[bool] `query:"active"`
	Ordering string         `query:"ordering" enum:"name,-name,createdAt,-createdAt" default:"name"`
}

func (in SupplierFilterInput) filter() supplier.SupplierFilter {
	return supplier.SupplierFilter{
		Search: in.Search, Active: in.Active.pointer(), Ordering: supplier.SupplierOrdering(in.Ordering),
	}
}

type listSuppliersInput struct {
	PageInput
	SupplierFilterInput
}

func (a *API) listSuppliers(ctx context.Context, input *listSuppliersInput) (*listOutput[SupplierRowBody], error) {
	filter := input.filter()
	filter.Page = input.page()
	suppliers, err := a.inv.Suppliers.ListSuppliers(ctx, filter)
	return answerList(suppliers, supplierRowOf, err)
}

type exportSuppliersInput struct {
	ExportInput
	SupplierFilterInput
}

// exportSuppliers leaves what was spent to those who may read costs.
func (a *API) exportSuppliers(ctx context.Context, input *exportSuppliersInput) (*huma.StreamResponse, error) {
	write := report.Suppliers
	if actorOf(ctx).Role.May(core.ReadCosts) {
		write = report.SuppliersWithSpend
	}
	return exportRows(ctx, a, &input.ExportInput, "proveedores", write,
		func(row func(supplier.SupplierRow) error) error {
			return a.inv.Suppliers.WalkSuppliers(ctx, input.filter(), row)
		})
}

type similarSuppliersInput struct {
	Name   string `query:"name" maxLength:"200"`
	TaxID  string `query:"taxId" maxLength:"100"`
	Except int64  `query:"except" minimum:"1" doc:"El que se está editando"`
}

// SimilarSupplierBody is a supplier that somebody may be about to write again.
type SimilarSupplierBody struct {
	ID       int64  `json:"id"`
	Name     string `json:"name"`
	TaxID    string `json:"taxId"`
	IsActive bool   `json:"isActive"`
	SameName bool   `json:"sameName"`
	SameTax  bool   `json:"sameTaxId"`
}

type similarSuppliersOutput struct {
	Body struct {
		Results      []SimilarSupplierBody `json:"results" doc:"Cinco como mucho"`
		TaxIDWarning string                `json:"taxIdWarning" doc:"Lo que parece mal en el número; vacío si nada"`
	}
}

func (a *API) similarSuppliers(ctx context.Context, input *similarSuppliersInput) (*similarSuppliersOutput, error) {
	similar, err := a.inv.Suppliers.SimilarSuppliers(ctx, input.Name, input.TaxID, input.Except)
	output := &similarSuppliersOutput{}
	name, tax := supplier.NameKey(input.Name), supplier.TaxKey(input.TaxID)
	output.Body.Results = each(similar, func(s supplier.Supplier) SimilarSupplierBody {
		return SimilarSupplierBody{
			ID: s.ID, Name: s.Name, TaxID: s.TaxID, IsActive: s.Active, SameName: name != "" && supplier.NameKey(s.Name) == name,
			SameTax: tax != "" && supplier.TaxKey(s.TaxID) == tax,
		}
	})
	output.Body.TaxIDWarning = supplier.TaxIDWarning(input.TaxID)
	return output, err
}

func shownSupplier(s supplier.Supplier, err error) (*versionOutput[SupplierBody], error) {
	return answerVersion(s.Version, supplierOf(s), err)
}

func (a *API) getSupplier(ctx context.Context, input *IDInput) (*versionOutput[SupplierBody], error) {
	return shownSupplier(a.inv.Suppliers.Supplier(ctx, input.ID))
}

// SupplierInput is what people write of a supplier.
type SupplierInput struct {
	TaxID        *string           `json:"taxId,omitempty"`
	Contact      *string           `json:"contact,omitempty"`
	Email        *string           `json:"email,omitempty"`
	Phone        *string           `json:"phone,omitempty"`
	Address      *string           `json:"address,omitempty"`
	Website      *string           `json:"website,omitempty"`
	Currency     *string           `json:"currency,omitempty" doc:"Por defecto, la moneda de compra del negocio"`
	LeadDays     Nullable[int]     `json:"leadDays,omitempty"`
	MinOrder     Nullable[float64] `json:"minOrder,omitempty"`
	PaymentTerms *string           `json:"paymentTerms,omitempty"`
	Notes        *string           `json:"notes,omitempty"`
	IsActive     *bool             `json:"isActive,omitempty"`
}

// change translates what people wrote of a supplier whose prices are in a currency unless they say another.
func (in SupplierInput) change(name *string, currency string) (supplier.SupplierChange, error) {
	change := supplier.SupplierChange{
		Name: name, TaxID: in.TaxID, Contact: in.Contact, Email: in.Email, Phone: in.Phone, Address: in.Address,
		Website: in.Website, Currency: in.Currency, PaymentTerms: in.PaymentTerms, Notes: in.Notes,
		LeadDays: cleared(in.LeadDays), Active: in.IsActive,
	}
	if !in.MinOrder.Sent {
		return change, nil
	}
	core.AssignText(&currency, in.Currency)
	least, err := centsOf(in.MinOrder.Value, currency, "minOrder")
	change.MinOrder = &least
	return change, err
}

type createSupplierInput struct {
	Body struct {
		Name string `json:"name"`
		SupplierInput
	}
}

func (a *API) createSupplier(ctx context.Context, input *createSupplierInput) (*versionOutput[SupplierBody], error) {
	costs, err := a.costCurrency(ctx)
	if err != nil {
		return nil, err
	}
	fields, err := input.Body.change(&input.Body.Name, costs)
	if err != nil {
		return nil, err
	}
	return shownSupplier(a.inv.Suppliers.CreateSupplier(ctx, actorOf(ctx), fields))
}

type updateSupplierInput struct {
	IDInput
	IfMatch
	Body struct {
		Name *string `json:"name,omitempty"`
		SupplierInput
	}
}

func (a *API) updateSupplier(ctx context.Context, input *updateSupplierInput) (*versionOutput[SupplierBody], error) {
	before, err := a.inv.Suppliers.Supplier(ctx, input.ID)
	if err != nil {
		return nil, err
	}
	change, err := input.Body.change(input.Body.Name, before.Currency)
	if err != nil {
		return nil, err
	}
	if change.IfVersion, err = input.version(); err != nil {
		return nil, err
	}
	return shownSupplier(a.inv.Suppliers.UpdateSupplier(ctx, actorOf(ctx), input.ID, change))
}

type mergeSupplierInput struct {
	IDInput
	Body struct {
		Into int64 `json:"into" doc:"El proveedor que queda"`
	}
}

func (a *API) mergeSupplier(ctx context.Context, input *mergeSupplierInput) (*versionOutput[SupplierBody], error) {
	return shownSupplier(a.inv.Suppliers.MergeSupplier(ctx, actorOf(ctx), input.ID, input.Body.Into))
}

// SupplierLeadBody is how many days deliveries took.
type SupplierLeadBody struct {
	Deliveries int  `json:"deliveries" doc:"De cuántas recepciones"`
	Median     *int `json:"median" nullable:"true"`
	Low        *int `json:"low" nullable:"true" doc:"Ocho de cada diez tardaron entre estos días"`
	High       *int `json:"high" nullable:"true" doc:"y estos"`
	Learnt     *int `json:"learnt" nullable:"true" doc:"La mediana de las últimas"`
	LearntFrom int  `json:"learntFrom" doc:"Cuántas son las últimas: cinco como mucho"`
}

// MonthSpendBody is what came in a month.
type MonthSpendBody struct {
	Month string  `json:"month" doc:"Como 2026-11"`
	Spend float64 `json:"spend"`
}

// CurrencySpendBody is what came in a currency in the last twelve months.
type CurrencySpendBody struct {
	Currency string           `json:"currency"`
	Spend    float64          `json:"spend"`
	Months   []MonthSpendBody `json:"spendByMonth" doc:"El más antiguo primero"`
}

// SupplierStatsBody is how a supplier has done.
type SupplierStatsBody struct {
	OnTimePercent   *int                `json:"onTimePercent" nullable:"true"`
	OnTimeOf        int                 `json:"onTimeOf" doc:"De cuántas compras con fecha prevista"`
	CompletePercent *int                `json:"completePercent" nullable:"true"`
	CompleteOf      int                 `json:"completeOf" doc:"De cuántas compras terminadas"`
	LeadDays        SupplierLeadBody    `json:"leadDays"`
	Spend           []CurrencySpendBody `json:"spend" doc:"Lo recibido en los últimos doce meses, por moneda"`
}

func (a *API) supplierStats(ctx context.Context, input *IDInput) (*bodyOutput[SupplierStatsBody], error) {
	stats, err := a.inv.Purchases.SupplierStats(ctx, input.ID)
	lead := stats.Lead
	return answerBody(SupplierStatsBody{
		OnTimePercent: stats.OnTime, OnTimeOf: stats.JudgedOnTime, CompletePercent: stats.Complete,
		CompleteOf: stats.JudgedComplete,
		LeadDays: SupplierLeadBody{
			Deliveries: lead.Deliveries, Median: lead.Median, Low: lead.Low, High: lead.High, Learnt: lead.Learnt,
			LearntFrom: lead.LearntFrom,
		},
		Spend: each(stats.Spend, func(in purchase.SpendIn) CurrencySpendBody {
			return CurrencySpendBody{
				Currency: in.Currency, Spend: in.Total.In(in.Currency),
				Months: each(in.Months, func(m purchase.SpendOfMonth) MonthSpendBody {
					return MonthSpendBody{m.Month, m.Spend.In(in.Currency)}
				}),
			}
		}),
	}, err)
}
