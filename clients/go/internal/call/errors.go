package call

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// Error is a refusal by the service, any status other than 2xx.
type Error struct {
	// Status is the HTTP status.
	Status int
	// Code is the kind of error, for programs. Empty if something else than the service answered.
	Code string
	// Message is for people, and may change.
	Message string
	// RequestID is the request's id in the service's log. Quote it when you ask for help.
	RequestID string
	// Details has each value that was refused.
	Details []ErrorDetail
	// RetryAfter is how long the service asks to wait before the next attempt, nil where it does not say.
	RetryAfter *time.Duration
	// IdempotencyKey is the key of the call, to make the call again with. Empty where the operation takes none.
	IdempotencyKey string
}

// ErrorDetail is one value that was refused.
type ErrorDetail struct {
	// Path is a JSON Pointer that starts with /body, /query or /headers.
	Path string `json:"path"`
	// Code is the rule that the value broke, in camelCase where it is a keyword of JSON Schema. Rule is for programs.
	Code string `json:"code"`
	// Rule is the rule that the value broke, one of api.ErrorRule or a newer one. Empty where the service is older.
	Rule string `json:"rule,omitzero"`
	// Message is worded to follow the name of the field.
	Message string `json:"message"`
	// Line and Column are the place of a mistake in a template.
	Line   *int32 `json:"line,omitzero"`
	Column *int32 `json:"column,omitzero"`
	// Variable is the variable of a template that a mistake is about.
	Variable *string `json:"variable,omitzero"`
}

// String is the mistake as text, such as "/body/text is required".
func (d ErrorDetail) String() string {
	text := d.Path + " " + d.Message
	if place := d.place(); place != "" {
		text += " (" + place + ")"
	}
	return text
}

// place is where a mistake is in the template that is the value; empty where the value is none.
func (d ErrorDetail) place() string {
	if d.Line == nil {
		return ""
	}
	if d.Column == nil {
		return fmt.Sprintf("line %d", *d.Line)
	}
	return fmt.Sprintf("line %d, column %d", *d.Line, *d.Column)
}

// Error says what was refused, with every mistake, in one line.
func (e *Error) Error() string {
	text := fmt.Sprintf("postseal: %d", e.Status)
	if e.Code != "" {
		text += " " + e.Code
	}
	if e.Message != "" {
		text += ": " + e.said()
	}
	if e.RequestID != "" {
		text += " (" + e.RequestID + ")"
	}
	return text
}

// countOfOthers is the end of a message of the service that counts the mistakes which it does not name.
var countOfOthers = regexp.MustCompile(" `details` names (?:one more mistake|\\d+ more mistakes)\\.$")

// said is the message with every mistake.
func (e *Error) said() string {
	summary := countOfOthers.ReplaceAllString(e.Message, "")
	if len(e.Details) == 0 {
		return summary
	}
	if first := e.Details[0]; len(e.Details) == 1 && strings.Contains(summary, first.Message) {
		place := first.Path
		if line := first.place(); line != "" {
			place += ", " + line
		}
		return summary + " (" + place + ")"
	}
	mistakes := make([]string, len(e.Details))
	for index, detail := range e.Details {
		mistakes[index] = detail.String()
	}
	return summary + " Mistakes: " + strings.Join(mistakes, "; ")
}

// ConnectionError says that no usable reply came, even after all attempts.
type ConnectionError struct {
	// Attempts is how many there were.
	Attempts int
	// IdempotencyKey is the key of the call, to make the call again with. Empty where the operation takes none.
	IdempotencyKey string
	// Err is what went wrong last.
	Err error
}

// Error says what went wrong.
func (e *ConnectionError) Error() string {
	return fmt.Sprintf("postseal: no usable reply after %d attempts: %v", e.Attempts, e.Err)
}

// Unwrap returns what went wrong, such as context.DeadlineExceeded.
func (e *ConnectionError) Unwrap() error { return e.Err }

// refusal reads the error in a reply. Its body may be of something else than the service, such as a proxy.
func refusal(reply *http.Response, body []byte, key string, now time.Time) *Error {
	var envelope struct {
		Error struct {
			Code      string          `json:"code"`
			Message   string          `json:"message"`
			RequestID string          `json:"request_id"`
			Details   json.RawMessage `json:"details"`
		} `json:"error"`
	}
	_ = json.Unmarshal(body, &envelope)
	found := envelope.Error
	refused := &Error{
		Status:         reply.StatusCode,
		Code:           found.Code,
		Message:        found.Message,
		RequestID:      found.RequestID,
		RetryAfter:     retryAfter(reply.Header.Get("Retry-After"), now),
		IdempotencyKey: key,
	}
	_ = json.Unmarshal(found.Details, &refused.Details)
	if refused.Message == "" {
		refused.Message = http.StatusText(reply.StatusCode)
	}
	if refused.RequestID == "" {
		refused.RequestID = reply.Header.Get("Request-Id")
	}
	return refused
}
