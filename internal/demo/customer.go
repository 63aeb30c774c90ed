package demo

import (
	"fmt"
	"strings"

	"estante/internal/core"
	"estante/internal/order"
)

// customer is a person or a company that orders.
type customer struct {
	name    string
	email   string
	address order.Address
}

// What customers are called and where they live. All of it is invented.
var (
	firstNames = []string{
		"María", "Antonio", "Carmen", "José", "Ana", "Manuel", "Laura", "David", "Isabel", "Javier", "Marta", "Íñigo",
		"Elena", "Carlos",
		"Nuria", "Pablo", "Rocío", "Sergio", "Lucía", "Andrés", "Begoña", "Óscar", "Teresa", "Álvaro",
	}
	lastNames = []string{
		"García", "Martínez", "López", "Sánchez", "Pérez", "Gómez", "Fernández", "Ruiz", "Hernández", "Jiménez", "Díaz",
		"Moreno", "Muñoz",
		"Álvarez", "Romero", "Navarro", "Torres", "Domínguez", "Vázquez", "Ramos", "Gil", "Serrano", "Blanco", "Molina",
		"Ibáñez", "Peña",
	}
	companies = []string{
		"Reformas Turia S.L.", "Pinturas Benimar", "Comunidad de propietarios Colón 14",
		"Taller Hermanos Peña", "Obras y Servicios Levante S.L.",
	}
	streets = []string{
		"Calle Mayor", "Avenida del Puerto", "Calle de la Paz", "Plaza de España", "Calle Cervantes",
		"Camino Viejo", "Calle San Vicente", "Ronda Norte",
	}
	cities = []order.Address{
		{City: "Valencia", State: "Valencia", PostalCode: "46003"},
		{City: "Paterna", State: "Valencia", PostalCode: "46980"},
		{City: "Castelló de la Plana", State: "Castellón", PostalCode: "12001"},
		{City: "Alicante", State: "Alicante", PostalCode: "03001"},
		{City: "Murcia", State: "Murcia", PostalCode: "30001"},
		{City: "Madrid", State: "Madrid", PostalCode: "28013"},
		{City: "Zaragoza", State: "Zaragoza", PostalCode: "50003"},
		{City: "Logroño", State: "La Rioja", PostalCode: "26001"},
	}
	orderNotes = []string{
		"Entregar por la tarde", "Llamar antes de llegar", "Dejar en la portería", "Recoge en tienda",
		"Factura a nombre de la empresa",
	}
)

// anyCustomer draws a customer at random; a few are companies.
func (y *year) anyCustomer() customer {
	first, last := firstNames[y.random.IntN(len(firstNames))], lastNames[y.random.IntN(len(lastNames))]
	who := customer{
		name:    first + " " + last + " " + lastNames[y.random.IntN(len(lastNames))],
		email:   strings.ReplaceAll(core.Fold(first+"."+last), "ñ", "n") + "@ejemplo.es",
		address: cities[y.random.IntN(len(cities))],
	}
	if y.random.IntN(8) == 0 {
		who.name = companies[y.random.IntN(len(companies))]
	}
	who.address.Street = fmt.Sprintf("%s, %d", streets[y.random.IntN(len(streets))], 1+y.random.IntN(90))
	who.address.Country = "España"
	who.address.Phone = fmt.Sprintf("600 %03d %03d", y.random.IntN(1000), y.random.IntN(1000))
	return who
}

// anyNote is what few orders have.
func (y *year) anyNote() string {
	if y.random.IntN(6) > 0 {
		return ""
	}
	return orderNotes[y.random.IntN(len(orderNotes))]
}
