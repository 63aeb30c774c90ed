// Package shoptest is what the tests of several rooms share: a shop over a real
// memory of each engine, with a clock that tests turn, and short words for what
// happens in it.
package shoptest
