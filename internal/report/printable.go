package report

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
)

// missing is what stands for a character that the font does not have.
const missing = '□'

// printable is a text as a document can show it: a character that its font does
// not have is a square, and one that only changes the one before it is left out.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || hasGlyph(r):
			return r
		case unicode.IsSpace(r):
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Mn, unicode.Me, skinTones):
			return -1
		}
		return missing
	}, text)
}

// skinTones follow the emoji that they colour.
var skinTones = &unicode.RangeTable{R32: []unicode.Range32{{Lo: 0x1f3fb, Hi: 0x1f3ff, Stride: 1}}}

// lastRune is the last character that a PDF of this kind can number.
const lastRune = 0xffff

// hasGlyph says whether the font has a character. The bold one has the same.
func hasGlyph(r rune) bool { return r <= lastRune && glyphs()[r] }

var glyphs = sync.OnceValue(func() []bool {
	known := make([]bool, lastRune+1)
	font, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		return known
	}
	var buffer sfnt.Buffer
	for r := range known {
		glyph, err := font.GlyphIndex(&buffer, rune(r))
		known[r] = err == nil && glyph != 0
	}
	return known
})
