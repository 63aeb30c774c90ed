package main

import (
	"io"
	"log/slog"
	"strings"
)

// newLogger writes JSON lines in which no secret appears, whichever package logs it.
func newLogger(out io.Writer, level string) *slog.Logger {
	var least slog.Level
	_ = least.UnmarshalText([]byte(level)) // The flag allows only names that parse.
	return slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: least, ReplaceAttr: hideSecrets}))
}

// secretWords mark the attributes whose value is never written.
var secretWords = []string{"password", "token", "authorization", "secret", "cookie", "credential", "hash"}

// hideSecrets looks at the whole name of an attribute, its groups included.
func hideSecrets(groups []string, attribute slog.Attr) slog.Attr {
	name := strings.ToLower(strings.Join(groups, ".") + "." + attribute.Key)
	for _, word := range secretWords {
		if strings.Contains(name, word) {
			return slog.String(attribute.Key, "[oculto]")
		}
	}
	return attribute
}
