package store

import (
	"strings"
	"unicode/utf8"

	"estante/internal/inventory"
)

// searchMax bounds the words of a search and their length: what people search
// for is short, and each word costs a look at every row.
const (
	searchWordsMax = 8
	searchWordMax  = 100
)

// searched is a table whose search_key a search looks at, made by searchKey.
type searched struct {
	table string
	// index is SQLite's index of its three-letter pieces, and rowID what of it
	// is the id of a row.
	index, rowID string
}

// searchKey is what a search looks at. Two spaces before each word let an index
// of three-letter pieces find beginnings of one or two letters; see searchWords.
func searchKey(texts ...string) string {
	words := strings.Fields(inventory.SearchKey(strings.Join(texts, " ")))
	return "  " + strings.Join(words, "  ")
}

// searchWords are the pieces of a searchKey that a match has to have: longer
// words anywhere, and shorter ones at the beginning of a word.
func searchWords(text string) []string {
	words := strings.Fields(inventory.Fold(text))
	words = words[:min(len(words), searchWordsMax)]
	for i, word := range words {
		words[i] = strings.Repeat(" ", max(3-utf8.RuneCountInString(word), 0)) + shorten(word)
	}
	return words
}

// isBlank says that there is nothing to search for: no letter, no digit, no sign.
func isBlank(text string) bool { return len(searchWords(text)) == 0 }

// searchText requires every word of a search, for one way of reading.
func (t *tx) searchText(f *filter, in searched, text string, how reading) {
	words := searchWords(text)
	if how == gathered && t.dialect != postgresDialect {
		if len(words) > 0 {
			f.add(in.table+".id IN (SELECT "+in.rowID+" FROM "+in.index+" WHERE "+in.index+" MATCH ?)", matchAll(words))
		}
		return
	}
	for _, word := range words {
		if how == walked {
			f.add(t.dialect.contains(in.table+".search_key"), word)
		} else {
			f.add(in.table+`.search_key LIKE ? ESCAPE '\'`, "%"+escapeLike(word)+"%")
		}
	}
}

// matchAll asks an index of SQLite for rows with every one of the words.
func matchAll(words []string) string {
	quoted := make([]string, 0, len(words))
	for _, word := range words {
		quoted = append(quoted, `"`+strings.ReplaceAll(word, `"`, `""`)+`"`)
	}
	return strings.Join(quoted, " AND ")
}

// search requires every word to occur in a column that inventory.Fold wrote.
func (f *filter) search(column, text string) {
	words := strings.Fields(inventory.Fold(text))
	for _, word := range words[:min(len(words), searchWordsMax)] {
		f.add(column+` LIKE ? ESCAPE '\'`, "%"+escapeLike(shorten(word))+"%")
	}
}

var likeEscapes = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

func escapeLike(word string) string { return likeEscapes.Replace(word) }

func shorten(word string) string {
	if runes := []rune(word); len(runes) > searchWordMax {
		return string(runes[:searchWordMax])
	}
	return word
}
