package backtest

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"estante/internal/forecast"
)

// madeSales is a file of products that sell on random days, the same every time.
func madeSales(products, days int) *Sales {
	s := &Sales{Rhythm: forecast.Daily, First: 19_000, End: forecast.Day(19_000 + days)}
	for i := range products {
		r := rand.New(rand.NewPCG(uint64(i), 2))
		sold := make([]float64, days)
		for d := range sold {
			if r.Float64() < 0.05+float64(i%10)/12 {
				sold[d] = float64(1 + r.IntN(4))
			}
		}
		s.Products = append(s.Products, Product{
			string(rune('A'+i%26)) + string(rune('0'+i/26)),
			forecast.History{First: s.First, Sold: sold},
		})
	}
	return s
}

func TestReplayKnowsNothingOfTheFuture(t *testing.T) {
	s, other := madeSales(60, 300), madeSales(60, 300)
	for _, p := range other.Products {
		for d := 270; d < 300; d++ {
			p.History.Sold[d] = 50
		}
	}
	a, b := Replay(s, 3, &Estante{}), Replay(other, 3, &Estante{})
	for i := range a {
		if a[i].Origin+30 < s.End && a[i] != b[i] {
			t.Fatalf("the last month changed what was said before it: %+v, %+v", a[i], b[i])
		}
		b[i].Actual = a[i].Actual
	}
	if !reflect.DeepEqual(a, b) {
		t.Error("the last month changed its own forecast")
	}
}

func TestReplayFollowsTheProtocol(t *testing.T) {
	s := madeSales(6, 200)
	s.Products[5].History = forecast.History{First: s.End - 70, Sold: s.Products[5].History.Sold[130:]}
	predictions := Replay(s, 3, Naive())
	if len(predictions) != 3*5+1 {
		t.Fatalf("%d predictions: a product takes part from 30 days of age", len(predictions))
	}
	p, sold := predictions[1], s.Products[1].History.Sold
	last := 0.0
	for _, x := range sold[80:110] {
		last += x
	}
	if p.Origin != s.First+110 || p.Forecast != last {
		t.Errorf("at %d naive says %v, not %v", p.Origin-s.First, p.Forecast, last)
	}
	month := sum(sold[:110]) / 110 * 30
	if p.Stock != max(1, math.Round(month*0.5)) || predictions[6].Stock == p.Stock {
		t.Errorf("shelves of %v and %v for a month of %v", p.Stock, predictions[6].Stock, month)
	}
	if got := s.DefaultOrigins(); got != 3 {
		t.Errorf("200 days are replayed from %d origins", got)
	}
}

func TestScoresByHand(t *testing.T) {
	s := Judge([]Prediction{
		{SKU: "A", Forecast: 10, Q10: 6, Q90: 14, Actual: 12, Stock: 12, Gone: 0.5, Scale: 2},
		{SKU: "A", Forecast: 10, Q10: 6, Q90: 14, Actual: 16, Stock: 20, Gone: 0.5, Scale: 2},
		{SKU: "B", Forecast: 4, Q10: 0, Q90: 9, Actual: 4, Stock: 1, Gone: 1, Scale: 1},
		{SKU: "C", Forecast: 0, Q10: 0, Q90: 0, Actual: 8, Stock: 9, Gone: 0},
	})
	want := Score{
		Rows: 4, MAE: 4, WAPE: 16.0 / 40, Bias: -16.0 / 40, RMSSE: (math.Sqrt((1+9)/2.0) + 0) / 2,
		WQL90: 2 * (0.2 + 1.8 + 0.5 + 7.2) / 40, Coverage80: 0.5, Brier: (0.25 + 0.25 + 0 + 0) / 4,
	}
	got, expected := reflect.ValueOf(s), reflect.ValueOf(want)
	for i := 1; i < got.NumField(); i++ {
		if math.Abs(got.Field(i).Float()-expected.Field(i).Float()) > 1e-12 {
			t.Errorf("%s is %v, not %v", got.Type().Field(i).Name, got.Field(i), expected.Field(i))
		}
	}
}

func TestTheTrueDemandJudgesTheCensored(t *testing.T) {
	s := madeSales(1, 60)
	h := s.Products[0].History
	p := []Prediction{{
		SKU: s.Products[0].SKU, Origin: s.First + 30, Forecast: 2 * sum(h.Sold[30:]),
	}, {SKU: "unknown", Origin: s.First, Forecast: 99}}
	if bias := BiasAgainst(p, s); math.Abs(bias-1) > 1e-12 {
		t.Errorf("twice the demand is a bias of %v", bias)
	}
}

func TestTheForecastBeatsTheNaiveOne(t *testing.T) {
	s := madeSales(120, 330)
	ours, naive := Judge(Replay(s, 4, &Estante{})), Judge(Replay(s, 4, Naive()))
	if ours.RMSSE > 0.85*naive.RMSSE || math.Abs(ours.Bias) > 0.05 || ours.Brier > 0.8*naive.Brier {
		t.Errorf("ours %+v, naive %+v", ours, naive)
	}
	if ours.Coverage80 < 0.72 || ours.Coverage80 > 0.92 {
		t.Errorf("80 %% ranges hold %v of the time", ours.Coverage80)
	}
	for _, c := range Classics() {
		if score := Judge(Replay(s, 4, c)); score.RMSSE > naive.RMSSE || math.IsNaN(score.Brier) {
			t.Errorf("%s: %+v", c.Name, score)
		}
	}
}

func TestPredictionsAreWrittenAsTheyAreRead(t *testing.T) {
	var out bytes.Buffer
	p := []Prediction{{
		SKU: "A,1", Origin: 19_783, Forecast: 3.14159, Q10: 1, Q50: 3, Q90: 6, Actual: 4, Stock: 2, Gone: 0.75,
	}}
	if err := Write(&out, &Sales{}, p); err != nil {
		t.Fatal(err)
	}
	want := "sku,origin,forecast,q10,q50,q90,actual,stock,pGone30\n" +
		"\"A,1\",2024-03-01,3.1416,1,3,6,4,2,0.7500\n"
	if out.String() != want {
		t.Errorf("wrote %s", out.String())
	}
	out.Reset()
	p[0].Origin = 40
	if err := Write(&out, &Sales{Monthly: true}, p); err != nil || !strings.Contains(out.String(), `"A,1",40,`) {
		t.Errorf("wrote %s, %v", out.String(), err)
	}
}
