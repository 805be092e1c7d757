package postseal_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/postseal/postseal-go"
	"github.com/postseal/postseal-go/api"
)

func TestAMessageArrivesOnce(t *testing.T) {
	ctx, to := timed(t), recipient()
	messages := client(t, service.ProjectKey).Messages
	var first, second postseal.Response
	key := postseal.IdempotencyKey("reset-" + to)
	sent, err := messages.SendMessage(ctx, message(to), key, postseal.ReadResponse(&first))
	if err != nil {
		t.Fatal(err)
	}
	again, err := messages.SendMessage(ctx, message(to), key, postseal.ReadResponse(&second))
	if err != nil || again.Id != sent.Id || first.Status != 202 || second.Header.Get("Idempotent-Replayed") != "true" {
		t.Fatalf("%+v %v %+v", again, err, second)
	}
	mails, err := service.Mails(ctx, to, 1)
	if err != nil || len(mails) != 1 || mails[0].Subject != "Reset your password" {
		t.Fatalf("%+v %v", mails, err)
	}
	other := message(to)
	other.Subject = postseal.Ptr("Another")
	_, err = messages.SendMessage(ctx, other, key)
	if refused := refusedBy(t, err); refused.Status != 409 || refused.Code != "idempotency_conflict" {
		t.Error(err)
	}
}

func refusedBy(t *testing.T, err error) *postseal.Error {
	t.Helper()
	var refused *postseal.Error
	if !errors.As(err, &refused) {
		t.Fatalf("no refusal: %v", err)
	}
	if refused.RequestID == "" || refused.Message == "" {
		t.Errorf("%+v", refused)
	}
	return refused
}

func TestABatch(t *testing.T) {
	to := recipient()
	wrong := message("nobody")
	batch := api.BatchRequest{Items: []api.BatchItem{
		{IdempotencyKey: "1-" + to, Message: postseal.Ptr(message(to))},
		{IdempotencyKey: "2-" + to, Message: &wrong},
	}}
	result, err := client(t, service.ProjectKey).Messages.SendMessageBatch(timed(t), batch)
	if err != nil {
		t.Fatal(err)
	}
	if result.Accepted != 1 || result.Data[0].Status != api.BatchItemStatusAccepted || result.Data[0].Message == nil {
		t.Errorf("%+v", result)
	}
	refused := result.Data[1].Error
	if refused == nil || refused.Details[0].Path != "/body/items/1/message/to/0/email" {
		t.Errorf("%+v", refused)
	}
}

func TestErrorsOfEachKind(t *testing.T) {
	ctx := timed(t)
	sending := client(t, service.ProjectKey)
	_, err := sending.Messages.RetrieveMessage(ctx, "msg_01kbf3yq0ge8gvk2c5m7x9t3ea")
	if refused := refusedBy(t, err); refused.Status != 404 || refused.Code != string(api.ErrorCodeNotFound) {
		t.Error(err)
	}
	_, err = sending.Messages.SendMessage(ctx, message("nobody"))
	if refused := refusedBy(t, err); refused.Status != 422 || refused.Details[0].Path != "/body/to/0/email" || refused.Details[0].Rule != "format" {
		t.Error(err)
	}
	_, err = sending.Projects.ListProjects(ctx, nil)
	if refused := refusedBy(t, err); refused.Status != 403 {
		t.Error(err)
	}
	_, err = client(t, "pk_test_nobodysKey").Messages.ListMessages(ctx, nil)
	if refused := refusedBy(t, err); refused.Status != 401 || refused.Code != "invalid_credentials" {
		t.Error(err)
	}
}

func TestAllRowsOfAllPages(t *testing.T) {
	ctx, to := timed(t), recipient()
	messages := client(t, service.ProjectKey).Messages
	expected := map[string]bool{}
	for range 5 {
		sent, err := messages.SendMessage(ctx, message(to))
		if err != nil {
			t.Fatal(err)
		}
		expected[sent.Id] = true
	}
	params := &api.ListMessagesParams{Recipient: &to, Limit: postseal.Ptr(int32(2))}
	for row, err := range messages.AllMessages(ctx, params) {
		if err != nil {
			t.Fatal(err)
		}
		if !expected[row.Id] {
			t.Errorf("%s is not among them, or came twice", row.Id)
		}
		delete(expected, row.Id)
	}
	if len(expected) > 0 || params.Cursor != nil {
		t.Errorf("missing: %v; the parameters are %+v", expected, params)
	}
	page, err := messages.ListMessages(ctx, params)
	if err != nil || len(page.Data) != 2 || !page.HasMore {
		t.Errorf("%+v %v", page, err)
	}
	for _, err := range client(t, "pk_test_nobodysKey").Messages.AllMessages(ctx, nil) {
		refusedBy(t, err)
	}
}

func TestAnExportInBothFormats(t *testing.T) {
	ctx := timed(t)
	contacts := client(t, service.ProjectKey).Contacts
	csv := "E-mail\r\n"
	for i := range 300 {
		csv += fmt.Sprintf("export%d@example.com\r\n", i)
	}
	params := &api.ImportContactsParams{ProjectId: service.ProjectID, Columns: []string{"email=E-mail"}}
	started, err := contacts.ImportContacts(ctx, strings.NewReader(csv), params)
	if err != nil {
		t.Fatal(err)
	}
	for started.Status != api.ContactImportStatusCompleted {
		if started, err = contacts.RetrieveContactImport(ctx, started.Id); err != nil {
			t.Fatal(err)
		}
	}
	lines, err := contacts.ExportContacts(ctx, nil, postseal.Accept("application/x-ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	defer lines.Close()
	count := 0
	for scanner := bufio.NewScanner(lines); scanner.Scan(); {
		var contact api.Contact
		if err := json.Unmarshal(scanner.Bytes(), &contact); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(contact.Email, "export") {
			count++
		}
	}
	if count != 300 {
		t.Errorf("%d contacts", count)
	}
	table, err := contacts.ExportContacts(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	if text, err := io.ReadAll(table); err != nil || !strings.HasPrefix(string(text), "id,project_id,") {
		t.Errorf("%.80s %v", text, err)
	}
}

func TestNothingComesBackOfADeletion(t *testing.T) {
	ctx := timed(t)
	contacts := client(t, service.ProjectKey).Contacts
	made, err := contacts.UpsertContact(ctx, api.UpsertContactRequest{
		ProjectId: service.ProjectID, Email: recipient(), Properties: map[string]any{"plan": "pro", "seats": 5},
	})
	if err != nil || made.Properties["seats"] != 5.0 {
		t.Fatalf("%+v %v", made, err)
	}
	if err := contacts.DeleteContact(ctx, made.Id); err != nil {
		t.Error(err)
	}
}
