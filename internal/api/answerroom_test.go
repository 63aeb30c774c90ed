package api

import (
	"strconv"
	"testing"

	"estante/internal/inventory"
)

// A client that asks for one thing after the other drives no list out, and a list that
// comes when there is no room left is remembered.
func TestRoomForAnswers(t *testing.T) {
	a := New(&inventory.Inventory{}, Options{})
	now := answerState{generation: 1}
	remembered := func(path string) bool {
		m, at := a.memoryOf(path), answerAddress{path: path}
		if _, known, _ := m.find(at, now); known {
			return true
		}
		m.keep(at, now, answer{body: make([]byte, answerBytesMax)})
		return false
	}
	if remembered("/api/products/") || remembered("/api/products/1/") {
		t.Fatal("what nobody has asked for is known")
	}
	for n := range 200 {
		remembered("/api/products/" + strconv.Itoa(2+n) + "/")
	}
	if !remembered("/api/products/") || !remembered("/api/products/1/") {
		t.Error("what was asked first is forgotten for two hundred things")
	}
	if _, _, room := a.memoryOf("/api/products/500/").find(answerAddress{path: "/api/products/500/"}, now); room {
		t.Error("there is room for more things than fit")
	}
	for n := range 100 {
		remembered("/api/products/?search=" + strconv.Itoa(n) + "x")
	}
	for _, last := range []string{"98x", "99x"} {
		if !remembered("/api/products/?search=" + last) {
			t.Errorf("the list %s is not remembered", last)
		}
	}
	if now.generation = 2; remembered("/api/products/1/") || !remembered("/api/products/1/") {
		t.Error("after a change things are remembered from before, or not at all")
	}
}
