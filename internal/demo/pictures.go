package demo

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	"golang.org/x/image/vector"

	"estante/internal/catalogue"
	"estante/internal/picture"
)

// pictureSide is how large the drawings are, in pixels. They are drawn on a
// square of a hundred units.
const (
	pictureSide = 320
	unitsWide   = 100
)

// point is a place of a drawing.
type point struct{ x, y float64 }

// part is one area of a drawing, in its main colour or in the lighter one.
type part struct {
	outline []point
	light   bool
}

func area(coordinates ...float64) part {
	outline := make([]point, 0, len(coordinates)/2)
	for i := 0; i+1 < len(coordinates); i += 2 {
		outline = append(outline, point{coordinates[i], coordinates[i+1]})
	}
	return part{outline: outline}
}

func box(left, top, right, bottom float64) part {
	return area(left, top, right, top, right, bottom, left, bottom)
}

// arc is the part of a disc between two angles in degrees; a whole turn is the disc.
func arc(x, y, radius, from, to float64) part {
	const steps = 48
	var outline []point
	for i := range steps + 1 {
		angle := (from + (to-from)*float64(i)/steps) * math.Pi / 180
		outline = append(outline, point{x + radius*math.Cos(angle), y + radius*math.Sin(angle)})
	}
	return part{outline: outline}
}

func (p part) lit() part {
	p.light = true
	return p
}

// drawings are what each aisle's products look like, from afar.
var drawings = map[string][]part{
	"HEL": {
		box(22, 32, 64, 54), area(30, 54, 46, 54, 41, 84, 27, 84), area(64, 36, 74, 39, 74, 47, 64, 50).lit(),
		box(74, 42, 90, 44.5), box(24, 80, 50, 88).lit(), box(30, 38, 52, 42).lit(),
	},
	"HMA": {
		area(46, 36, 54, 36, 56, 88, 44, 88).lit(), area(24, 24, 70, 24, 70, 38, 24, 38),
		area(70, 25, 84, 31, 84, 35, 70, 37), box(20, 22, 26, 40),
	},
	"FIJ": {
		area(34, 20, 66, 20, 58, 30, 42, 30), area(44, 30, 56, 30, 56, 72, 50, 86, 44, 72), box(40, 38, 60, 41).lit(),
		box(40, 48, 60, 51).lit(), box(41, 58, 59, 61).lit(),
		box(42, 68, 58, 71).lit(),
	},
	"ELE": {arc(50, 50, 34, 0, 360).lit(), area(56, 22, 32, 54, 48, 54, 42, 78, 68, 44, 52, 44)},
	"ILU": {
		arc(50, 42, 24, 0, 360).lit(), area(40, 60, 60, 60, 58, 70, 42, 70).lit(), box(42, 71, 58, 75),
		box(42, 77, 58, 81), area(44, 83, 56, 83, 53, 88, 47, 88), area(47, 48, 50, 38, 53, 48, 51.5, 60, 48.5, 60),
	},
	"FON": {
		box(26, 36, 62, 48), box(40, 24, 50, 36).lit(), box(32, 20, 58, 26), arc(62, 48, 12, -90, 0),
		area(62, 46, 74, 46, 74, 60, 62, 60), arc(68, 76, 7, 0, 180).lit(), area(61, 76, 68, 62, 75, 76).lit(),
	},
	"PIN": {
		box(20, 24, 70, 42), box(70, 30, 82, 34).lit(), box(78, 30, 82, 54).lit(), box(50, 50, 82, 54).lit(),
		box(50, 50, 54, 62).lit(), box(46, 60, 58, 88),
	},
	"JAR": {
		arc(38, 44, 20, 200, 380), arc(62, 36, 18, 160, 340).lit(), area(48, 40, 52, 40, 53, 88, 47, 88),
		area(20, 38, 58, 50, 48, 62, 30, 58), area(80, 30, 46, 42, 54, 52, 72, 48).lit(),
	},
	"SEG": {arc(50, 58, 30, 180, 360), box(14, 58, 86, 66), box(46, 26, 54, 50).lit(), arc(50, 58, 30, 180, 215).lit()},
	"ALM": {
		area(18, 42, 50, 28, 82, 42, 50, 56).lit(), area(18, 42, 50, 56, 50, 88, 18, 74),
		area(82, 42, 50, 56, 50, 88, 82, 74), area(52, 60, 80, 48, 80, 54, 52, 66).lit(),
	},
	"CER": {
		arc(50, 40, 20, 180, 360).lit(), box(30, 40, 36, 50).lit(), box(64, 40, 70, 50).lit(), box(26, 48, 74, 84),
		arc(50, 62, 6, 0, 360).lit(), area(48, 64, 52, 64, 54, 76, 46, 76).lit(),
	},
	"LIM": {
		area(26, 40, 74, 40, 67, 86, 33, 86), box(22, 34, 78, 42), arc(50, 34, 22, 180, 360).lit(),
		area(40, 52, 60, 52, 58, 74, 42, 74).lit(),
	},
}

