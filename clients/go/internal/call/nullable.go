package call

import "encoding/json"

// Nullable is a value of T that may be left out or null. Its zero value is left out of a request.
type Nullable[T any] struct {
	value *T
	isSet bool
}

// Some returns a value.
func Some[T any](value T) Nullable[T] { return Nullable[T]{value: &value, isSet: true} }

// Null returns null.
func Null[T any]() Nullable[T] { return Nullable[T]{isSet: true} }

// Get returns the value, or nil if it is null or was left out.
func (n Nullable[T]) Get() *T { return n.value }

// IsNull reports whether it is there and null.
func (n Nullable[T]) IsNull() bool { return n.isSet && n.value == nil }

// IsZero reports whether it was left out.
func (n Nullable[T]) IsZero() bool { return !n.isSet }

// MarshalJSON writes the value, or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) { return json.Marshal(n.value) }

// UnmarshalJSON reads a value, or null.
func (n *Nullable[T]) UnmarshalJSON(text []byte) error {
	n.isSet = true
	n.value = nil
	return json.Unmarshal(text, &n.value)
}
