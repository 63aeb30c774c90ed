package report

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"estante/internal/imports"
)

// dates tells which numbers of a workbook are dates: those of cells whose format shows
// a day or a year.
type dates struct {
	styles []bool
	// epoch is the day that is number zero.
	epoch time.Time
}

// The days that spreadsheets count from; old ones of another maker begin later.
var (
	epoch1900 = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	epoch1904 = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
)

// datesOf reads the formats of a workbook. One whose formats cannot be read has numbers
// only.
func (b workbook) datesOf(since1904 bool) dates {
	var sheet struct {
		Formats []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Styles []struct {
			Format int `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	found := dates{epoch: epoch1900}
	if since1904 {
		found.epoch = epoch1904
	}
	if b.parts["xl/styles.xml"] == nil || b.decode("xl/styles.xml", &sheet) != nil {
		return found
	}
	isDate := map[int]bool{}
	for id := range 60 {
		// What every program knows under these numbers, in some languages.
		isDate[id] = id >= 14 && id <= 17 || id == 22 || id >= 27 && id <= 31 || id == 36 || id >= 50 && id <= 54 ||
			id >= 57 && id <= 58
	}
	for _, format := range sheet.Formats {
		isDate[format.ID] = showsDay(format.Code)
	}
	for _, style := range sheet.Styles {
		found.styles = append(found.styles, isDate[style.Format])
	}
	return found
}

// formatText is what is no code in a format: quoted and escaped texts, colours and
// conditions.
var formatText = regexp.MustCompile(`"[^"]*"|\\.|_.|\*.|\[[^\]]*\]`)

// showsDay says whether a format of numbers shows a day or a year.
func showsDay(code string) bool {
	code = strings.ToLower(formatText.ReplaceAllString(code, ""))
	if strings.Contains(code, "general") || strings.Contains(code, "standard") {
		return false
	}
	return strings.ContainsAny(code, "dy")
}

// has says whether a style is one of a date.
func (d dates) has(style string) bool {
	n, err := strconv.Atoi(style)
	return err == nil && n >= 0 && n < len(d.styles) && d.styles[n]
}

// show writes the number of a day as people write dates; false where there is no such day.
func (d dates) show(text string) (string, bool) {
	const most = 2_958_466 // The year 10000.
	days, err := strconv.ParseFloat(text, 64)
	if err != nil || days < 0 || days >= most {
		return "", false
	}
	whole := int(days)
	return shownDate(d.epoch.AddDate(0, 0, whole).Add(
		time.Duration((days - float64(whole)) * 24 * float64(time.Hour)).Round(time.Second))), true
}

// shownDate is a date as people write it, with its hour where it has one.
func shownDate(at time.Time) string {
	if at.Hour()+at.Minute()+at.Second() == 0 {
		return at.Format("02/01/2006")
	}
	return at.Format("02/01/2006 15:04:05")
}

// chosenSheet is the place of a sheet among those of a workbook, the first where none is
// named.
func chosenSheet(names []string, name string) (int, error) {
	if name == "" && len(names) > 0 {
		return 0, nil
	}
	for i, one := range names {
		if one == name {
			return i, nil
		}
	}
	return 0, imports.ErrNoSheet
}

// sheetsMax is how many sheets of a workbook can be chosen.
const sheetsMax = 200
