package imports

import (
	"strconv"
	"strings"

	"estante/internal/core"
)

// plainNumber reads a number as people and programs write it and returns its
// digits before and after the decimal mark. A mark that occurs once, with
// three digits after it, can mean thousands or decimals; the file decides.
func plainNumber(cell Cell, decimal string) (whole, fraction string, ok bool) {
	text := strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\u00a0', '\u202f', '€', '$':
			return -1
		}
		return r
	}, cell.Text)
	negative := strings.HasPrefix(text, "-")
	text = strings.TrimPrefix(strings.TrimPrefix(text, "-"), "+")
	if cell.Number {
		whole, fraction, _ = strings.Cut(text, ".")
	} else if whole, fraction, ok = splitNumber(text, decimal); !ok {
		return "", "", false
	}
	if whole == "" || !digits(whole) || !digits(fraction) {
		return "", "", false
	}
	if negative {
		whole = "-" + whole
	}
	return whole, fraction, true
}

func splitNumber(text, decimal string) (whole, fraction string, ok bool) {
	comma, point := strings.Count(text, ","), strings.Count(text, ".")
	switch {
	case comma == 0 && point == 0:
		return text, "", true
	case comma > 0 && point > 0:
		// Whichever comes last is before the decimals, and comes once.
		mark, thousands := ",", "."
		if strings.LastIndex(text, ".") > strings.LastIndex(text, ",") {
			mark, thousands = ".", ","
		}
		if strings.Count(text, mark) > 1 {
			return "", "", false
		}
		whole, fraction, _ = strings.Cut(text, mark)
		whole, ok = ungroup(whole, thousands)
		return whole, fraction, ok
	case comma+point > 1:
		mark := map[bool]string{true: ",", false: "."}[comma > 0]
		whole, ok = ungroup(text, mark)
		return whole, "", ok
	}
	mark := map[bool]string{true: ",", false: "."}[comma > 0]
	whole, fraction, _ = strings.Cut(text, mark)
	if len(fraction) == 3 && mark != decimal && whole != "0" {
		whole, ok = ungroup(text, mark)
		return whole, "", ok
	}
	return whole, fraction, true
}

// ungroup takes the marks between thousands away, if they are where they belong.
func ungroup(text, mark string) (string, bool) {
	groups := strings.Split(text, mark)
	for i, group := range groups {
		if (i > 0 && len(group) != 3) || (i == 0 && (len(group) < 1 || len(group) > 3)) {
			return "", false
		}
	}
	return strings.Join(groups, ""), true
}

func digits(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
}

// wholeNumber reads a number that must have no decimals other than zeros.
func wholeNumber(cell Cell, decimal string) (int64, bool) {
	whole, fraction, ok := plainNumber(cell, decimal)
	if !ok || strings.Trim(fraction, "0") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(whole, 10, 64)
	return n, err == nil
}

// exactAmount is an amount of money as a file says it, in ten-thousandths: how many decimals
// it may have is known with its currency.
type exactAmount int64

const exactParts = 10_000

// money reads an amount of four decimals at most, digit by digit.
func money(cell Cell, decimal string) (exactAmount, bool) {
	if !cell.Number {
		cell.Text, _ = besideAmount(cell.Text)
	}
	whole, fraction, ok := plainNumber(cell, decimal)
	fraction = strings.TrimRight(fraction, "0")
	if !ok || len(fraction) > 4 || len(whole) > 15 {
		return 0, false
	}
	parts, err := strconv.ParseInt(whole+(fraction + "0000")[:4], 10, 64)
	return exactAmount(parts), err == nil
}

// in is the amount as it is kept in a currency, if that has so many decimals.
func (e exactAmount) in(currency string) (core.Cents, bool) {
	per := exactAmount(exactParts / core.Parts(currency))
	return core.Cents(e / per), e%per == 0
}
