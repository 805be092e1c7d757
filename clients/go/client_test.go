package postseal_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/postseal/postseal-go"
	"github.com/postseal/postseal-go/api"
)

var signInLink = api.CreateSignInLinkRequest{Email: "owner@example.com"}

func TestTheKeyIsNowhere(t *testing.T) {
	stub := newStub(t, time.Now(), refusal(status{401, "invalid_credentials"}))
	var head postseal.Response
	_, err := stub.Messages.RetrieveMessage(timed(t), "msg_1", postseal.ReadResponse(&head))
	down := newStub(t, time.Now(), func(w http.ResponseWriter, _ *http.Request, _ int) { panic(http.ErrAbortHandler) })
	_, cut := down.Messages.RetrieveMessage(timed(t), "msg_1")
	_, bad := postseal.NewClient("pk_test_neverShown with a space")
	_, base := postseal.NewClient("pk_test_1", postseal.WithBaseURL("https://neverShown@mail.example.com"))
	for _, value := range []any{stub.Client, *stub.Client, stub.Messages, *stub.Messages, err, cut, bad, base, head} {
		for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
			if text := fmt.Sprintf(format, value); strings.Contains(text, "neverShown") {
				t.Errorf("%s of %T shows it", format, value)
			}
		}
	}
	if got := stub.requests[0].Header.Get("Authorization"); got != "Bearer "+stubKey {
		t.Errorf("the service got %q", got)
	}
	var failed *postseal.ConnectionError
	if !errors.As(cut, &failed) || failed.Attempts != 3 {
		t.Errorf("a cut connection is %v", cut)
	}
}

func TestAnErrorNamesEveryMistake(t *testing.T) {
	body := func(message, details string) string {
		return `{"error":{"code":"validation_failed","request_id":"req_1","message":"` + message + `","details":` + details + `}}`
	}
	one := `{"path":"/body/html","code":"syntax","message":"has an unknown tag","line":3,"column":9}`
	two := `{"path":"/body/text","code":"required","message":"is required"}`
	for _, test := range [][2]string{
		{
			body("text is required. `details` names one more mistake.", "["+two+","+one+"]"),
			"text is required. Mistakes: /body/text is required; /body/html has an unknown tag (line 3, column 9)",
		},
		{body("text is required.", "["+two+"]"), "text is required. (/body/text)"},
		{body("html has an unknown tag.", "["+one+"]"), "html has an unknown tag. (/body/html, line 3, column 9)"},
	} {
		stub := newStub(t, time.Now(), reply(422, test[0]))
		_, err := stub.Messages.SendMessage(timed(t), message("ada@example.com"))
		if want := "postseal: 422 validation_failed: " + test[1] + " (req_1)"; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	line := int32(3)
	details := []postseal.ErrorDetail{{Path: "/body/html", Code: "syntax", Message: "ends early", Line: &line}}
	if got := fmt.Sprint(details); got != "[/body/html ends early (line 3)]" {
		t.Errorf("details print as %s", got)
	}
}

func TestARedirectIsNotFollowed(t *testing.T) {
	follow := func(http.ResponseWriter, *http.Request) { t.Error("it was followed") }
	other := httptest.NewServer(http.HandlerFunc(follow))
	t.Cleanup(other.Close)
	followed := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return nil }}
	for _, code := range []int{301, 302, 303, 307, 308} {
		stub := newStub(t, time.Now(), reply(code, "", "Location", other.URL), postseal.WithHTTPClient(followed))
		_, sent := stub.Messages.SendMessage(timed(t), message("ada@example.com"))
		_, read := stub.Messages.RetrieveMessage(timed(t), "msg_1")
		for _, err := range []error{sent, read} {
			var refused *postseal.Error
			if !errors.As(err, &refused) || refused.Status != code {
				t.Errorf("%d: %v", code, err)
			}
		}
		if len(stub.requests) != 2 || stub.requests[0].Method != "POST" {
			t.Errorf("%d: %d requests", code, len(stub.requests))
		}
	}
}

