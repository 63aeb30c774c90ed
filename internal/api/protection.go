package api

import (
	"maps"
	"net/http"
)

// protection is the headers that keep an answer from being used for anything but
// what it is. Answers share the values.
type protection http.Header

// asDocument protects what a browser opens: it loads its own files and nothing else,
// no inline script or style, and nothing from another host: the pictures of products
// that lie elsewhere are fetched by the server.
var asDocument = protection{
	"Content-Security-Policy": {"default-src 'none'; script-src 'self'; style-src 'self'; " +
		"img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; " +
		"worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"},
	"X-Content-Type-Options":       {"nosniff"},
	"X-Frame-Options":              {"DENY"},
	"Referrer-Policy":              {"same-origin"},
	"Cross-Origin-Opener-Policy":   {"same-origin"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
	"Permissions-Policy":           {"geolocation=(), microphone=(), payment=()"},
}

// asData protects what a script reads. It is no document: it loads nothing, opens
// nothing and has no links, and its policy forbids every frame. No memory but ours
// keeps it. An answer with more than eight headers costs several times as much to
// put together as one with eight, so what only documents heed is not sent with it.
var asData = protection{
	"Content-Security-Policy":      {"default-src 'none'; frame-ancestors 'none'"},
	"X-Content-Type-Options":       {"nosniff"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
	"Cache-Control":                {"no-store"},
}

// protect gives an answer its protection, before anything of it is written.
func protect(w http.ResponseWriter, as protection) { maps.Copy(w.Header(), http.Header(as)) }
