package store

import (
	"slices"
	"testing"

	"estante/internal/core"
)

func TestALongListIsWalkedRatherThanGathered(t *testing.T) {
	long := core.Count{N: core.CountCap, Capped: true}
	for _, c := range []struct {
		name    string
		rows    int64
		matches core.Count
		page    int
		// likely is what the beginning of the list makes likely; 0 where nobody
		// should have to ask.
		likely int
		want   []int
	}{
		{"few among many are gathered", 3_000_000, core.Count{N: 30}, 1, 0, nil},
		{"many that were counted are walked to", 100_000, core.Count{N: 9000}, 1, 0, []int{544}},
		{"a long list among millions is walked to, farther if need be", 3_000_000, long, 1, 0, []int{10_766, 187_500}},
		{"a long list among few is passed as far as it is long", 30_000, long, 1, 0, []int{206, 11_250}},
		{"a later page as far as is likely first", 3_000_000, long, 5, 3_000_000, []int{300, 53_433}},
		{"where few are likely they are gathered", 3_000_000, long, 400, 12_000, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := picking{rows: c.rows, matches: c.matches, page: core.Page{Number: c.page, Size: 20}}
			asked := false
			got, err := p.walks(func() (int, error) { asked = true; return c.likely, nil })
			if err != nil || !slices.Equal(got, c.want) || asked != (c.likely != 0) {
				t.Errorf("walks %v after asking %t, %v; want %v", got, asked, err, c.want)
			}
		})
	}
}
