package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a server in a process of its own, so that what answering costs is
// told apart from what asking costs.
type process struct {
	cmd     *exec.Cmd
	address string
	said    lastWords
}

// lastWords are the end of what a server has complained of.
type lastWords struct{ text []byte }

func (w *lastWords) Write(p []byte) (int, error) {
	const kept = 2000
	w.text = append(w.text, p...)
	w.text = w.text[max(0, len(w.text)-kept):]
	return len(p), nil
}

// stopMax is how long a server may take to end when it is asked to.
const stopMax = 20 * time.Second

// start runs a server and waits for the line of its output that has its address.
func start(ctx context.Context, program string, args ...string) (*process, error) {
	p := &process{cmd: exec.CommandContext(ctx, program, args...)} //nolint:gosec // The Makefile built the programs.
	p.cmd.Cancel = func() error { return p.cmd.Process.Signal(syscall.SIGTERM) }
	p.cmd.WaitDelay = stopMax
	p.cmd.Stderr = &p.said
	output, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewReader(output)
	for p.address == "" {
		line, err := lines.ReadString('\n')
		if err != nil {
			p.stop()
			return nil, fmt.Errorf("%s ended before it said where it listens: %w: %s", program, err, p.said.text)
		}
		if at := strings.Index(line, "http://"); at >= 0 {
			p.address = strings.TrimSpace(line[at:])
		}
	}
	// Whatever it says later must not fill the pipe.
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	return p, nil
}

// stop asks the server to end and waits until it has.
func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	timer := time.AfterFunc(stopMax, func() { _ = p.cmd.Process.Kill() })
	defer timer.Stop()
	_ = p.cmd.Wait()
}

// ticksPerSecond is how Linux counts a process's time, whatever the machine.
const ticksPerSecond = 100

// processorTime is how long the server has been computing, in microseconds.
func (p *process) processorTime() int64 {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	// The second field, the name, may have spaces; it ends with the last bracket.
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	const user, system = 11, 12
	if len(fields) <= system {
		return 0
	}
	var ticks int64
	for _, field := range []string{fields[user], fields[system]} {
		n, _ := strconv.ParseInt(field, 10, 64) // The kernel writes nothing but digits here.
		ticks += n
	}
	return ticks * 1_000_000 / ticksPerSecond
}

// memory is how much of the machine's memory the server has now, and how much
// it ever had, in bytes.
func (p *process) memory() (now, most int64, err error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimSuffix(strings.TrimSpace(value), " kB")
		kilobytes, _ := strconv.ParseInt(value, 10, 64) // Other lines are not asked for.
		switch name {
		case "VmRSS":
			now = kilobytes << 10
		case "VmHWM":
			most = kilobytes << 10
		}
	}
	if now == 0 || most == 0 {
		return 0, 0, errors.New("the system does not say how much memory a process has")
	}
	return now, most, nil
}
