// Package call makes the requests of the operations: with the credential and the idempotency key, once more after a
// failure that passes by itself, and with an error of one kind for every refusal.
package call

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// maxReply is the max number of bytes that are read of a reply that is held in memory.
const maxReply = 256 << 20

// Caller makes requests to one service with one credential.
type Caller struct {
	config Config
	// The key is only in here: whatever prints a Caller prints the address of a function.
	authorize func(http.Header)
}

// Config is what a Caller is made of. The fields have been checked.
type Config struct {
	// BaseURL has no slash at its end.
	BaseURL   string
	HTTP      *http.Client
	UserAgent string
	// Timeout is of one attempt with its whole reply. Of a stream it is of each part.
	Timeout    time.Duration
	MaxRetries int
	// Now, Sleep and Random are the clock's and the chance's. Nil is the real one.
	Now    func() time.Time
	Sleep  func(context.Context, time.Duration) error
	Random func() float64
}

// New returns a Caller that sends the key as its credential. The client's redirects are not followed, so that the
// key stays with the service.
func New(key string, config Config) *Caller {
	own := *config.HTTP
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	// Each attempt has its time by its context, which a stream outlives.
	own.Timeout = 0
	config.HTTP = &own
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Sleep == nil {
		config.Sleep = sleep
	}
	if config.Random == nil {
		config.Random = random
	}
	return &Caller{config, func(header http.Header) { header.Set("Authorization", "Bearer "+key) }}
}

// Value makes a call that returns JSON.
func Value[T any](ctx context.Context, c *Caller, operation Operation, in Input, options []Option) (*T, error) {
	var value T
	err := c.do(ctx, operation, in, options, func(reply *http.Response) error {
		body, err := whole(reply)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(body, &value); err != nil {
			return fmt.Errorf("the reply is not what the contract says: %w", err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &value, nil
}

// Nothing makes a call that returns no body.
func Nothing(ctx context.Context, c *Caller, operation Operation, in Input, options []Option) error {
	return c.do(ctx, operation, in, options, func(reply *http.Response) error {
		_, err := whole(reply)
		return err
	})
}

// taker takes the reply to an attempt that succeeded. What it returns is the failure of the attempt.
type taker func(*http.Response) error

// do makes a call.
func (c *Caller) do(ctx context.Context, operation Operation, in Input, options []Option, take taker) error {
	own, err := c.settings(operation, options)
	if err != nil {
		return err
	}
	target, err := operation.target(in)
	if err != nil {
		return err
	}
	var body []byte
	if in.Body != nil {
		if body, err = json.Marshal(in.Body); err != nil {
			return fmt.Errorf("postseal: the body cannot be written as JSON: %w", err)
		}
	}
	for attempt := 0; ; attempt++ {
		csv := onlyFor(in.CSV)
		err := c.attempt(ctx, own, func(ctx context.Context) (*http.Request, error) {
			return c.request(ctx, operation, own, target, body, csv)
		}, operation.Accepts != "", take)
		csv.end()
		if err == nil {
			return nil
		}
		// Whoever cancelled the call does not want another attempt.
		if ctx.Err() != nil {
			return &ConnectionError{attempt + 1, own.key, ctx.Err()}
		}
		wait, again := waitAfter(err, attempt, c.config.Random())
		// An attempt after the end of the context's time would hide what went wrong.
		deadline, hasDeadline := ctx.Deadline()
		inTime := !hasDeadline || c.config.Now().Add(wait).Before(deadline)
		if again = again && inTime && attempt < c.config.MaxRetries && !operation.Uncredentialed; again {
			if c.config.Sleep(ctx, wait) == nil {
				continue
			}
			err = ctx.Err()
		}
		var refused *Error
		if errors.As(err, &refused) {
			return refused
		}
		return &ConnectionError{attempt + 1, own.key, err}
	}
}

func (c *Caller) settings(operation Operation, options []Option) (settings, error) {
	own := settings{accept: operation.Accepts, timeout: c.config.Timeout}
	for _, option := range options {
		if err := option(&own); err != nil {
			return own, err
		}
	}
	if !operation.TakesKey {
		own.key = ""
	} else if own.key == "" {
		own.key = rand.Text()
	}
	return own, nil
}

// attempt sends one request, and has its reply taken if it is a success. A stream goes on after its time.
func (c *Caller) attempt(
	ctx context.Context, own settings, build func(context.Context) (*http.Request, error), streams bool, take taker,
) error {
	timed, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(own.timeout, func() { cancel(context.DeadlineExceeded) })
	end := func() { timer.Stop(); cancel(nil) }
	request, err := build(timed)
	if err != nil {
		end()
		return err
	}
	reply, err := c.config.HTTP.Do(request)
	if err != nil {
		defer end()
		// Without the URL, whose query may have an address in it.
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return because(timed, err)
	}
	if own.response != nil {
		*own.response = Response{reply.StatusCode, reply.Header, reply.Header.Get("Request-Id"), own.key}
	}
	if reply.StatusCode < 200 || reply.StatusCode > 299 {
		defer end()
		body, _ := whole(reply)
		return refusal(reply, body, own.key, c.config.Now())
	}
	if streams {
		// From here on, each part has its time. The caller may take as long as they like between two.
		if !timer.Stop() {
			reply.Body.Close()
			return because(timed, context.DeadlineExceeded)
		}
		reply.Body = &stream{reply.Body, timed, timer, own.timeout, func() { cancel(nil) }}
		return take(reply)
	}
	defer end()
	return because(timed, take(reply))
}

// because returns why the attempt ended where its time was over.
func because(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

func (c *Caller) request(
	ctx context.Context, operation Operation, own settings, target string, body []byte, csv *attemptCSV,
) (*http.Request, error) {
	var content io.Reader
	header := http.Header{"User-Agent": {c.config.UserAgent}, "Accept": {"application/json"}}
	if own.accept != "" {
		header.Set("Accept", own.accept)
	}
	if body != nil {
		content = bytes.NewReader(body)
		header.Set("Content-Type", "application/json")
	}
	if csv != nil {
		if err := csv.start(); err != nil {
			return nil, fmt.Errorf("the CSV cannot be read from its start: %w", err)
		}
		content = csv
		header.Set("Content-Type", "text/csv")
	}
	request, err := http.NewRequestWithContext(ctx, operation.Method, c.config.BaseURL+target, content)
	if err != nil {
		return nil, err
	}
	if own.key != "" {
		header.Set("Idempotency-Key", own.key)
	}
	if !operation.Uncredentialed {
		c.authorize(header)
	}
	request.Header = header
	return request, nil
}

// whole reads a reply to its end.
func whole(reply *http.Response) ([]byte, error) {
	defer reply.Body.Close()
	body, err := io.ReadAll(io.LimitReader(reply.Body, maxReply+1))
	if err == nil && len(body) > maxReply {
		err = fmt.Errorf("the reply has more than %d bytes", maxReply)
	}
	return body, err
}
