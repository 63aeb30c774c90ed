package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// generator makes requests from the document: mostly what an operation wants,
// with something wrong in it now and then.
type generator struct {
	dice *rand.Rand
	// wild is how many of a hundred values are not what the document asks for.
	wild int
	made int
}

// one says whether something happens that happens once in so many times.
func (g *generator) one(in int) bool { return g.dice.IntN(in) == 0 }

func pick[T any](g *generator, of []T) T { return of[g.dice.IntN(len(of))] }

// nasty are texts that have broken something somewhere. None has a word that
// would be taken for an English complaint.
var nasty = []string{
	"", " ", "\t\n", "0", "-1", "null", "NaN", "1e999", "'", `"`, "\\", "%", "_", "%00", "../../etc/passwd", "' OR '1'='1",
	"'; DROP TABLE products;--",
	"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "=1+1", "+SUM(A1)", "@cmd", "-2+3", "{{7*7}}", "${7*7}",
	"ñandú", "Ñ", "İı", "ß",
	"👩‍👩‍👧‍👦", "e\u0301", "\u202eabc", "\u200b", "\ufeff", "\u0000", "a\u0000b", "\u0007", "\uffff", "\U0010ffff", "２",
	"١٢", "9223372036854775808",
	strings.Repeat("a", 201), strings.Repeat("ñ", 5000), strings.Repeat("😀", 300), "2026-02-30", "2026-13-01T00:00:00Z",
	"0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
}

// odd are pieces of JSON that are no text.
var odd = []string{
	"null", "true", "false", "0", "-0", "-1", "1.5", "1e2", "1e-7", "0.1", "2147483648", "9223372036854775807",
	"9223372036854775808", "-9223372036854775809",
	"1e308", "1e999", "100000000000000000000", "{}", "[]", "[null]", `[[]]`, `{"a":{"b":{"c":[1]}}}`, `"\ud800"`,
	`"\u0000"`, "\"\xff\"",
	strings.Repeat("[", 200) + strings.Repeat("]", 200), strings.Repeat(`{"a":`, 10_001) + "1" + strings.Repeat("}",
		10_001),
}

// likely are values that an operation could take, by the name of their field.
func (g *generator) likely(name string) string {
	few := strconv.Itoa(1 + g.dice.IntN(9))
	switch name {
	case "sku", "newSku", "new_sku", "code":
		return "GEN-" + strconv.Itoa(g.dice.IntN(400))
	case "email", "customerEmail":
		g.made++
		return fmt.Sprintf("gen%d@example.com", g.made)
	case "username", "dni":
		g.made++
		return fmt.Sprintf("gen%d", g.made)
	case "password", "newPassword", "new_password", "currentPassword", "confirmPassword", "oldPassword":
		return password
	case "url", "imageUrl", "imageURL":
		return "https://example.com/" + few
	case "barcode":
		return pick(g, []string{"96385074", "4006381333931", "012345678905", "ABC-1"})
	case "date", "from", "to", "dateFrom", "dateTo", "startsOn", "endsOn":
		return "2026-11-0" + few
	case "until", "at":
		return "2026-12-0" + few + "T09:00:00Z"
	case "timezone", "timeZone":
		return pick(g, []string{"Europe/Madrid", "Atlantic/Canary", "UTC"})
	case "currency":
		return pick(g, []string{"EUR", "USD"})
	case "id", "productId", "locationId", "itemId", "fromLocationId", "toLocationId", "userId", "source":
		return few
	default:
		return "Texto " + few
	}
}

// number is a small one, as most are in a shop.
func (g *generator) number(s schema) string {
	lowest := 1
	if least, given := s["minimum"].(float64); given {
		lowest = int(least)
	}
	return strconv.Itoa(lowest + g.dice.IntN(12))
}

