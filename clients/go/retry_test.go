package postseal_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"testing"
	"time"

	"github.com/postseal/postseal-go"
)

type status struct {
	Status int
	Code   string
}

type replyVectors struct {
	Now          int64
	Again, Never []status
	Headers      []struct {
		Name       string
		RetryAfter *string `json:"retry_after"`
		Wait, Told *float64
	}
}

func readVectors(t *testing.T) replyVectors {
	t.Helper()
	text, err := os.ReadFile("../../test/vectors/replies.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors replyVectors
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	return vectors
}

func refusal(s status, header ...string) answer {
	body := fmt.Sprintf(`{"error":{"code":%q,"message":"No.","request_id":"req_1"}}`, s.Code)
	return reply(s.Status, body, header...)
}

func TestRepliesThatAreTriedAgain(t *testing.T) {
	vectors := readVectors(t)
	now := time.Unix(vectors.Now, 0)
	for name, list := range map[string][]status{"again": vectors.Again, "never": vectors.Never} {
		for _, one := range list {
			t.Run(fmt.Sprint(name, one), func(t *testing.T) {
				stub := newStub(t, now, refusal(one, "Location", "/elsewhere"))
				_, err := stub.Messages.SendMessage(timed(t), message("ada@example.com"))
				var refused *postseal.Error
				if !errors.As(err, &refused) || refused.Status != one.Status || refused.Code != one.Code {
					t.Fatal(err)
				}
				if refused.RequestID != "req_1" || refused.Message != "No." {
					t.Errorf("%+v", refused)
				}
				attempts := map[string]int{"again": 3, "never": 1}[name]
				if len(stub.requests) != attempts {
					t.Fatalf("%d attempts", len(stub.requests))
				}
				key := stub.requests[0].Header.Get("Idempotency-Key")
				for _, request := range stub.requests {
					if request.Header.Get("Idempotency-Key") != key || key == "" || refused.IdempotencyKey != key {
						t.Errorf("another key for the same call, or none: %q", request.Header)
					}
				}
			})
		}
	}
}

func TestRetryAfter(t *testing.T) {
	vectors := readVectors(t)
	for _, one := range vectors.Headers {
		t.Run(one.Name, func(t *testing.T) {
			var header []string
			if one.RetryAfter != nil {
				header = []string{"Retry-After", *one.RetryAfter}
			}
			for _, answer := range []status{{429, "rate_limited"}, {404, "not_found"}} {
				stub := newStub(t, time.Unix(vectors.Now, 0), refusal(answer, header...), postseal.WithMaxRetries(1))
				_, err := stub.Messages.RetrieveMessage(timed(t), "msg_1")
				var refused *postseal.Error
				if !errors.As(err, &refused) {
					t.Fatal(err)
				}
				if told := refused.RetryAfter; (told == nil) != (one.Told == nil) {
					t.Errorf("told %v", told)
				} else if told != nil && told.Seconds() != min(*one.Told, time.Duration(math.MaxInt64).Seconds()) {
					t.Errorf("told %v", told)
				}
				if answer.Status == 404 || one.Wait == nil {
					if len(stub.waits) != 0 {
						t.Errorf("waited %v", stub.waits)
					}
				} else if len(stub.waits) != 1 || stub.waits[0].Seconds() != *one.Wait {
					t.Errorf("waited %v", stub.waits)
				}
			}
		})
	}
}

func TestBackoffGrowsAndEnds(t *testing.T) {
	stub := newStub(t, time.Now(), refusal(status{503, "unavailable"}), postseal.WithMaxRetries(6))
	if _, err := stub.Messages.RetrieveMessage(timed(t), "msg_1"); err == nil {
		t.Fatal("no error")
	}
	if got := fmt.Sprint(stub.waits); got != "[500ms 1s 2s 4s 8s 8s]" {
		t.Error(got)
	}
}

func TestSigningInIsNotTriedAgain(t *testing.T) {
	stub := newStub(t, time.Now(), refusal(status{503, "unavailable"}))
	if _, err := stub.SignInLinks.CreateSignInLink(timed(t), signInLink); err == nil {
		t.Fatal("no error")
	}
	if len(stub.requests) != 1 || stub.requests[0].Header.Get("Authorization") != "" {
		t.Errorf("%d requests, the first with %q", len(stub.requests), stub.requests[0].Header)
	}
}
