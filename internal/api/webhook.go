package api

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"estante/internal/channel"
	"estante/internal/core"
	"estante/internal/inbox"
)

func (a *API) webhookRoutes() {
	anyone, manage := a.anyone(), a.may(core.ManageIntegrations)
	add(anyone, "POST /webhooks/{source}/{endpointToken}/", "receiveWebhook", "Lo que envía una tienda, firmado por ella",
		a.receiveWebhook, takesDelivery)
	add(manage, "POST /channels/{id}/test/", "testChannel", "Enviar una entrega de prueba", a.testChannel, secret)
}

// takesDelivery says that an operation takes whatever a shop sends. It reads
// the bytes itself, because a signature is of the bytes and of nothing else.
func takesDelivery(op *huma.Operation) {
	op.MaxBodyBytes = inbox.DeliveryBytesMax
	op.Metadata["file"] = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"*/*": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
	}}
}

// webhookInput is a request of a shop.
type webhookInput struct {
	Source        string `path:"source" doc:"shopify, woocommerce o standard"`
	EndpointToken string `path:"endpointToken"`

	request *http.Request
	writer  http.ResponseWriter
}

// Resolve keeps the request, whose body has not been read yet.
func (in *webhookInput) Resolve(ctx huma.Context) []error {
	in.request, in.writer = humachi.Unwrap(ctx)
	return nil
}

var _ huma.Resolver = (*webhookInput)(nil)

// ArrivalBody is what a shop is told of its delivery.
type ArrivalBody struct {
	DeliveryID int64               `json:"deliveryId" doc:"0 si no se ha guardado"`
	State      inbox.DeliveryState `json:"state" enum:"pending,retrying,processed,unmatched,ignored,held,duplicate,refused,failed"`
	Detail     string              `json:"detail"`
}

// receiveWebhook takes a delivery. The channel of the address is known before
// anything is read, so that strangers cannot make the server read.
func (a *API) receiveWebhook(ctx context.Context, input *webhookInput) (*bodyOutput[ArrivalBody], error) {
	sender, err := a.inv.Inbox.ChannelAt(ctx, channel.Source(input.Source), input.EndpointToken)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(http.MaxBytesReader(input.writer, input.request.Body, inbox.DeliveryBytesMax))
	if err != nil {
		return nil, unreadBody(err)
	}
	arrival, err := a.inv.Inbox.ReceiveDelivery(ctx, sender, headersOf(input.request.Header), body)
	return answerBody(ArrivalBody{DeliveryID: arrival.DeliveryID, State: arrival.State, Detail: arrival.Verdict}, err)
}

// headersOf are the headers of a request, in one order.
func headersOf(header http.Header) inbox.DeliveryHeaders {
	headers := inbox.DeliveryHeaders{}
	for name, values := range header {
		headers = append(headers, inbox.DeliveryHeader{Name: name, Value: strings.Join(values, ", ")})
	}
	slices.SortFunc(headers, func(a, b inbox.DeliveryHeader) int { return strings.Compare(a.Name, b.Name) })
	return headers
}

// testChannelOutput is what the door answered to a test delivery.
type testChannelOutput struct {
	Body struct {
		Status int `json:"status" doc:"El estado HTTP que habría recibido la tienda"`
		ArrivalBody
	}
}

// testChannel signs a delivery as the shop would and sends it through the door.
func (a *API) testChannel(ctx context.Context, input *IDInput) (*testChannelOutput, error) {
	test, err := a.inv.Inbox.MakeTestDelivery(ctx, input.ID)
	if err != nil {
		return nil, err
	}
	path := "/api/webhooks/" + string(test.Source) + "/" + test.Token + "/"
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, path, bytes.NewReader(test.Body))
	if err != nil {
		return nil, err
	}
	for name, value := range test.Headers {
		request.Header.Set(name, value)
	}
	request.Header.Set("User-Agent", "Estante (entrega de prueba)")
	answer := &answerKept{header: http.Header{}, status: http.StatusOK}
	a.ServeHTTP(answer, request)
	output := &testChannelOutput{}
	output.Body.Status, output.Body.State = answer.status, inbox.DeliveryRefused
	return output, json.Unmarshal(answer.body.Bytes(), &output.Body.ArrivalBody)
}

// answerKept is where the door writes what it answers to ourselves.
type answerKept struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *answerKept) Header() http.Header         { return w.header }
func (w *answerKept) WriteHeader(status int)      { w.status = status }
func (w *answerKept) Write(b []byte) (int, error) { return w.body.Write(b) }
