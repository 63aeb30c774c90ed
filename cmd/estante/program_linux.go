package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"syscall"
)

// giveBackProgram gives back the parts of the program's own file that are in
// memory. Two thirds of what a server that has just started occupies are those,
// and most of them are only of use for starting. What is needed again comes back
// by itself, and nothing is lost with the rest: it lies in the file.
func giveBackProgram() {
	program, err := os.Executable()
	if err != nil {
		return
	}
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return
	}
	defer func() { _ = maps.Close() }()
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		if from, to, found := readOnlyPart(lines.Text(), program); found {
			// A system that refuses keeps them in memory.
			_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, from, to-from, syscall.MADV_DONTNEED)
		}
	}
}

// readOnlyPart reads a line of the system's list of what is in memory, and says
// whether it is a part of a file that nobody has written to.
func readOnlyPart(line, path string) (from, to uintptr, found bool) {
	fields := strings.Fields(line)
	const permissions, name = 1, 5
	if len(fields) <= name || strings.Join(fields[name:], " ") != path || !strings.HasPrefix(fields[permissions], "r-") {
		return 0, 0, false
	}
	_, err := fmt.Sscanf(fields[0], "%x-%x", &from, &to)
	return from, to, err == nil && from < to
}
