package api

import (
	"strconv"
	"strings"

	"estante/internal/inventory"
)

// etag names a version of a thing.
func etag(version int64) string { return `"v` + strconv.FormatInt(version, 10) + `"` }

// IfMatch is the precondition of a change: the version the person saw.
type IfMatch struct {
	Tag string `header:"If-Match" doc:"El ETag que se vio; si ya no es el actual, 412"`
}

// version reads the precondition; nil when there is none.
func (m IfMatch) version() (*int64, error) {
	if m.Tag == "" || m.Tag == "*" {
		return nil, nil
	}
	// A proxy that compresses an answer weakens its tag; it is of the same version.
	tag := strings.TrimPrefix(m.Tag, "W/")
	version, err := strconv.ParseInt(strings.Trim(tag, `"v`), 10, 64)
	if err != nil || tag != etag(version) {
		// A tag we never gave is of no version that exists.
		return nil, inventory.ErrStale
	}
	return &version, nil
}

// deleteInput names what is to go, and the version that the person saw.
type deleteInput struct {
	IDInput
	IfMatch
}