func TestAReplyOfALaterVersion(t *testing.T) {
	stub := newStub(t, time.Now(), reply(200, `{"data":[{"id":"log_1","added":{"x":[1]},"status":"teleported",
		"kind":null,		"recipient_name":null,"last_reply":{"code":250,"text":"OK","more":1},"retries":3,
		"created_at":"2026-01-14T09:30:00.120Z"}],"has_more":false,"next_cursor":null,"added":true}`))
	page, err := stub.MessageLogs.ListMessageLogs(timed(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	log := page.Data[0]
	if log.Status != "teleported" || log.RecipientName != nil || log.LastReply == nil || log.Retries != 3 {
		t.Errorf("%+v", log)
	}
	if page.NextCursor != nil {
		t.Error(*page.NextCursor)
	}
	if log.CreatedAt.Format(time.RFC3339Nano) != "2026-01-14T09:30:00.12Z" {
		t.Error(log.CreatedAt)
	}
}

func TestAnEventOfAnyType(t *testing.T) {
	stub := newStub(t, time.Now(), reply(200, `{"id":"evt_1","type":"message.teleported",
		"created_at":"2026-01-14T09:30:00.120Z","api_version":"v1","workspace_id":"ws_1","project_id":null,
		"environment":null,"data":{"bytes":9007199254740993}}`))
	event, err := stub.Events.RetrieveEvent(timed(t), "evt_1")
	if err != nil || event.Type != "message.teleported" || string(event.Data) != `{"bytes":9007199254740993}` {
		t.Errorf("%+v %v", event, err)
	}
}

func TestNumbersOf64Bits(t *testing.T) {
	stub := newStub(t, time.Now(), reply(200, `{"bytes":9007199254740993}`))
	started, err := stub.Contacts.RetrieveContactImport(timed(t), "cim_1")
	if err != nil || started.Bytes != 9007199254740993 {
		t.Errorf("%+v %v", started, err)
	}
}

func TestWhatIsLeftOutNullOrEmpty(t *testing.T) {
	var sent []string
	stub := newStub(t, time.Now(), func(w http.ResponseWriter, r *http.Request, n int) {
		body, _ := io.ReadAll(r.Body)
		sent = append(sent, string(body))
		reply(200, `{}`)(w, r, n)
	})
	for _, body := range []api.UpsertContactRequest{
		{}, {Name: postseal.Null[string]()}, {Name: postseal.Some("")}, {Properties: map[string]any{}},
	} {
		if _, err := stub.Contacts.UpsertContact(timed(t), body); err != nil {
			t.Fatal(err)
		}
	}
	got := strings.ReplaceAll(strings.Join(sent, " "), `"project_id":"","email":"",`, "")
	if got != `{"project_id":"","email":""} {"name":null} {"name":""} {"properties":{}}` {
		t.Error(got)
	}
}

func TestAQueryAndIds(t *testing.T) {
	stub := newStub(t, time.Now(), reply(200, `{"data":[],"has_more":false,"next_cursor":null}`))
	since := time.Date(2026, 1, 14, 10, 30, 0, 120e6, time.FixedZone("CET", 3600))
	_, err := stub.MessageLogs.ListMessageLogs(timed(t), &api.ListMessageLogsParams{
		Limit: postseal.Ptr(int32(5)), Since: &since, Recipient: postseal.Ptr("a+b&c@example.com"),
	})
	if err != nil {
		t.Fatal(err)
	}
	expected := "limit=5&recipient=a%2Bb%26c%40example.com&since=2026-01-14T09%3A30%3A00.12Z"
	if got := stub.requests[0].URL.RawQuery; got != expected {
		t.Error(got)
	}
	_, _ = stub.Messages.RetrieveMessage(timed(t), "a/b?c")
	if got := stub.requests[1].URL.EscapedPath(); got != "/v1/messages/a%2Fb%3Fc" {
		t.Error(got)
	}
	for _, id := range []string{"", ".", ".."} {
		if _, err := stub.Messages.RetrieveMessage(timed(t), id); err == nil {
			t.Errorf("%q is taken for an id", id)
		}
	}
}

func TestAContextEndsACall(t *testing.T) {
	ctx, cancel := context.WithCancel(timed(t))
	stub := newStub(t, time.Now(), func(_ http.ResponseWriter, r *http.Request, _ int) {
		cancel()
		<-r.Context().Done()
	})
	_, err := stub.Messages.RetrieveMessage(ctx, "msg_1")
	if !errors.Is(err, context.Canceled) || len(stub.requests) != 1 {
		t.Errorf("%v after %d requests", err, len(stub.requests))
	}
}

func TestAWaitThatIsLongerThanTheContextIsNotBegun(t *testing.T) {
	ctx, cancel := context.WithTimeout(timed(t), 20*time.Second)
	defer cancel()
	stub := newStub(t, time.Now(), refusal(status{429, "rate_limited"}, "Retry-After", "30"))
	_, err := stub.Messages.RetrieveMessage(ctx, "msg_1")
	var refused *postseal.Error
	if !errors.As(err, &refused) || len(stub.waits) != 0 {
		t.Errorf("%v after %v", err, stub.waits)
	}
}

func TestTheTimeOfAnAttempt(t *testing.T) {
	stub := newStub(t, time.Now(), func(_ http.ResponseWriter, r *http.Request, _ int) { <-r.Context().Done() })
	_, err := stub.Messages.RetrieveMessage(timed(t), "msg_1", postseal.CallTimeout(10*time.Millisecond))
	var failed *postseal.ConnectionError
	if !errors.As(err, &failed) || failed.Attempts != 3 || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestNobodyListens(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	stub := newStub(t, time.Now(), nil, postseal.WithBaseURL("http://"+listener.Addr().String()+"/v1/"))
	_, err = stub.Messages.SendMessage(timed(t), message("ada@example.com"))
	var failed *postseal.ConnectionError
	if !errors.As(err, &failed) || failed.Attempts != 3 || failed.IdempotencyKey == "" {
		t.Error(err)
	}
}

func TestAStreamIsReadAsItComes(t *testing.T) {
	read := make(chan struct{})
	stub := newStub(t, time.Now(), func(w http.ResponseWriter, r *http.Request, _ int) {
		fmt.Fprint(w, "id\r\n")
		w.(http.Flusher).Flush()
		select {
		case <-read:
		case <-r.Context().Done():
		}
		fmt.Fprint(w, r.Header.Get("Accept"))
	})
	rows, err := stub.MessageLogs.ExportMessageLogs(timed(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	first := make([]byte, 4)
	if _, err := io.ReadFull(rows, first); err != nil || string(first) != "id\r\n" {
		t.Fatalf("%q %v", first, err)
	}
	close(read)
	if rest, err := io.ReadAll(rows); err != nil || string(rest) != "text/csv" {
		t.Errorf("%q %v", rest, err)
	}
}

func TestAStreamThatStopsEnds(t *testing.T) {
	stub := newStub(t, time.Now(), func(w http.ResponseWriter, r *http.Request, _ int) {
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	// Where the machine is slow, the head of the reply comes too late as well.
	rows, err := stub.MessageLogs.ExportMessageLogs(timed(t), nil, postseal.CallTimeout(500*time.Millisecond))
	if err == nil {
		defer rows.Close()
		_, err = io.ReadAll(rows)
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestACSVIsSentFromItsStartEachTime(t *testing.T) {
	var got []string
	stub := newStub(t, time.Now(), func(w http.ResponseWriter, r *http.Request, n int) {
		body, _ := io.ReadAll(r.Body)
		got = append(got, r.Header.Get("Content-Type")+" "+string(body))
		reply([]int{503, 202}[n], `{}`)(w, r, n)
	})
	params := &api.ImportContactsParams{ProjectId: "prj_1", Columns: []string{"email=E-mail", "name=Name"}}
	csv := strings.NewReader("E-mail,Name\r\n")
	if _, err := stub.Contacts.ImportContacts(timed(t), csv, params); err != nil {
		t.Fatal(err)
	}
	if strings.Join(got, "|") != "text/csv E-mail,Name\r\n|text/csv E-mail,Name\r\n" {
		t.Errorf("%q", got)
	}
	if query := stub.requests[0].URL.RawQuery; query != "columns=email%3DE-mail&columns=name%3DName&project_id=prj_1" {
		t.Error(query)
	}
}

func TestOptionsThatCannotBe(t *testing.T) {
	t.Setenv("POSTSEAL_API_KEY", "")
	for name, option := range map[string]postseal.ClientOption{
		"base":    postseal.WithBaseURL("mail.example.com"),
		"query":   postseal.WithBaseURL("https://mail.example.com?x"),
		"timeout": postseal.WithTimeout(0),
		"retries": postseal.WithMaxRetries(-1),
		"client":  postseal.WithHTTPClient(nil),
	} {
		if _, err := postseal.NewClient("pk_test_1", option); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	if _, err := postseal.NewClient(""); err == nil {
		t.Error("no key is taken")
	}
	stub := newStub(t, time.Now(), reply(200, "{}"))
	for _, option := range []postseal.CallOption{
		postseal.IdempotencyKey(""), postseal.IdempotencyKey("é"), postseal.CallTimeout(-1),
	} {
		if _, err := stub.Messages.SendMessage(timed(t), message("ada@example.com"), option); err == nil {
			t.Error("an option that cannot be is taken")
		}
	}
	if len(stub.requests) != 0 {
		t.Error("a request was sent")
	}
}
