package forecast

import "math"

// negbin is a negative binomial distribution: counts whose variance is larger
// than their mean, as sales are.
type negbin struct {
	mean, r, p float64
	// logs is ln Γ(r), which every look at the distribution needs.
	logs float64
}

// leastSpread keeps the variance above the mean, where the distribution is defined.
const leastSpread = 1.01

func newNegbin(mean, variance float64) negbin {
	if mean <= 0 {
		return negbin{}
	}
	variance = max(variance, leastSpread*mean)
	r := mean * mean / (variance - mean)
	logs, _ := math.Lgamma(r)
	return negbin{mean: mean, r: r, p: mean / variance, logs: logs}
}

// cdf is the chance of at most x.
func (n *negbin) cdf(x float64) float64 {
	x = math.Floor(x)
	switch {
	case x < 0:
		return 0
	case n.mean <= 0:
		return 1
	}
	return n.beta(x + 1)
}

// scanSteps is how far a quantile is looked for one count after another; the
// counts beyond are found by halving.
const scanSteps = 256

// quantile is the smallest x whose chance of not being exceeded is at least u.
func (n *negbin) quantile(u float64) float64 {
	if n.mean <= 0 || u <= 0 {
		return 0
	}
	u = min(u, 1-1e-9)
	low := 0.0
	if first := n.r * math.Log(n.p); first > -600 {
		chance := math.Exp(first)
		sum := chance
		for x := range scanSteps {
			if sum >= u {
				return float64(x)
			}
			chance *= (float64(x) + n.r) / float64(x+1) * (1 - n.p)
			sum += chance
		}
		low = scanSteps - 1
	}
	return n.halve(u, low)
}

// halve finds a quantile above low, whose chance is below u.
func (n *negbin) halve(u, low float64) float64 {
	high := math.Ceil(max(2*n.mean, low+16))
	for n.cdf(high) < u {
		low, high = high, 2*high
	}
	for high-low > 1 {
		middle := math.Floor((low + high) / 2)
		if n.cdf(middle) >= u {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

// beta is the regularised incomplete beta function I_p(r, b).
func (n *negbin) beta(b float64) float64 {
	logB, _ := math.Lgamma(b)
	logSum, _ := math.Lgamma(n.r + b)
	front := math.Exp(logSum - n.logs - logB + n.r*math.Log(n.p) + b*math.Log1p(-n.p))
	if n.p < (n.r+1)/(n.r+b+2) {
		return min(front*continuedFraction(n.r, b, n.p)/n.r, 1)
	}
	return max(1-front*continuedFraction(b, n.r, 1-n.p)/b, 0)
}

// continuedFraction evaluates the incomplete beta's fraction by Lentz's method.
func continuedFraction(a, b, x float64) float64 {
	const tiny, enough, most = 1e-300, 1e-12, 500
	away := func(v float64) float64 {
		if math.Abs(v) < tiny {
			return tiny
		}
		return v
	}
	c, d := 1.0, 1/away(1-(a+b)*x/(a+1))
	h := d
	for i := 1; i <= most; i++ {
		m := float64(i)
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		d, c = 1/away(1+even*d), away(1+even/c)
		h *= d * c
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		d, c = 1/away(1+odd*d), away(1+odd/c)
		step := d * c
		h *= step
		if math.Abs(step-1) < enough {
			break
		}
	}
	return h
}