// value writes JSON of the kind a schema asks for, or something else.
func (g *generator) value(d document, s schema, name string) string {
	if g.dice.IntN(100) < g.wild {
		if g.one(2) {
			return pick(g, odd)
		}
		return quoted(pick(g, nasty))
	}
	if ref, is := s["$ref"].(string); is {
		return g.value(d, d.Components.Schemas[strings.TrimPrefix(ref, "#/components/schemas/")], name)
	}
	if options, several := s["anyOf"].([]any); several {
		return g.value(d, pick(g, options).(map[string]any), name)
	}
	if choices, limited := s["enum"].([]any); limited {
		return encoded(pick(g, choices))
	}
	switch g.kind(s) {
	case "object":
		return g.object(d, s)
	case "array":
		items := []string{}
		for range g.dice.IntN(4) {
			items = append(items, g.value(d, s["items"].(map[string]any), name))
		}
		return "[" + strings.Join(items, ",") + "]"
	case "integer":
		return g.number(s)
	case "number":
		return g.number(s) + pick(g, []string{"", ".5", ".25", ".01"})
	case "boolean":
		return pick(g, []string{"true", "false"})
	case "null":
		return "null"
	default:
		return quoted(g.text(s, name))
	}
}

// kind chooses one of the types that a value may have.
func (g *generator) kind(s schema) string {
	if several, is := s["type"].([]any); is {
		return pick(g, several).(string)
	}
	one, _ := s["type"].(string)
	return one
}

func (g *generator) text(s schema, name string) string {
	switch s["format"] {
	case "date-time":
		return g.likely("at")
	case "date":
		return g.likely("date")
	default:
		return g.likely(name)
	}
}

// object writes what an object may have, and now and then what it may not: a
// field twice, in other letters, of another name, or not at all.
func (g *generator) object(d document, s schema) string {
	properties, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	var fields []string
	add := func(name string, inner any) {
		described, _ := inner.(map[string]any)
		fields = append(fields, quoted(name)+":"+g.value(d, described, name))
	}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		described, _ := properties[name].(map[string]any)
		if optional := !slices.Contains(required, any(name)); optional && (described["deprecated"] == true && !g.one(20) ||
			g.one(3)) || g.dice.IntN(100) < g.wild/2 {
			continue
		}
		add(name, described)
		if g.dice.IntN(400) < g.wild {
			add(pick(g, []string{name, strings.ToUpper(name), " " + name, name + "\u0000"}), described)
		}
	}
	if open, is := s["additionalProperties"].(map[string]any); is {
		for range g.dice.IntN(3) {
			add(pick(g, []string{"sku", "name", "stock", "price"}), open)
		}
	} else if g.dice.IntN(200) < g.wild {
		add(pick(g, nasty), nil)
	}
	return "{" + strings.Join(fields, ",") + "}"
}

// path fills the places of a path and asks some of its questions.
func (g *generator) path(d document, template string, op operation) string {
	query := url.Values{}
	for _, p := range op.Parameters {
		word := g.word(d, p)
		switch p.In {
		case "path":
			template = strings.ReplaceAll(template, "{"+p.Name+"}", url.PathEscape(word))
		case "query":
			if g.one(3) {
				query.Add(p.Name, word)
			}
			if g.dice.IntN(400) < g.wild {
				query.Add(p.Name, g.word(d, p))
			}
		}
	}
	if g.dice.IntN(400) < g.wild {
		query.Add(pick(g, nasty), pick(g, nasty))
	}
	if len(query) == 0 {
		return template
	}
	return template + "?" + query.Encode()
}

// word is a value as an address has it, without the quotes of JSON.
func (g *generator) word(d document, p parameter) string {
	if p.In == "path" && g.dice.IntN(100) >= g.wild {
		return g.likely("id")
	}
	text := g.value(d, p.Schema, p.Name)
	var plain string
	if json.Unmarshal([]byte(text), &plain) == nil {
		text = plain
	}
	if p.In == "path" && (text == "" || text == "." || text == "..") {
		return "x" // It would be another path.
	}
	return text
}

func encoded(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // Only what was read from JSON is in it.
	}
	return string(text)
}

func quoted(text string) string { return encoded(text) }
