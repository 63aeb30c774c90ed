package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"estante/internal/api"
	"estante/internal/channel"
	"estante/internal/inbox"
)

func TestDeliveriesAreCounted(t *testing.T) {
	metrics := api.NewMetrics()
	for range 2 {
		metrics.Delivered(channel.Shopify, inbox.DeliveryProcessed)
	}
	metrics.Delivered(channel.Standard, inbox.DeliveryRefused)
	answer := httptest.NewRecorder()
	metrics.Handler().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	for _, line := range []string{
		`estante_deliveries_total{source="shopify",state="processed"} 2`,
		`estante_deliveries_total{source="standard",state="refused"} 1`,
	} {
		if !strings.Contains(answer.Body.String(), line+"\n") {
			t.Errorf("no line %s in %s", line, answer.Body)
		}
	}
}