// draw makes the picture of an item: its aisle's drawing, turned and tinted so
// that no two items of an aisle look the same.
func (a *aisle) draw(number int) ([]byte, error) {
	hue := math.Mod(float64(a.prefix[0])*53+float64(a.prefix[1])*29+float64(number)*13, 360)
	page := image.NewRGBA(image.Rect(0, 0, pictureSide, pictureSide))
	draw.Draw(page, page.Bounds(), image.NewUniform(shade(hue, 0.20, 0.95)), image.Point{}, draw.Src)
	turned := float64(number%5-2) * 7 * math.Pi / 180
	for _, part := range drawings[a.prefix] {
		tint := shade(hue, 0.62, 0.42)
		if part.light {
			tint = shade(hue, 0.45, 0.68)
		}
		part.fill(page, turned, number%2 == 1, tint)
	}
	// The shop encodes the picture again when it stores it, so compressing it here is wasted.
	var file bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.NoCompression}).Encode(&file, page)
	return file.Bytes(), err
}

// fill paints an area, turned around the middle and perhaps seen in a mirror.
func (p part) fill(page draw.Image, turned float64, mirrored bool, tint color.Color) {
	pen := vector.NewRasterizer(pictureSide, pictureSide)
	for i, at := range p.outline {
		x, y := at.x-unitsWide/2, at.y-unitsWide/2
		if mirrored {
			x = -x
		}
		x, y = x*math.Cos(turned)-y*math.Sin(turned), x*math.Sin(turned)+y*math.Cos(turned)
		px, py := float32((x+unitsWide/2)*pictureSide/unitsWide), float32((y+unitsWide/2)*pictureSide/unitsWide)
		if i == 0 {
			pen.MoveTo(px, py)
		} else {
			pen.LineTo(px, py)
		}
	}
	pen.ClosePath()
	pen.Draw(page, page.Bounds(), image.NewUniform(tint), image.Point{})
}

// shade is a colour by its hue in degrees, its saturation and its value.
func shade(hue, saturation, value float64) color.Color {
	channel := func(n float64) uint8 {
		k := math.Mod(n+hue/60, 6)
		return uint8(255 * (value - value*saturation*max(0, min(k, 4-k, 1))))
	}
	return color.RGBA{channel(5), channel(3), channel(1), 255}
}

// hangPictures draws one for each item and gives it to all of its variants.
func (y *year) hangPictures(ctx context.Context) error {
	kept := map[string]string{}
	for _, w := range y.wares {
		place := fmt.Sprintf("%s %d", w.aisle.prefix, w.item)
		if _, drawn := kept[place]; !drawn {
			url, err := y.keepPicture(ctx, w)
			if err != nil {
				return fmt.Errorf("picture of %s: %w", *w.fields.Name, err)
			}
			kept[place] = url
		}
		url := kept[place]
		w.fields.ImageURL = &url
	}
	return nil
}

func (y *year) keepPicture(ctx context.Context, w *ware) (string, error) {
	file, err := w.aisle.draw(w.item)
	if err != nil {
		return "", err
	}
	made, err := picture.Read(ctx, file)
	if err != nil {
		return "", err
	}
	url := catalogue.ImageURL(made.Hash, made.ContentType)
	return url, y.inv.Catalogue.KeepImage(ctx, catalogue.Image{
		URL: url, ContentType: made.ContentType, Width: made.Width, Height: made.Height, Bytes: made.Bytes,
		Thumbnail: made.Thumbnail,
	})
}
