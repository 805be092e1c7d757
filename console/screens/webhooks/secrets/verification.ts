/**
 * Complete receivers that verify requests, by language. Each reads the signing secret from POSTSEAL_WEBHOOK_SECRET
 * and listens on port 3000. The one in Go needs no package: it implements the scheme itself.
 */
export const receivers: Readonly<Record<string, string>> = {
  TypeScript: `import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { verifyWebhook, WebhookVerificationError } from 'postseal/webhooks'

const secret = process.env.POSTSEAL_WEBHOOK_SECRET

createServer(async (request, response) => {
  try {
    // The bytes as they came: parsed and written again they are others.
    const payload = await buffer(request)
    const event = await verifyWebhook({ payload, headers: request.headers, secret })
    console.log(event.type, event.id)
    response.writeHead(204).end()
  } catch (error) {
    const isForged = error instanceof WebhookVerificationError
    if (!isForged) console.error(error)
    response.writeHead(isForged ? 400 : 500).end()
  }
}).listen(3000)
`,
  Python: `import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from postseal.webhooks import WebhookVerificationError, verify_webhook

SECRET = os.environ["POSTSEAL_WEBHOOK_SECRET"]


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        # The bytes as they came: parsed and written again they are others.
        payload = self.rfile.read(int(self.headers["Content-Length"]))
        status = 204
        try:
            event = verify_webhook(payload, headers=self.headers, secret=SECRET)
            print(event["type"], event["id"], flush=True)
        except WebhookVerificationError:
            status = 400
        self.send_response(status)
        self.end_headers()


ThreadingHTTPServer(("", 3000), Receiver).serve_forever()
`,
  Go: `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// verified says whether one of the signatures in "t=<unix time>,v1=<hex>,v1=<hex>" is
// the HMAC-SHA256 of "<t>.<body>", and no more than five minutes old.
func verified(header string, body []byte, secret string) bool {
	var sent string
	var signatures []string
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(part, "=")
		switch name {
		case "t":
			sent = value
		case "v1":
			signatures = append(signatures, value)
		}
	}
	seconds, err := strconv.ParseInt(sent, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(sent + "."))
	mac.Write(body)
	wanted := mac.Sum(nil)
	for _, signature := range signatures {
		given, err := hex.DecodeString(signature)
		if err == nil && hmac.Equal(given, wanted) {
			return true
		}
	}
	return false
}

func main() {
	secret := os.Getenv("POSTSEAL_WEBHOOK_SECRET")
	if secret == "" {
		log.Fatal("POSTSEAL_WEBHOOK_SECRET is not set")
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil || !verified(r.Header.Get("Service-Signature"), body, secret) {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		fmt.Println(string(body))
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":3000", nil))
}
`,
}
