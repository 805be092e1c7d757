// Package ephemeral starts the service that the tests call: `node dist/bin.js --ephemeral` of this repository.
package ephemeral

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"time"
)

// startLimit is how long the start may take. It takes a second or two.
const startLimit = 90 * time.Second

// Service is a running service, with the credentials that it made for this run.
type Service struct {
	BaseURL      string `json:"base_url"`
	ProjectKey   string `json:"test_project_key"`
	ProjectID    string `json:"test_project_id"`
	WorkspaceKey string `json:"workspace_key"`
	SinkURL      string `json:"sink_url"`

	stdin   io.Closer
	command *exec.Cmd
}

// Start starts the service of the repository at root. It ends with this process, however that ends, or by Stop.
func Start(root string) (*Service, error) {
	command := exec.Command("node", "dist/bin.js", "--ephemeral")
	command.Dir = root
	command.Stderr = os.Stderr
	stdin, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	service := &Service{stdin: stdin, command: command}
	tooLate := time.AfterFunc(startLimit, func() { _ = command.Process.Kill() })
	defer tooLate.Stop()
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, service)
	}
	if err != nil {
		service.Stop()
		return nil, fmt.Errorf("the service did not start, is dist/ built? %w", err)
	}
	return service, nil
}

// Stop ends the service: its standard input is how long it lives.
func (s *Service) Stop() {
	_ = s.stdin.Close()
	kill := time.AfterFunc(10*time.Second, func() { _ = s.command.Process.Kill() })
	defer kill.Stop()
	_ = s.command.Wait()
}

// Mail is a mail in the service's sink.
type Mail struct {
	Subject string `json:"subject"`
}

// Mails waits until the sink has this many mails to an address, for as long as the context allows, and returns them.
func (s *Service) Mails(ctx context.Context, to string, count int) ([]Mail, error) {
	for {
		var page struct{ Data []Mail }
		request, err := http.NewRequestWithContext(ctx, "GET", s.SinkURL+"?to="+url.QueryEscape(to), nil)
		if err != nil {
			return nil, err
		}
		reply, err := http.DefaultClient.Do(request)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("the sink has %d mails, not %d", len(page.Data), count), err)
		}
		err = json.NewDecoder(reply.Body).Decode(&page)
		reply.Body.Close()
		if err != nil || len(page.Data) >= count {
			return page.Data, err
		}
		time.Sleep(25 * time.Millisecond)
	}
}
