package main

import "testing"

func TestOnlyWhatNobodyWroteIsGivenBack(t *testing.T) {
	for line, want := range map[string]bool{
		"00400000-01739000 r-xp 00000000 fe:00 123    /opt/mi tienda/estante": true,
		"01739000-02bb4000 r--p 01339000 fe:00 123    /opt/mi tienda/estante": true,
		"02bb4000-02d85000 rw-p 027b4000 fe:00 123    /opt/mi tienda/estante": false,
		"01739000-02bb4000 r--p 01339000 fe:00 123    /opt/otro":              false,
		"7fb647410000-7fb647800000 rw-p 00000000 00:00 0":                     false,
		"": false,
	} {
		if from, to, found := readOnlyPart(line, "/opt/mi tienda/estante"); found != want || found && from >= to {
			t.Errorf("%q: %x to %x, %v", line, from, to, found)
		}
	}
	giveBackProgram() // And the program still runs.
}
