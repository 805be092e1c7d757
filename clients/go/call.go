package postseal

import (
	"time"

	"github.com/postseal/postseal-go/api"
	"github.com/postseal/postseal-go/internal/call"
)

// Error is a refusal by the service, any status other than 2xx. Find it by errors.As.
type Error = call.Error

// ErrorDetail is one value that was refused.
type ErrorDetail = call.ErrorDetail

// ConnectionError says that no usable reply came, even after all attempts. Find it by errors.As.
type ConnectionError = call.ConnectionError

// CallOption says how a single call is made.
type CallOption = call.Option

// Response is the head of a reply.
type Response = call.Response

// IdempotencyKey has the call made under this key. The service answers a request with the same key as it answered
// the first, for 24 hours. Without this option the key is random, and the same for all attempts of the call.
func IdempotencyKey(key string) CallOption { return call.WithIdempotencyKey(key) }

// Accept asks for another media type of a stream, such as application/x-ndjson.
func Accept(mediaType string) CallOption { return call.WithAccept(mediaType) }

// CallTimeout has each attempt of this call end after this time.
func CallTimeout(timeout time.Duration) CallOption { return call.WithTimeout(timeout) }

// ReadResponse has the head of the reply written to response.
func ReadResponse(response *Response) CallOption { return call.WithResponse(response) }

// Ptr returns a pointer to a value, for the fields that may be left out.
func Ptr[T any](value T) *T { return &value }

// Some returns a value for a field that may be left out or null.
func Some[T any](value T) api.Nullable[T] { return call.Some(value) }

// Null returns null for a field that may be left out or null.
func Null[T any]() api.Nullable[T] { return call.Null[T]() }
