package postseal_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var (
	block  = regexp.MustCompile("(?s)```go\n(.*?)```")
	indent = regexp.MustCompile(`(?m)^\s+`)
)

// TestTheREADME holds the blocks of README.md against the examples, which run.
func TestTheREADME(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	examples, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	running := indent.ReplaceAllString(string(examples), "")
	blocks := block.FindAllStringSubmatch(string(readme), -1)
	if len(blocks) < 5 {
		t.Errorf("there are %d blocks", len(blocks))
	}
	for _, found := range blocks {
		for part := range strings.SplitSeq(found[1], "\n\n") {
			if !strings.Contains(running, indent.ReplaceAllString(strings.TrimSpace(part)+"\n", "")) {
				t.Errorf("no example has this:\n%s", part)
			}
		}
	}
}
