package api_test

import (
	"testing"

	"go.uber.org/goleak"
)

// A live stream or a listener that outlives its server would pile up in one
// that runs for months, so none may outlive the tests either.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}
