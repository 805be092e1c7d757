// Package standard has the reference library of Standard Webhooks verify what the service signs. It is a module of
// its own, so that the client depends on nothing.
package standard

import (
	"encoding/json"
	"net/http"
	"os"
	"strconv"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type vector struct {
	Name, Payload, Secret, Expect string
	Headers                       map[string]string
	Now                           int64
}

func TestTheReferenceLibraryVerifies(t *testing.T) {
	text, err := os.ReadFile("../../../../test/vectors/webhook-signatures.json")
	if err != nil {
		t.Fatal(err)
	}
	var found struct{ Standard struct{ Verify []vector } }
	if err := json.Unmarshal(text, &found); err != nil {
		t.Fatal(err)
	}
	if len(found.Standard.Verify) == 0 {
		t.Fatal("there are no vectors")
	}
	for _, one := range found.Standard.Verify {
		t.Run(one.Name, func(t *testing.T) {
			webhook, err := standardwebhooks.NewWebhook(one.Secret)
			if err != nil {
				t.Fatal(err)
			}
			headers := http.Header{}
			for name, value := range one.Headers {
				headers.Set(name, value)
			}
			err = webhook.VerifyIgnoringTimestamp([]byte(one.Payload), headers)
			isOld := one.Expect == "timestamp_out_of_tolerance"
			if (err == nil) != (one.Expect == "ok" || isOld) {
				t.Errorf("expected %s: %v", one.Expect, err)
			}
			// Its clock is the real one: the time of the vectors is long over.
			isOver := time.Since(time.Unix(one.Now, 0)) > time.Hour
			if one.Expect == "ok" && isOver && webhook.Verify([]byte(one.Payload), headers) == nil {
				t.Error("a time that is over is taken")
			}
		})
	}
}

func TestTheReferenceLibrarySignsAsTheVectors(t *testing.T) {
	text, err := os.ReadFile("../../../../test/vectors/webhook-signatures.json")
	if err != nil {
		t.Fatal(err)
	}
	var found struct{ Standard struct{ Verify []vector } }
	if err := json.Unmarshal(text, &found); err != nil {
		t.Fatal(err)
	}
	one := found.Standard.Verify[0]
	webhook, err := standardwebhooks.NewWebhook(one.Secret)
	if err != nil {
		t.Fatal(err)
	}
	seconds, err := strconv.ParseInt(one.Headers["webhook-timestamp"], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	signature, err := webhook.Sign(one.Headers["webhook-id"], time.Unix(seconds, 0), []byte(one.Payload))
	if err != nil || signature != one.Headers["webhook-signature"] {
		t.Errorf("%s %v", signature, err)
	}
}
