package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// mixedGoal is how many answers a shop gives in the time of one of the peer's.
const mixedGoal = 20

// mixedLasting is how long a round of a mixed load lasts at least: in less the peer
// answers too few of its searches for two rounds to be alike.
const mixedLasting = 2 * time.Second

// mix is what the people of a shop ask at the same time. A fifth of each are adjustments,
// after which nothing is answered from memory, so that all the rest is really looked up.
type mix struct {
	name   string
	shares []share
}

// share is one question of a mix, with how many of twenty it is.
type share struct {
	match
	ofTwenty int
	// fresh says how many different ones there are, where none may be asked twice of
	// the same side: they are numbered from zero. Other numbers are drawn.
	fresh int
}

// mixes are measured in the large shop alone.
var mixes = []mix{
	{"lists 50 %, one product 30 %, adjustments 20 %", []share{
		{match: lists, ofTwenty: 10},
		{match: oneProduct, ofTwenty: 6},
		{match: adjustments, ofTwenty: 4},
	}},
	{"lists 40 %, new searches 15 %, SKUs 5 %, one product 20 %, adjustments 20 %", []share{
		{match: lists, ofTwenty: 8},
		{match: newSearches, ofTwenty: 3, fresh: len(wordPairs)},
		{match: skus, ofTwenty: 1},
		{match: oneProduct, ofTwenty: 4},
		{match: adjustments, ofTwenty: 4},
	}},
}

// lists are the first five pages of the list.
var lists = match{
	ours: getEach("first five pages", func(_ *shop, n int) string {
		return fmt.Sprintf("/api/products/?page=%d", 1+n%5)
	}),
	theirs: func(_ *peer, n int) (method, path, body string) {
		return http.MethodGet, fmt.Sprintf("%s&page=%d", firstPage, 1+n%5), ""
	},
}

// newSearches are of two words that nobody has looked for before.
var newSearches = match{
	ours: getEach("search, two words, another one each time", func(_ *shop, n int) string {
		return "/api/products/?search=" + url.QueryEscape(wordPairs[n][0]+" "+wordPairs[n][1])
	}),
	theirs: func(_ *peer, n int) (method, path, body string) {
		filter := fmt.Sprintf("name~'%s'&&name~'%s'", wordPairs[n][0], wordPairs[n][1])
		return http.MethodGet, firstPage + "&filter=" + url.QueryEscape(filter), ""
	},
}

// skus are searches for the code of one product.
var skus = match{
	ours: getEach("search, any SKU", func(s *shop, n int) string {
		return "/api/products/?search=" + skuOf(n%s.products)
	}),
	theirs: func(p *peer, n int) (method, path, body string) {
		filter := fmt.Sprintf("sku~'%s'", skuOf(n%p.products))
		return http.MethodGet, firstPage + "&filter=" + url.QueryEscape(filter), ""
	},
}

// wordPairs are all searches of two words that the names of the catalogue give, with the
// first three letters of a word or more, in an order that is the same in every run.
var wordPairs = pairWords()

func pairWords() (pairs [][2]string) {
	kinds, brands, sizes := typed(things), typed(makes), make([]string, 0, nameSizes)
	for size := range nameSizes {
		sizes = append(sizes, strconv.Itoa(size))
	}
	for _, both := range [][2][]string{{kinds, brands}, {kinds, sizes}, {brands, sizes}} {
		for _, one := range both[0] {
			for _, other := range both[1] {
				pairs = append(pairs, [2]string{one, other}, [2]string{other, one})
			}
		}
	}
	shuffle(pairs)
	return pairs
}

// typed are the beginnings of words that have three letters or more.
func typed(words []string) (beginnings []string) {
	for _, word := range words {
		for end := 3; end <= len(word); end++ {
			beginnings = append(beginnings, strings.ToLower(word[:end]))
		}
	}
	return beginnings
}

// shuffle brings things into the same disorder in every run.
func shuffle[T any](all []T) {
	random := rand.New(rand.NewPCG(7, uint64(len(all)))) //nolint:gosec // The same questions in every run.
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
}

// side asks the questions of a mix in turn, so that of any twenty each has its share.
func (m mix) side(ask func(ctx context.Context, one match, n int) error, processorTime func() int64) side {
	var deck []share
	for _, one := range m.shares {
		deck = append(deck, slices.Repeat([]share{one}, one.ofTwenty)...)
	}
	shuffle(deck)
	var asked, fresh atomic.Int64
	return side{func(ctx context.Context, n int) error {
		one := deck[int(asked.Add(1)-1)%len(deck)]
		if one.fresh > 0 {
			if n = int(fresh.Add(1) - 1); n >= one.fresh {
				return fmt.Errorf("all of %d different searches have been made", one.fresh)
			}
		}
		return ask(ctx, one.match, n)
	}, processorTime, true}
}

// besideMixed asks a shop and its peer the same mixes.
func (r *run) besideMixed(ctx context.Context) error {
	s, p, err := r.fillBoth(ctx, r.large)
	if err != nil {
		return err
	}
	o := r.options
	o.lasting = max(o.lasting, mixedLasting)
	for _, m := range mixes {
		ours := m.side(func(ctx context.Context, one match, n int) error { return s.put(ctx, one.ours, n) },
			s.served.processorTime)
		answers, others, err := duel(ctx, o, ours, m.side(p.put, p.served.processorTime))
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		r.add(faster(m.name, r.large, "PocketBase", answers, others, atLeast(mixedGoal)))
	}
	return nil
}
