package core

// PageSizeMax bounds every list; PageMax keeps page × size far from overflow.
const (
	PageSizeDefault = 20
	PageSizeMax     = 100
	PageMax         = 1_000_000
)

// CountCap is how far the matches of a filter are counted exactly.
const CountCap = 10_000

// Page says which part of a list is wanted; Number counts from one.
type Page struct {
	Number int
	Size   int
}

// Offset is the number of rows before the page.
func (p Page) Offset() int { return (p.Number - 1) * p.Size }

// Count is how many rows match. A capped count means "at least this many".
type Count struct {
	N      int
	Capped bool
}

// CountOf is a number of matches that is known anyway, as a list shows it.
func CountOf(n int64, filtered bool) Count {
	if filtered && n > CountCap {
		return Count{N: CountCap, Capped: true}
	}
	return Count{N: int(n)}
}

// List is one page of rows and how many there are in all.
type List[T any] struct {
	Rows  []T
	Count Count
}
