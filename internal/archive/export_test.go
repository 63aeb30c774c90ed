package archive

// SameRows says whether two sets of rows would be taken for each other.
func SameRows(one, other [][]any) bool {
	return digestOf(one) == digestOf(other)
}

func digestOf(rows [][]any) (d digest) {
	for _, row := range rows {
		if err := d.add(row); err != nil {
			panic(err)
		}
	}
	return d
}
