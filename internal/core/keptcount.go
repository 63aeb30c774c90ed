package core

// KeptCount is a figure that is kept and what counting anew comes to.
type KeptCount struct {
	What    string
	Kept    int64
	Counted int64
}
