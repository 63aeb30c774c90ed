module estante

go 1.26.0

require (
	golang.org/x/crypto v0.55.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
