package picture

import (
	"context"
	"image"
	"image/draw"
)

// shrink returns a picture whose longer side is at most side, each pixel the
// average of what it covers. A small picture is copied as it is.
func shrink(ctx context.Context, source image.Image, side int) (*image.RGBA, error) {
	bounds := source.Bounds()
	width, height := bounds.Dx(), bounds.Dy()
	longer := max(width, height)
	if longer <= side {
		same := image.NewRGBA(image.Rect(0, 0, width, height))
		draw.Draw(same, same.Bounds(), source, bounds.Min, draw.Src)
		return same, nil
	}
	small := image.NewRGBA(image.Rect(0, 0, max(1, width*side/longer), max(1, height*side/longer)))
	rows := spans(height, small.Rect.Dy())
	columns := spans(width, small.Rect.Dx())
	// Only the rows that one row of the result covers are unfolded at a time:
	// a whole picture of four bytes a pixel may be larger than its source.
	tallest := 0
	for _, span := range rows {
		tallest = max(tallest, span.to-span.from)
	}
	strip := image.NewRGBA(image.Rect(0, 0, width, tallest))
	sums := make([]float32, 4*width)
	for y, span := range rows {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		draw.Draw(strip, image.Rect(0, 0, width, span.to-span.from), source, image.Pt(bounds.Min.X, bounds.Min.Y+span.from),
			draw.Src)
		span.sumRows(strip, sums)
		averageColumns(small.Pix[y*small.Stride:], sums, columns)
	}
	return small, nil
}

// span is what one pixel of the result covers of a side of the source: whole
// pixels from and to, of which the first and the last may count in part.
type span struct {
	from, to    int
	first, last float32
}

// spans divides a side of the source evenly.
func spans(source, result int) []span {
	covered := make([]span, result)
	for i := range covered {
		// In units of 1/result of a source pixel everything is whole.
		begin, end := i*source, (i+1)*source
		s := span{from: begin / result, to: (end + result - 1) / result}
		s.first = float32((s.from+1)*result-begin) / float32(result)
		s.last = float32(end-(s.to-1)*result) / float32(result)
		covered[i] = s
	}
	return covered
}

// weight is how much of the source pixel at i counts.
func (s span) weight(i int) float32 {
	switch i {
	case s.from:
		return s.first
	case s.to - 1:
		return s.last
	default:
		return 1
	}
}

// sumRows adds up the rows of a strip, column by column.
func (s span) sumRows(strip *image.RGBA, sums []float32) {
	clear(sums)
	for row := range s.to - s.from {
		weight := s.weight(s.from + row)
		for i, value := range strip.Pix[row*strip.Stride : row*strip.Stride+len(sums)] {
			sums[i] += weight * float32(value)
		}
	}
	var height float32
	for i := s.from; i < s.to; i++ {
		height += s.weight(i)
	}
	for i := range sums {
		sums[i] /= height
	}
}

// averageColumns writes one row of the result.
func averageColumns(row []uint8, sums []float32, columns []span) {
	for x, span := range columns {
		var pixel [4]float32
		var width float32
		for i := span.from; i < span.to; i++ {
			weight := span.weight(i)
			width += weight
			for c := range pixel {
				pixel[c] += weight * sums[4*i+c]
			}
		}
		for c := range pixel {
			row[4*x+c] = uint8(min(pixel[c]/width+0.5, 255))
		}
	}
}
