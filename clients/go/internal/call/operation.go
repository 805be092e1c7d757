package call

import (
	"fmt"
	"io"
	"net/url"
	"reflect"
	"strings"
	"time"
)

// Operation is what the contract says of an operation, as far as a call needs it.
type Operation struct {
	Method string
	// Path has a placeholder such as {id} for each id.
	Path string
	// TakesKey says that it takes an idempotency key.
	TakesKey bool
	// Uncredentialed says that it takes no credential. Then it is attempted once only.
	Uncredentialed bool
	// Accepts is the media type that a stream has without another wish.
	Accepts string
}

// Input is what a caller gives to an operation.
type Input struct {
	// IDs stand in the path, in their order: texts, or the number of a version.
	IDs   []any
	Query url.Values
	// Body is sent as JSON, nil is none.
	Body any
	// CSV is sent as it is, from its start for each attempt.
	CSV io.ReadSeeker
}

// target returns the path and query of a request, or an error if an id cannot stand in a path.
func (o Operation) target(in Input) (string, error) {
	parts := strings.Split(o.Path, "{")
	target := parts[0]
	for i, part := range parts[1:] {
		name, rest, _ := strings.Cut(part, "}")
		id := fmt.Sprint(in.IDs[i])
		// What reads the path on the way would take these for parts of it.
		if id == "" || id == "." || id == ".." {
			return "", fmt.Errorf("postseal: %s must be an id, not %q", name, id)
		}
		target += url.PathEscape(id) + rest
	}
	if len(in.Query) > 0 {
		target += "?" + in.Query.Encode()
	}
	return target, nil
}

// SetQuery adds a parameter to a query: a scalar, a pointer to one or a list of them. A nil is left out.
func SetQuery(query url.Values, name string, value any) {
	switch v := reflect.ValueOf(value); v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			SetQuery(query, name, v.Elem().Interface())
		}
	case reflect.Slice:
		for i := range v.Len() {
			query.Add(name, fmt.Sprint(v.Index(i).Interface()))
		}
	default:
		if at, ok := value.(time.Time); ok {
			value = at.UTC().Format("2006-01-02T15:04:05.999999999Z")
		}
		query.Add(name, fmt.Sprint(value))
	}
}
