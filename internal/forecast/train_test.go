package forecast

import (
	"reflect"
	"runtime"
	"testing"
)

func TestTheFitDoesNotDependOnTheMachine(t *testing.T) {
	shop := madeShop(120, 200)
	one := runtime.GOMAXPROCS(1)
	alone := fit(shop, testFirst+200)
	runtime.GOMAXPROCS(max(one, 2))
	shared := fit(shop, testFirst+200)
	runtime.GOMAXPROCS(one)
	if !reflect.DeepEqual(alone, shared) {
		t.Error("two workers fit another model than one")
	}
}

func TestNothingAfterTodayIsLearnt(t *testing.T) {
	shop, future := madeShop(80, 240), madeShop(80, 240)
	for i := range future {
		for d := 200; d < 240; d++ {
			future[i].Sold[d] += 100
		}
	}
	if !reflect.DeepEqual(fit(shop, testFirst+200), fit(future, testFirst+200)) {
		t.Error("the model knows what had not happened yet")
	}
}

func TestALargeShopIsSampledEvenly(t *testing.T) {
	trainer := NewTrainer(Daily, testFirst+1)
	const products = 3*SampleMax + 7
	for i := range products {
		trainer.Add(History{First: testFirst, Sold: []float64{float64(i)}})
	}
	if n := len(trainer.sample); n > SampleMax || n < SampleMax/2 {
		t.Errorf("%d products are kept", n)
	}
	for i, h := range trainer.sample {
		if h.Sold[0] != float64(i*trainer.stride) {
			t.Fatalf("the %d-th of the sample is product %v, by strides of %d", i, h.Sold[0], trainer.stride)
		}
	}
	if want := float64(products-1) * products / 2; trainer.shop.Total[0] != want {
		t.Errorf("the shop sold %v, not %v: all of it counts", trainer.shop.Total[0], want)
	}
}

func TestTheShopsCalendar(t *testing.T) {
	var shop Shop
	h := History{First: testFirst, Sold: make([]float64, 500)}
	for d := range h.Sold {
		h.Sold[d] = 10
		if (h.First + Day(d)).weekday() == 3 {
			h.Sold[d] = 80
		}
	}
	for d := 135; d < 165; d++ { // A month one year before day 500 that sold half as much again.
		h.Sold[d] *= 1.5
	}
	shop.add(h)
	shop.add(History{First: testFirst - 3, Sold: []float64{1, 1, 1, 1}})
	if shop.First != testFirst-3 || shop.Total[3] != h.Sold[0]+1 || len(shop.Total) != 503 {
		t.Fatalf("the shop began on %d with %v", shop.First, shop.Total[:4])
	}
	p := shop.profile(testFirst + 500)
	within(t, "the large weekday", p[3]/p[2], 7, 9)
	within(t, "the move a year ago", shop.move(testFirst+500), 1.35, 1.6)
	if move := shop.move(testFirst + 400); move != 1 {
		t.Errorf("without a year and a quarter the shop moves by %v", move)
	}
}
