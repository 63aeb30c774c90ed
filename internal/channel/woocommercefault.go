package channel

import "fmt"

// wooFaultBytes bounds what can be an error: it is a sentence with a code.
const wooFaultBytes = 16 << 10

// wooFault is what WooCommerce sends, signed like everything else, when it cannot
// make the news of an order: its own interface answered with an error.
type wooFault struct {
	Code    word `json:"code"`
	Message word `json:"message"`
	Data    part[struct {
		Status word `json:"status"`
	}] `json:"data"`
	ID        word       `json:"id"`
	LineItems list[word] `json:"line_items"`
}

// readWooFault reads a body that may be an error.
func readWooFault(body []byte) (fault wooFault) {
	if len(body) > wooFaultBytes || decode(body, &fault) != nil {
		return wooFault{}
	}
	return fault
}

// is says whether it is an error: an order has an id and lines, an error neither.
func (f wooFault) is() bool {
	return f.Code != "" && f.Message != "" && f.ID == "" && !f.LineItems.given
}

// wooFaults are the errors that are known, in words that say what to do.
var wooFaults = map[word]string{
	"rest_no_route": "la API REST de WooCommerce no responde allí. Revisa en WordPress los enlaces permanentes y que " +
		"ningún complemento la bloquee",
	"woocommerce_rest_shop_order_invalid_id": "el pedido ya no existe allí",
}

// note is the error as people read it.
func (f wooFault) note() string {
	const opening = "La tienda ha enviado un error en lugar del pedido: "
	if known := wooFaults[f.Code]; known != "" {
		return opening + known
	}
	if status := f.Data.value.Status; status == "401" || status == "403" {
		return opening + "el usuario de WordPress que creó el webhook ya no tiene permiso. Guárdalo de nuevo allí con la " +
			"cuenta de un administrador"
	}
	return opening + fmt.Sprintf("%s (%s)", shown(string(f.Message)), shown(string(f.Code)))
}
