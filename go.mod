module estante

go 1.26.0
