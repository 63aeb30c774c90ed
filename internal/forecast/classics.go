package forecast

// The classic methods. Each takes the steps that had stock, oldest first, and
// gives the demand of one step; none looks further than the series' end.

// smoothingWeights are those of which the best is chosen per product.
var smoothingWeights = [...]float64{0.05, 0.1, 0.2, 0.3, 0.45}

// warmBlocks is how many blocks start a smoothing.
const warmBlocks = 4

// smoothBest is simple exponential smoothing with the weight that would have
// forecast the series best, one step ahead.
func smoothBest(x []float64) float64 {
	start := mean(x[:min(len(x), warmBlocks)])
	least, best := -1.0, start
	for _, weight := range smoothingWeights {
		level, squares := start, 0.0
		for _, v := range x {
			e := v - level
			squares += e * e
			level += weight * e
		}
		if least < 0 || squares < least {
			least, best = squares, level
		}
	}
	return best
}

// smooth is simple exponential smoothing with a given weight.
func smooth(x []float64, weight float64) float64 {
	level := mean(x[:min(len(x), warmBlocks)])
	for _, v := range x {
		level += weight * (v - level)
	}
	return level
}

// sizeWeight is how fast the size of a sale follows the latest ones.
const sizeWeight = 0.1

// tsb is the method of Teunter, Syntetos and Babai: the chance of a sale and
// its size are smoothed apart, and the chance falls with every step that sells
// nothing, so that what has died is forecast to die.
func tsb(x []float64, r *Rhythm) float64 {
	chance, size := warmUp(x, r.warmUp)
	for _, v := range x {
		if v > 0 {
			chance += r.chance * (1 - chance)
			size += sizeWeight * (v - size)
		} else {
			chance -= r.chance * chance
		}
	}
	return chance * size
}

// warmUp is the share of selling steps at the beginning, and their mean size.
func warmUp(x []float64, steps int) (chance, size float64) {
	steps = min(steps, len(x))
	selling, sum := 0, 0.0
	for i, v := range x {
		if i >= steps && selling > 0 {
			break
		}
		if v > 0 {
			selling, sum = selling+1, sum+v
		}
	}
	if selling == 0 {
		return 0, 0
	}
	return min(float64(selling)/float64(steps), 1), sum / float64(selling)
}

// sba is Croston's method with the correction of Syntetos and Boylan: the size
// of a sale over the steps between two. It never forgets a product that died.
func sba(x []float64) float64 {
	var size, interval float64
	gap, seen := 1, false
	for _, v := range x {
		if v <= 0 {
			gap++
			continue
		}
		if !seen {
			size, interval, seen = v, float64(gap), true
		} else {
			size += sizeWeight * (v - size)
			interval += sizeWeight * (float64(gap) - interval)
		}
		gap = 1
	}
	if !seen {
		return 0
	}
	return (1 - sizeWeight/2) * size / interval
}

// blocks sums every n steps, counted back from the end; an incomplete first block is left out.
func blocks(x []float64, n int, buffer []float64) []float64 {
	if n == 1 {
		return x
	}
	sums := buffer[:0]
	for i := len(x) % n; i+n <= len(x); i += n {
		sum := 0.0
		for _, v := range x[i : i+n] {
			sum += v
		}
		sums = append(sums, sum)
	}
	return sums
}

func mean(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// Classic is a textbook method, to be compared with. It takes what was sold as
// what was wanted, as textbooks do.
type Classic struct {
	Name string
	Step func(sold []float64, r *Rhythm) float64
}

// Classics are three of them.
var Classics = []Classic{
	{"SES", func(sold []float64, r *Rhythm) float64 {
		return smooth(blocks(sold, r.block, make([]float64, 0, len(sold))), 0.2) / float64(r.block)
	}},
	{"TSB", tsb},
	{"SBA", func(sold []float64, _ *Rhythm) float64 { return sba(sold) }},
}
