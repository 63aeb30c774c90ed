package store

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"estante/internal/core"
)

// searchMax bounds the words of a search and their length: what people search
// for is short, and each word costs a look at every row.
const (
	searchWordsMax = 8
	searchWordMax  = 100
)

// How many pages of a search index are joined: a few, and one for every two rows
// that came. A row brings a tenth of one, which is joined again four or five times
// until it lies with all the others. Nobody joins more than a few milliseconds.
const (
	joinPages    = 4
	rowsOfPage   = 2
	joinPagesMax = 32
)

// searched is a table whose search_key a search looks at, made by searchKey.
type searched struct {
	table string
	// index finds three-letter pieces of it, and rowID is what of the index is
	// the id of a row.
	index, rowID string
}

// searchKey is what a search looks at. Two spaces before each word let an index
// of three-letter pieces find beginnings of one or two letters; see searchWords.
func searchKey(texts ...string) string {
	words := strings.Fields(core.SearchKey(strings.Join(texts, " ")))
	return "  " + strings.Join(words, "  ")
}

// searchWords are the pieces of a searchKey that a match has to have: longer
// words anywhere, and shorter ones at the beginning of a word.
func searchWords(text string) []string {
	words := strings.Fields(core.Fold(text))
	words = words[:min(len(words), searchWordsMax)]
	for i, word := range words {
		words[i] = strings.Repeat(" ", max(3-utf8.RuneCountInString(word), 0)) + shorten(word)
	}
	return words
}

// isBlank says that there is nothing to search for: no letter, no digit, no sign.
func isBlank(text string) bool { return len(searchWords(text)) == 0 }

// index notes that a row came into a search index.
func (t *tx) index(name string) {
	if t.indexed == nil {
		t.indexed = map[string]int{}
	}
	t.indexed[name]++
}

// joinSearches merges pieces of the search indexes that the transaction has added
// to. The rows of one statement become a piece of their own, and a search reads
// every piece: so a transaction that adds a piece merges a few pages of the existing
// ones, and of those that earlier transactions left unmerged because others waited.
func (t *tx) joinSearches() error {
	if t.owed == nil {
		return nil
	}
	for name, rows := range t.indexed {
		owed := t.owed[name] + rows
		if !t.Crowded() {
			pages := min(joinPages+owed/rowsOfPage, joinPagesMax)
			if err := t.joinSearch(name, pages); err != nil {
				return err
			}
			owed = max(owed-pages*rowsOfPage, 0)
		}
		t.owed[name] = owed
	}
	return nil
}

// joinSearch joins pieces of a search index, so many pages of them at most.
func (t *tx) joinSearch(name string, pages int) error {
	join := t.dialect.joinSearch(name)
	if join == "" {
		return nil
	}
	if err := t.later(anyRows, join, pages); err != nil {
		return fmt.Errorf("join %s: %w", name, err)
	}
	return nil
}

// searchText requires every word of a search, for one way of reading.
func (t *tx) searchText(f *filter, in searched, text string, how reading) {
	switch {
	case isBlank(text):
	case how == walked:
		for _, word := range searchWords(text) {
			f.add(t.dialect.contains(in.table+".search_key"), word)
		}
	default:
		t.searchRow(f, in.table+".id", in, text)
	}
}

// searchRow requires a column to be the id of a row that a search finds.
func (t *tx) searchRow(f *filter, column string, in searched, text string) {
	found := filter{args: f.args}
	t.dialect.match(&found, in.index, searchWords(text))
	f.args = found.args
	f.conditions = append(f.conditions, column+" IN (SELECT "+in.rowID+" FROM "+in.index+found.where()+")")
}

// matchSQLite requires a row of an index to have every one of the words.
func matchSQLite(f *filter, index string, words []string) {
	quoted := make([]string, 0, len(words))
	for _, word := range words {
		quoted = append(quoted, `"`+strings.ReplaceAll(word, `"`, `""`)+`"`)
	}
	f.add(index+" MATCH ?", strings.Join(quoted, " AND "))
}

// matchPostgres is the same of an index that is a table of its own.
func matchPostgres(f *filter, index string, words []string) {
	for _, word := range words {
		f.add(index+`.search_key LIKE ? ESCAPE '\'`, "%"+escapeLike(word)+"%")
	}
}

// search requires every word to occur in a column that core.Fold wrote.
func (f *filter) search(column, text string) {
	words := strings.Fields(core.Fold(text))
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
