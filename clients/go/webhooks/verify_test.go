package webhooks_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/postseal/postseal-go/webhooks"
)

type vectors struct {
	Sign []struct {
		Name, Payload, Header string
		Timestamp             int64
		Secrets               []string
	}
	Verify []struct {
		Name, Payload, Expect string
		Header                *string
		Secrets               []string
		Now                   int64
		ToleranceSeconds      int64 `json:"tolerance_seconds"`
	}
}

func read(t *testing.T) vectors {
	t.Helper()
	text, err := os.ReadFile("../../../test/vectors/webhook-signatures.json")
	if err != nil {
		t.Fatal(err)
	}
	var found vectors
	if err := json.Unmarshal(text, &found); err != nil {
		t.Fatal(err)
	}
	if len(found.Sign) == 0 || len(found.Verify) == 0 {
		t.Fatal("there are no vectors")
	}
	return found
}

func TestSign(t *testing.T) {
	for _, one := range read(t).Sign {
		t.Run(one.Name, func(t *testing.T) {
			header, err := webhooks.Sign([]byte(one.Payload), time.Unix(one.Timestamp, 0), one.Secrets...)
			if err != nil || header != one.Header {
				t.Errorf("%s %v", header, err)
			}
		})
	}
}

func TestVerify(t *testing.T) {
	for _, one := range read(t).Verify {
		t.Run(one.Name, func(t *testing.T) {
			headers := http.Header{}
			if one.Header != nil {
				headers.Set(webhooks.SignatureHeader, *one.Header)
			}
			tolerance := time.Duration(one.ToleranceSeconds) * time.Second
			verifier := webhooks.Verifier{
				Secrets: one.Secrets, Tolerance: &tolerance, Now: func() time.Time { return time.Unix(one.Now, 0) },
			}
			event, err := verifier.Verify([]byte(one.Payload), headers)
			code := "ok"
			var refused *webhooks.Error
			if errors.As(err, &refused) {
				code = string(refused.Code)
			}
			if code != one.Expect || (event != nil) != (err == nil) {
				t.Errorf("%s instead of %s: %v", code, one.Expect, err)
			}
		})
	}
}

const secret = "whsec_Zk3vJ0m6cC9m1yq8d2XwS5n7uE4bR-hT_aLpQoVi0Yg"

func TestTheEvent(t *testing.T) {
	payload := []byte(`{"id":"evt_1","type":"message.bounced","data":{"recipient":"ada@example.com"}}`)
	header, err := webhooks.Sign(payload, time.Now(), secret)
	if err != nil {
		t.Fatal(err)
	}
	event, err := webhooks.Verify(payload, http.Header{webhooks.SignatureHeader: {header}}, "whsec_another", secret)
	if err != nil || event.Id != "evt_1" || string(event.Data) != `{"recipient":"ada@example.com"}` {
		t.Errorf("%+v %v", event, err)
	}
	twice := http.Header{webhooks.SignatureHeader: {header, header}}
	var refused *webhooks.Error
	_, err = webhooks.Verify(payload, twice, secret)
	if !errors.As(err, &refused) || refused.Code != webhooks.MalformedHeader {
		t.Error(err)
	}
}

func TestNoSecretTrustsNobody(t *testing.T) {
	for _, secrets := range [][]string{nil, {""}, {secret, " "}} {
		_, err := webhooks.Verify([]byte("{}"), http.Header{}, secrets...)
		var refused *webhooks.Error
		if err == nil || errors.As(err, &refused) {
			t.Errorf("%q: %v", secrets, err)
		}
		if _, err := webhooks.Sign([]byte("{}"), time.Now(), secrets...); err == nil {
			t.Errorf("%q sign", secrets)
		}
	}
}
