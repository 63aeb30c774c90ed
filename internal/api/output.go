package api

import (
	"strconv"

	"estante/internal/core"
)

// empty answers 204.
type empty struct{}

// bodyOutput answers with a body and nothing else.
type bodyOutput[T any] struct{ Body T }

func answerBody[T any](body T, err error) (*bodyOutput[T], error) {
	return &bodyOutput[T]{Body: body}, err
}

// versionOutput answers with one thing and names its version, for If-Match.
type versionOutput[T any] struct {
	ETag string `header:"ETag"`
	Body T
}

func answerVersion[T any](version int64, body T, err error) (*versionOutput[T], error) {
	return &versionOutput[T]{ETag: etag(version), Body: body}, err
}

// etag names a version of a thing.
func etag(version int64) string { return `"v` + strconv.FormatInt(version, 10) + `"` }

// ListBody is the shape of every list.
type ListBody[T any] struct {
	Results []T `json:"results"`
	Count   int `json:"count"`
	// CountIsCapped says that there are more than Count.
	CountIsCapped bool `json:"countIsCapped,omitempty" doc:"Hay más de los contados"`
}

// listOf shows the rows of a list.
func listOf[Row, Body any](list core.List[Row], show func(Row) Body) ListBody[Body] {
	return ListBody[Body]{Results: each(list.Rows, show), Count: list.Count.N, CountIsCapped: list.Count.Capped}
}

// listOutput answers with a list.
type listOutput[T any] struct{ Body ListBody[T] }

// answerList answers with a list whose rows are shown as given.
func answerList[Row, Body any](list core.List[Row], show func(Row) Body, err error) (*listOutput[Body], error) {
	return &listOutput[Body]{Body: listOf(list, show)}, err
}

// whole is a list that has no further pages.
func whole[Row any](rows []Row) core.List[Row] {
	return core.List[Row]{Rows: rows, Count: core.Count{N: len(rows)}}
}

// each shows every row.
func each[Row, Body any](rows []Row, show func(Row) Body) []Body {
	bodies := make([]Body, 0, len(rows))
	for _, row := range rows {
		bodies = append(bodies, show(row))
	}
	return bodies
}
