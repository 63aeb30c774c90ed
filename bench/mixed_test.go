package main

import (
	"context"
	"slices"
	"strings"
	"testing"
)

func TestNoSearchOfTwoWordsIsMadeTwice(t *testing.T) {
	made := map[[2]string]bool{}
	for _, pair := range wordPairs {
		if made[pair] {
			t.Errorf("%q is asked twice", pair)
		}
		made[pair] = true
	}
	if again := pairWords(); !slices.Equal(again, wordPairs) {
		t.Error("another run asks in another order")
	}
}

// Both sides of a mix are asked the same, whatever is drawn, in the shares of its name.
func TestAMixDealsEachSideTheSame(t *testing.T) {
	s, p := &shop{products: 1000}, &peer{products: 1000}
	for _, m := range mixes {
		dealt := func() (paths []string) {
			one := m.side(func(_ context.Context, one match, n int) error {
				_, theirs, _ := one.theirs(p, n)
				paths = append(paths, one.ours.path(s, n)+" "+theirs)
				return nil
			}, nil)
			for range 40 {
				if err := one.ask(t.Context(), 3); err != nil {
					t.Fatal(err)
				}
			}
			return paths
		}
		ours, theirs := dealt(), dealt()
		if !slices.Equal(ours, theirs) {
			t.Errorf("%s: one side was asked\n%s\nand the other\n%s", m.name, ours, theirs)
		}
		counts := map[string]int{}
		for _, path := range ours[:20] {
			counts[path]++
		}
		for _, one := range m.shares {
			_, path, _ := one.theirs(p, 3)
			if path = one.ours.path(s, 3) + " " + path; one.fresh == 0 && counts[path] != one.ofTwenty {
				t.Errorf("%s: of twenty, %d were %s", m.name, counts[path], path)
			}
		}
		searches := slices.DeleteFunc(ours, func(path string) bool { return !strings.Contains(path, "name~") })
		slices.Sort(searches)
		if len(slices.Compact(searches)) != len(searches) {
			t.Errorf("%s: a search was made twice: %s", m.name, searches)
		}
	}
}
