package postseal_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	"github.com/postseal/postseal-go"
	"github.com/postseal/postseal-go/api"
	"github.com/postseal/postseal-go/webhooks"
)

// The blocks of README.md are parts of these, which TestTheREADME holds together.

func Example() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	base := postseal.WithBaseURL(os.Getenv("POSTSEAL_BASE_URL"))
	client, err := postseal.NewClient(os.Getenv("POSTSEAL_API_KEY"), base)
	if err != nil {
		log.Fatal(err)
	}
	sent, err := client.Messages.SendMessage(ctx, api.SendMessageRequest{
		ProjectId: os.Getenv("POSTSEAL_PROJECT_ID"),
		FromEmail: postseal.Ptr("no-reply@shop.example"),
		FromName:  postseal.Ptr("Shop"),
		To:        []api.NamedAddress{{Email: "ada@example.com"}},
		Subject:   postseal.Ptr("Reset your password"),
		Text:      postseal.Ptr("Follow this link: https://shop.example/reset/9f2c"),
	}, postseal.IdempotencyKey("password-reset-81723"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(sent.Status)
	// Output: queued
}

func ExampleError() {
	ctx := context.Background()
	client, err := postseal.NewClient("")
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.Messages.RetrieveMessage(ctx, "msg_01kbf3yq0ge8gvk2c5m7x9t3ea")
	var refused *postseal.Error
	var failed *postseal.ConnectionError
	switch {
	case errors.As(err, &refused) && refused.Code == "not_found":
		fmt.Println("There is no such message.")
	case errors.As(err, &refused):
		fmt.Println(refused.Status, refused.Code, refused.RequestID, refused.Details)
	case errors.As(err, &failed):
		fmt.Println("No reply:", failed.Err, failed.IdempotencyKey)
	}
	// Output: There is no such message.
}

func Example_pages() {
	ctx, to := context.Background(), "pages+go@example.com"
	client, err := postseal.NewClient("")
	if err != nil {
		log.Fatal(err)
	}
	for range 3 {
		if _, err := client.Messages.SendMessage(ctx, message(to)); err != nil {
			log.Fatal(err)
		}
	}
	params := &api.ListMessagesParams{Recipient: &to, Limit: postseal.Ptr(int32(2))}
	for sent, err := range client.Messages.AllMessages(ctx, params) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(sent.Subject)
	}
	// Output:
	// Reset your password
	// Reset your password
	// Reset your password
}

func Example_export() {
	ctx := context.Background()
	client, err := postseal.NewClient("")
	if err != nil {
		log.Fatal(err)
	}
	w := &strings.Builder{}
	rows, err := client.MessageLogs.ExportMessageLogs(ctx, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer rows.Close()
	if _, err := io.Copy(w, rows); err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.HasPrefix(w.String(), "id,message_id,"))
	// Output: true
}

func Example_webhook() {
	os.Setenv("POSTSEAL_WEBHOOK_SECRET", "whsec_Zk3vJ0m6cC9m1yq8d2XwS5n7uE4bR+hT/aLpQoVi0Yg=")
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		payload, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 10<<20))
		if err != nil {
			http.Error(w, "", http.StatusBadRequest)
			return
		}
		event, err := webhooks.Verify(payload, r.Header, os.Getenv("POSTSEAL_WEBHOOK_SECRET"))
		if err != nil {
			http.Error(w, "", http.StatusBadRequest)
			return
		}
		switch event.Type {
		case "message.bounced":
			fmt.Println("bounced", event.Id)
		default: // A type that is newer than this program.
		}
		w.WriteHeader(http.StatusNoContent)
	})

	payload := `{"id":"evt_1","type":"message.bounced","data":{}}`
	signature, err := webhooks.Sign([]byte(payload), time.Now(), os.Getenv("POSTSEAL_WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	for _, header := range []string{signature, "t=1,v1=00"} {
		request := httptest.NewRequest("POST", "/hooks/postseal", strings.NewReader(payload))
		request.Header.Set(webhooks.SignatureHeader, header)
		reply := httptest.NewRecorder()
		handler.ServeHTTP(reply, request)
		fmt.Println(reply.Code)
	}
	// Output:
	// bounced evt_1
	// 204
	// 400
}
