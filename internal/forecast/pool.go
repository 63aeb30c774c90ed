package forecast

// Weights are how much each feature counts in the pooled forecast of a class.
type Weights [features]float64

// priorRows and priorShare are how strongly the fit leans to equal weights:
// as if so many rows, and so much of the evidence, spoke for them.
const (
	priorRows  = 30
	priorShare = 0.02
	// fewRows is how few rows are no evidence at all.
	fewRows = 50
)

// normalEquations gather the rows of one class without keeping them.
type normalEquations struct {
	xx   [features][features]float64
	xy   Weights
	rows float64
}

func (n *normalEquations) add(x *[features]float64, y, weight float64) {
	for i := range x {
		for j := range x {
			n.xx[i][j] += weight * x[i] * x[j]
		}
		n.xy[i] += weight * x[i] * y
	}
	n.rows++
}

// equal are the weights of a model that has learnt nothing.
func equal() (w Weights) {
	for i := range w {
		w[i] = 1.0 / features
	}
	return w
}

// solve is least squares with weights that cannot be negative, drawn towards
// equal ones. Descent by one coordinate at a time is enough for a dozen
// of them, and gives the same answer every time.
func (n *normalEquations) solve() Weights {
	w := equal()
	if n.rows < fewRows {
		return w
	}
	for i := range w {
		pull := n.xx[i][i] * (priorRows/n.rows + priorShare)
		n.xx[i][i] += pull
		n.xy[i] += pull / features
	}
	for range 500 {
		for i := range w {
			if n.xx[i][i] <= 0 {
				continue
			}
			rest := n.xy[i]
			for j := range w {
				if j != i {
					rest -= n.xx[i][j] * w[j]
				}
			}
			w[i] = max(rest/n.xx[i][i], 0)
		}
	}
	return w
}

func (w *Weights) apply(x *[features]float64) float64 {
	sum := 0.0
	for i := range w {
		sum += w[i] * x[i]
	}
	return sum
}
