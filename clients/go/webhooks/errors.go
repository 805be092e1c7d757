package webhooks

// Code is why a webhook is not to be believed.
type Code string

// The codes, in the order in which they are found out.
const (
	MissingHeader           Code = "missing_header"
	MalformedHeader         Code = "malformed_header"
	SignatureMismatch       Code = "signature_mismatch"
	TimestampOutOfTolerance Code = "timestamp_out_of_tolerance"
	InvalidPayload          Code = "invalid_payload"
)

// Error says that a webhook is not to be believed. Answer 400.
type Error struct {
	Code    Code
	Message string
}

// Error says why.
func (e *Error) Error() string { return "webhooks: " + string(e.Code) + ": " + e.Message }
