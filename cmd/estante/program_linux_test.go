package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

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
}

// The program goes on with a small part of itself in memory.
func TestTheProgramIsGivenBack(t *testing.T) {
	before := programInMemory(t)
	giveBackProgram()
	if after := programInMemory(t); before == 0 || after > before/2 {
		t.Errorf("%d kB of the program in memory before, %d kB after", before, after)
	}
}

// programInMemory is how many kilobytes of the program's file are in memory.
func programInMemory(t *testing.T) (kilobytes int) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parts, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	ours := false
	for line := range strings.Lines(string(parts)) {
		if name, _, _ := strings.Cut(line, " "); !strings.HasSuffix(name, ":") { // The head of the next part.
			_, _, ours = readOnlyPart(line, program)
		}
		var resident int
		if _, err := fmt.Sscanf(line, "Rss: %d kB", &resident); err == nil && ours {
			kilobytes += resident
		}
	}
	return kilobytes
}
