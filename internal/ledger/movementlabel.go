package ledger

// reasonLabels are the reasons as people read them.
var reasonLabels = map[Reason]string{
	ReasonRestock: "Restock", ReasonSale: "Venta realizada", ReasonDamage: "Producto dañado",
	ReasonAdjustment: "Ajuste manual",
	ReasonReturn:     "Devolución de cliente", ReasonTransfer: "Transferencia entre almacenes", ReasonOther: "Otro",
	ReasonCount: "Recuento", ReasonRevaluation: "Cambio de valor",
	ReasonSupplierReturn: "Devolución a proveedor",
}

// Label is the reason as people read it.
func (r Reason) Label() string {
	if label, known := reasonLabels[r]; known {
		return label
	}
	return string(r)
}

// sourceLabels are the roads of stock as people read them.
var sourceLabels = map[Source]string{
	SourceManual: "Manual", SourceEntry: "Entrada", SourceOrder: "Pedido", SourceImport: "Importación",
	SourceCount: "Recuento", SourceTransfer: "Traspaso", SourceCurrency: "Cambio de moneda",
	SourceSupplierReturn: "Devolución a proveedor",
}

// Label is the source as people read it.
func (s Source) Label() string {
	if label, known := sourceLabels[s]; known {
		return label
	}
	return string(s)
}
