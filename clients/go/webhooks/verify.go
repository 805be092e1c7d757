// Package webhooks verifies what a Postseal service sends to a subscription.
package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/postseal/postseal-go/api"
)

// SignatureHeader is the name of the header that has the signature.
const SignatureHeader = "Service-Signature"

// DefaultTolerance is how old a webhook may be.
const DefaultTolerance = 5 * time.Minute

// Verifier verifies webhooks. Its zero value trusts nobody.
type Verifier struct {
	// Secrets are the signing secrets of the subscription, of which any will do, as in a rotation.
	Secrets []string
	// Tolerance is how far the time of a signature may be from now, either way. Nil is DefaultTolerance.
	Tolerance *time.Duration
	// Now is the clock. Nil is the real one.
	Now func() time.Time
}

// Verify returns the event of a webhook that comes from your service and is not old. payload is the body as it came,
// before anything parsed it. An event may come twice, which this function cannot see: keep the ids of those that you
// have processed.
//
// It returns an [*Error] if the webhook is not to be believed, and another error if there is no secret or an empty one.
func Verify(payload []byte, headers http.Header, secrets ...string) (*api.Event, error) {
	return (&Verifier{Secrets: secrets}).Verify(payload, headers)
}

// Verify does what the function of this name does, with this verifier's tolerance and clock.
func (v *Verifier) Verify(payload []byte, headers http.Header) (*api.Event, error) {
	if err := check(v.Secrets); err != nil {
		return nil, err
	}
	// A header that came twice is malformed by the space between.
	header := strings.Join(headers.Values(SignatureHeader), ", ")
	if header == "" {
		return nil, &Error{MissingHeader, "there is no " + SignatureHeader}
	}
	timestamp, signatures, err := parse(header)
	if err != nil {
		return nil, err
	}
	if !isAnyRight(v.Secrets, timestamp, payload, signatures) {
		return nil, &Error{SignatureMismatch, "no signature matches: is it the right secret, and the body as it came?"}
	}
	if err := v.checkTime(timestamp); err != nil {
		return nil, err
	}
	return eventIn(payload)
}

// Sign returns the header of a webhook, for tests of a receiver: with a v1 for each secret.
func Sign(payload []byte, at time.Time, secrets ...string) (string, error) {
	if err := check(secrets); err != nil {
		return "", err
	}
	timestamp := strconv.FormatInt(at.Unix(), 10)
	header := "t=" + timestamp
	for _, secret := range secrets {
		header += ",v1=" + hex.EncodeToString(digest(secret, timestamp, payload))
	}
	return header, nil
}

func check(secrets []string) error {
	if len(secrets) == 0 {
		return errors.New("webhooks: there is no secret")
	}
	for _, secret := range secrets {
		// Anybody could sign with an empty one.
		if strings.TrimSpace(secret) == "" {
			return errors.New("webhooks: a secret is empty: is the variable, such as POSTSEAL_WEBHOOK_SECRET, set?")
		}
	}
	return nil
}

// digest is the HMAC-SHA256 of <t>.<payload>. The key is the secret's text, whsec_ included.
func digest(secret, timestamp string, payload []byte) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(payload)
	return mac.Sum(nil)
}

// isAnyRight compares every pair, each in constant time.
func isAnyRight(secrets []string, timestamp string, payload []byte, signatures [][]byte) bool {
	right := false
	for _, secret := range secrets {
		expected := digest(secret, timestamp, payload)
		for _, signature := range signatures {
			right = hmac.Equal(expected, signature) || right
		}
	}
	return right
}

func (v *Verifier) checkTime(timestamp string) error {
	now, tolerance := time.Now, DefaultTolerance
	if v.Now != nil {
		now = v.Now
	}
	if v.Tolerance != nil {
		tolerance = *v.Tolerance
	}
	// 15 digits at most, which a float64 holds.
	seconds, _ := strconv.ParseFloat(timestamp, 64)
	ahead := seconds - float64(now().UnixNano())/1e9
	if math.Abs(ahead) > tolerance.Seconds() {
		message := fmt.Sprintf("it was signed %.0f seconds before this machine's time", -ahead)
		return &Error{TimestampOutOfTolerance, message}
	}
	return nil
}

func eventIn(payload []byte) (*api.Event, error) {
	var object map[string]json.RawMessage
	if !utf8.Valid(payload) || json.Unmarshal(payload, &object) != nil || object == nil {
		return nil, &Error{InvalidPayload, "it is not a JSON object"}
	}
	// What a later version writes otherwise is for whoever reads the payload.
	var event api.Event
	_ = json.Unmarshal(payload, &event)
	return &event, nil
}
