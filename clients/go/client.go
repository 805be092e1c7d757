// Package postseal is the Go client of Postseal, a transactional e-mail service that you run yourself.
//
// The operations are in package api: [Client] has a field for each group of them, such as Messages.
package postseal

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/postseal/postseal-go/api"
	"github.com/postseal/postseal-go/internal/call"
)

// Version is this package's.
const Version = "0.2.0-dev"

const defaultBaseURL = "http://localhost:4000"

// Client calls one service with one key. It may be used by several goroutines at once.
type Client struct {
	api.Services
}

// ClientOption says how a client calls.
type ClientOption func(*call.Config) error

// NewClient returns a client. An empty apiKey is read from POSTSEAL_API_KEY in the environment. The service is the
// one of [WithBaseURL], of POSTSEAL_BASE_URL, or http://localhost:4000. The error says which of these cannot be
// used, never the key.
func NewClient(apiKey string, options ...ClientOption) (*Client, error) {
	if apiKey == "" {
		apiKey = strings.TrimSpace(os.Getenv("POSTSEAL_API_KEY"))
	}
	if apiKey == "" {
		return nil, errors.New("postseal: there is no API key: pass one, or set POSTSEAL_API_KEY in the environment")
	}
	if !visible.MatchString(apiKey) {
		return nil, errors.New("postseal: the API key has a character that no key has: copy the key alone")
	}
	config := call.Config{
		HTTP:       &http.Client{},
		UserAgent:  "postseal-go/" + Version,
		Timeout:    60 * time.Second,
		MaxRetries: 2,
	}
	for _, option := range options {
		if err := option(&config); err != nil {
			return nil, err
		}
	}
	if config.BaseURL == "" {
		base := strings.TrimSpace(os.Getenv("POSTSEAL_BASE_URL"))
		if base == "" {
			base = defaultBaseURL
		}
		if err := WithBaseURL(base)(&config); err != nil {
			return nil, err
		}
	}
	return &Client{api.NewServices(call.New(apiKey, config))}, nil
}

var visible = regexp.MustCompile(`^[!-~]+$`)

// WithBaseURL names the service, such as https://mail.example.com.
func WithBaseURL(base string) ClientOption {
	return func(config *call.Config) error {
		at, err := url.Parse(strings.TrimSpace(base))
		// What was given is not repeated: it may have a password in it.
		if err != nil || (at.Scheme != "http" && at.Scheme != "https") || at.Host == "" || at.User != nil ||
			at.RawQuery != "" || at.Fragment != "" {
			return errors.New("postseal: the base URL must be like https://mail.example.com, without query or user")
		}
		config.BaseURL = strings.TrimRight(strings.TrimSuffix(strings.TrimRight(at.String(), "/"), "/v1"), "/")
		return nil
	}
}

// WithHTTPClient has the requests sent by this client, as through a proxy. Its redirects and its timeout are not used.
func WithHTTPClient(client *http.Client) ClientOption {
	return func(config *call.Config) error {
		if client == nil {
			return errors.New("postseal: the HTTP client is nil")
		}
		config.HTTP = client
		return nil
	}
}

// WithTimeout has each attempt end after this time, its whole reply included: 60 seconds by default. A stream may
// take longer, once it has begun.
func WithTimeout(timeout time.Duration) ClientOption {
	return func(config *call.Config) error {
		if timeout <= 0 {
			return errors.New("postseal: the timeout must be above 0")
		}
		config.Timeout = timeout
		return nil
	}
}

// WithMaxRetries says how often a call is tried again after a failure that passes by itself: twice by default.
func WithMaxRetries(retries int) ClientOption {
	return func(config *call.Config) error {
		if retries < 0 {
			return fmt.Errorf("postseal: the number of retries must be 0 or more, not %d", retries)
		}
		config.MaxRetries = retries
		return nil
	}
}
