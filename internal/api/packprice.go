package api

import (
	"math"

	"estante/internal/core"
	"estante/internal/supplier"
)

// priceDecimals is ten-thousandths of a currency, in which prices of packs are kept.
const priceDecimals = 10_000

// packPrice is the price of a pack as the API writes it.
func packPrice(price *supplier.Price) *float64 {
	if price == nil {
		return nil
	}
	number := float64(*price) / priceDecimals
	return &number
}

// packPriceOf reads the price of a pack, of four decimals at most.
func packPriceOf(number *float64, field string) (*supplier.Price, error) {
	if number == nil {
		return nil, nil
	}
	price := math.Round(*number * priceDecimals)
	switch {
	case math.Abs(price) > float64(supplier.PriceMax):
		return nil, core.FieldError(field, "El precio es demasiado grande")
	case math.IsNaN(price) || math.Abs(*number*priceDecimals-price) > 1e-6*math.Max(1, math.Abs(price)):
		return nil, core.FieldError(field, "El precio debe ser un número con cuatro decimales como mucho")
	}
	kept := supplier.Price(price)
	return &kept, nil
}

// discountOf reads a discount in percent, of two decimals at most.
func discountOf(percent float64, field string) (int, error) {
	hundredths := math.Round(percent * 100)
	if percent < 0 || percent > 100 || math.Abs(percent*100-hundredths) > 1e-6 {
		return 0, core.FieldError(field, "El descuento debe estar entre 0 y 100, con dos decimales como mucho")
	}
	return int(hundredths), nil
}
