package postseal_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/postseal/postseal-go"
	"github.com/postseal/postseal-go/api"
	"github.com/postseal/postseal-go/internal/call"
	"github.com/postseal/postseal-go/internal/ephemeral"
)

var service *ephemeral.Service

// TestMain has one service for all tests. Each has recipients of its own.
func TestMain(m *testing.M) {
	var err error
	if service, err = ephemeral.Start("../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	// The examples read these.
	os.Setenv("POSTSEAL_BASE_URL", service.BaseURL)
	os.Setenv("POSTSEAL_API_KEY", service.ProjectKey)
	os.Setenv("POSTSEAL_PROJECT_ID", service.ProjectID)
	code := m.Run()
	service.Stop()
	os.Exit(code)
}

// timed returns a context that no test outlives.
func timed(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// client returns a client of the service.
func client(t *testing.T, key string, options ...postseal.ClientOption) *postseal.Client {
	t.Helper()
	made, err := postseal.NewClient(key, append(options, postseal.WithBaseURL(service.BaseURL))...)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

var addresses struct {
	sync.Mutex
	count int
}

// recipient returns an address that no other test sends to.
func recipient() string {
	addresses.Lock()
	defer addresses.Unlock()
	addresses.count++
	return fmt.Sprintf("ada+go%d@example.com", addresses.count)
}

func message(to string) api.SendMessageRequest {
	return api.SendMessageRequest{
		ProjectId: service.ProjectID,
		FromEmail: postseal.Ptr("no-reply@shop.example"),
		To:        []api.NamedAddress{{Email: to}},
		Subject:   postseal.Ptr("Reset your password"),
		Text:      postseal.Ptr("Follow this link: https://shop.example/reset/9f2c"),
	}
}

// stub is a service that answers as a test says, with a client of it that waits for nothing.
type stub struct {
	*postseal.Client
	mutex    sync.Mutex
	requests []*http.Request
	waits    []time.Duration
}

const stubKey = "pk_test_neverShown"

// answer answers the request with this number, from 0.
type answer func(w http.ResponseWriter, r *http.Request, number int)

// newStub returns a stub whose clock stands at now.
func newStub(t *testing.T, now time.Time, answer answer, options ...postseal.ClientOption) *stub {
	t.Helper()
	made := &stub{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		made.mutex.Lock()
		number := len(made.requests)
		made.requests = append(made.requests, r)
		made.mutex.Unlock()
		answer(w, r, number)
	}))
	t.Cleanup(server.Close)
	clock := func(config *call.Config) error {
		config.Now = func() time.Time { return now }
		config.Random = func() float64 { return 0 }
		config.Sleep = func(_ context.Context, wait time.Duration) error {
			made.waits = append(made.waits, wait)
			return nil
		}
		return nil
	}
	var err error
	defaults := []postseal.ClientOption{postseal.WithBaseURL(server.URL), clock}
	made.Client, err = postseal.NewClient(stubKey, append(defaults, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func reply(status int, body string, header ...string) answer {
	return func(w http.ResponseWriter, _ *http.Request, _ int) {
		w.Header().Set("Content-Type", "application/json")
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}
