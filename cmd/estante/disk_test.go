//go:build prove

package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"estante/internal/store"
	"estante/internal/store/storetest"
)

// adjust changes the stock of the first product by one and returns the answer.
func (s *counterShop) adjust(t *testing.T) (status int, text string) {
	t.Helper()
	return s.current.ask(t, http.MethodPost, fmt.Sprintf("/api/products/%d/adjust_stock/", s.products[0]), s.token,
		`{"type":"add","quantity":1}`)
}

// A disk that is full is an error that people can read, and no damage: what is
// there can be read, and everything works again when there is room.
func TestADiskThatIsReallyFull(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=48m"); err != nil {
		t.Fatalf("a small disk can be had by root alone: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(disk, syscall.MNT_DETACH) })
	shop := fillCounterShop(t, store.Options{Dir: filepath.Join(disk, "data")})
	shop.open(t)
	filler := filepath.Join(disk, "filler")
	fillUp(t, filler)
	made, refused := 0, ""
	for refused == "" {
		status, text := shop.adjust(t)
		switch status {
		case http.StatusOK:
			made++ // There was room in a page of the log.
		case http.StatusServiceUnavailable:
			refused = text
		default:
			t.Fatalf("a full disk was answered %d %s", status, text)
		}
	}
	if !strings.Contains(refused, "No queda espacio en el disco") {
		t.Errorf("a full disk said %s", refused)
	}
	path := fmt.Sprintf("/api/products/%d/", shop.products[0])
	if stock := number(t, shop.current, shop.token, path, "currentStock"); stock != int64(crashStock+made) {
		t.Errorf("the stock is %d after %d changes", stock, made)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if status, text := shop.adjust(t); status != http.StatusOK {
		t.Errorf("with room again: %d %s", status, text)
	}
	shop.close(t)
	if checked := estante(t, shop.data, "", "verify"); checked.code != 0 {
		t.Error("verify: " + checked.stdout + checked.stderr)
	}
	t.Logf("%d changes fitted, then 503, reads went on, and with room again changes too; verify clean", made)
}

// fillUp writes until nothing more fits.
func fillUp(t *testing.T, path string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	for size := 1 << 20; size > 0; size /= 2 {
		for err = nil; err == nil; {
			_, err = file.Write(make([]byte, size))
		}
	}
}

// Between the question and the answer of every change lies a sync that the
// kernel has finished.
func TestEveryAcknowledgedChangeWasSynced(t *testing.T) {
	const changes = 300
	shop := fillCounterShop(t, storetest.SQLite(t))
	shop.open(t)
	shop.adjust(t)
	trace := filepath.Join(t.TempDir(), "trace")
	watcher := exec.CommandContext(t.Context(), "strace", "-f", "-ttt", "-T", "-e", "trace=fsync,fdatasync", "-o", trace,
		"-p", strconv.Itoa(shop.current.cmd.Process.Pid))
	words, err := watcher.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := watcher.Start(); err != nil {
		t.Fatalf("strace is missing: %v", err)
	}
	if line, err := bufio.NewReader(words).ReadString('\n'); err != nil || !strings.Contains(line, "attached") {
		t.Fatalf("strace said %q, %v", line, err)
	}
	go func() { _, _ = io.Copy(io.Discard, words) }()
	asked, answered := make([]time.Time, changes), make([]time.Time, changes)
	for n := range changes {
		asked[n] = time.Now()
		if status, text := shop.adjust(t); status != http.StatusOK {
			t.Fatalf("%d %s", status, text)
		}
		answered[n] = time.Now()
	}
	_ = watcher.Process.Signal(os.Interrupt)
	_ = watcher.Wait()
	syncs := readSyncs(t, trace)
	unsynced := 0
	for n := range changes {
		for len(syncs) > 0 && syncs[0].Before(asked[n]) {
			syncs = syncs[1:]
		}
		if len(syncs) == 0 || syncs[0].After(answered[n]) {
			unsynced++
		}
	}
	if unsynced > 0 {
		t.Errorf("%d of %d changes were answered before they were synced", unsynced, changes)
	}
	t.Logf("%d changes, each synced before it was answered", changes)
	shop.close(t)
}

// readSyncs returns when each sync ended, in order.
func readSyncs(t *testing.T, trace string) (ended []time.Time) {
	t.Helper()
	text, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) < 3 || !strings.Contains(line, "= 0 <") {
			continue
		}
		began, err := strconv.ParseFloat(fields[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		// A call that was interrupted by another thread's line is told of in two; the second tells its end.
		took := 0.0
		if !strings.Contains(line, "resumed>") {
			took, _ = strconv.ParseFloat(strings.Trim(fields[len(fields)-1], "<>"), 64)
		}
		ended = append(ended, time.UnixMicro(int64((began+took)*1e6)))
	}
	return ended
}
