package api_test

import (
	"testing"
)

// scenario is one request and what it must be answered. Rows share a stack, so
// one that succeeds must not stand in the way of another.
type scenario struct {
	name   string
	method string
	path   string
	body   object
	// as is whose session is sent; empty is nobody's.
	as     string
	header map[string]string

	status int
	// fields are all that are at fault, each with its sentence.
	fields map[string]string
	// detail is the one sentence of any other failure.
	detail string
	// gives are values of a successful answer by their path.
	gives map[string]any
}

// run asks every row; tokens are the sessions by whom they belong to.
func (s *stack) run(t *testing.T, tokens map[string]string, rows []scenario) {
	t.Helper()
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			asked := call{method: row.method, path: row.path, token: tokens[row.as], header: row.header}
			if row.body != nil {
				asked.body = row.body.json(t)
			}
			answer := s.do(t, asked)
			switch {
			case row.fields != nil:
				answer.mustBlame(t, row.fields)
			case row.detail != "" && row.status >= 400:
				answer.mustSay(t, row.status, row.detail)
			default:
				answer.mustBe(t, row.status)
			}
			for path, want := range row.gives {
				if got := answer.field(t, path); got != want {
					t.Errorf("%s is %v, want %v", path, got, want)
				}
			}
		})
	}
}
