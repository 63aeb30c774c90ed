package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	namedTest = regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9]+)`")
	namedFile = regexp.MustCompile("`([A-Za-z0-9_./-]+(?:\\.spec\\.ts|\\.test\\.tsx?|_test\\.go))`")
	madeTest  = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
)

// What the page about reliability promises is tested by what it names: each of those tests,
// and each of those files, is there.
func TestEveryClassOfFaultNamesTestsThatAreThere(t *testing.T) {
	root := filepath.Join("..", "..")
	page, err := os.ReadFile(filepath.Join(root, "docs", "reliability.md"))
	if err != nil {
		t.Fatal(err)
	}
	tests, files := map[string]bool{}, []string{}
	for _, folder := range []string{"cmd", "internal", "web"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && slices.Contains([]string{"node_modules", "dist", "testdata"}, entry.Name()):
				return filepath.SkipDir
			case strings.HasSuffix(path, ".ts"), strings.HasSuffix(path, ".tsx"), strings.HasSuffix(path, "_test.go"):
				files = append(files, filepath.ToSlash(path))
			}
			if !strings.HasSuffix(path, "_test.go") {
				return nil
			}
			text, err := os.ReadFile(path)
			for _, made := range madeTest.FindAllStringSubmatch(string(text), -1) {
				tests[made[1]] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	named := namedTest.FindAllStringSubmatch(string(page), -1)
	if len(named) < 200 {
		t.Errorf("the page names %d tests alone", len(named))
	}
	for _, name := range named {
		if !tests[name[1]] {
			t.Errorf("there is no %s", name[1])
		}
	}
	for _, name := range namedFile.FindAllStringSubmatch(string(page), -1) {
		if !slices.ContainsFunc(files, func(file string) bool { return strings.HasSuffix(file, "/"+name[1]) }) {
			t.Errorf("there is no %s", name[1])
		}
	}
}
