package call

import (
	"errors"
	"net/http"
	"time"
)

// Option says how a single call is made.
type Option func(*settings) error

type settings struct {
	key      string
	accept   string
	response *Response
	timeout  time.Duration
}

// Response is the head of a reply.
type Response struct {
	Status int
	Header http.Header
	// RequestID is the request's id in the service's log.
	RequestID string
	// IdempotencyKey is the key that the call was made under, empty where the operation takes none.
	IdempotencyKey string
}

// WithIdempotencyKey has the call made under a key of 1 to 255 printable ASCII characters, instead of a random one.
func WithIdempotencyKey(key string) Option {
	return func(s *settings) error {
		if key == "" || len(key) > 255 {
			return errors.New("postseal: an idempotency key has 1 to 255 characters")
		}
		for _, letter := range []byte(key) {
			if letter < ' ' || letter > '~' {
				return errors.New("postseal: an idempotency key has printable ASCII characters only")
			}
		}
		s.key = key
		return nil
	}
}

// WithAccept asks for another media type of a stream, such as application/x-ndjson.
func WithAccept(mediaType string) Option {
	return func(s *settings) error { s.accept = mediaType; return nil }
}

// WithResponse has the head of the reply written to response.
func WithResponse(response *Response) Option {
	return func(s *settings) error { s.response = response; return nil }
}

// WithTimeout has each attempt of the call end after this time.
func WithTimeout(timeout time.Duration) Option {
	return func(s *settings) error {
		if timeout <= 0 {
			return errors.New("postseal: a timeout must be above 0")
		}
		s.timeout = timeout
		return nil
	}
}
