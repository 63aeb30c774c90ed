package order

import (
	"encoding/json"

	"estante/internal/core"
)

// OddLine is what a shop told of a line and cannot be counted here, in its own
// words: half a unit, less than none, a price beyond all limits. The order is
// kept without it and shows it, because the goods are sold already.
type OddLine struct {
	SKU  string `json:"sku"`
	Name string `json:"name"`
	// Quantity and Price are as told; Price is empty where nothing is wrong with it.
	Quantity string `json:"quantity"`
	Price    string `json:"price"`
	// Problem tells people what is wrong.
	Problem string `json:"problem"`
}

// OddLines are the odd lines of an order as they are kept: shown, never searched.
type OddLines string

// oddLines writes odd lines, cut to what can be kept; none are an empty text.
func oddLines(lines []OddLine) OddLines {
	if len(lines) == 0 {
		return ""
	}
	kept := make([]OddLine, 0, len(lines))
	for _, line := range lines[:min(len(lines), LinesMax)] {
		for _, text := range []*string{&line.SKU, &line.Name, &line.Quantity, &line.Price, &line.Problem} {
			*text = core.Cut(core.Clean(*text), TextMax)
		}
		kept = append(kept, line)
	}
	text, _ := json.Marshal(kept) // Plain texts cannot fail to be written.
	return OddLines(text)
}

// Lines are the odd lines.
func (o OddLines) Lines() []OddLine {
	lines := []OddLine{}
	if o != "" {
		_ = json.Unmarshal([]byte(o), &lines) // It is what oddLines wrote.
	}
	return lines
}
