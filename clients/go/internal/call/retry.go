package call

import (
	"context"
	"math"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	firstWait     = 500 * time.Millisecond
	longestWait   = 8 * time.Second
	maxRetryAfter = 60 * time.Second
	jitter        = 0.25
)

// waitAfter returns how long to wait before the next attempt after a failure of the attempt with this number,
// counted from 0. It returns false if another attempt would not help, or would come too late to wait for. random is
// from 0 to 1.
func waitAfter(err error, attempt int, random float64) (time.Duration, bool) {
	refused, isRefused := err.(*Error)
	if isRefused && !isTransient(refused) {
		return 0, false
	}
	if isRefused && refused.RetryAfter != nil {
		return *refused.RetryAfter, *refused.RetryAfter <= maxRetryAfter
	}
	wait := min(firstWait<<min(attempt, 16), longestWait)
	// Shorter only, so that clients that failed together come back apart, and none too late.
	return time.Duration(float64(wait) * (1 - jitter*random)), true
}

// isTransient reports whether a refusal passes by itself.
func isTransient(refused *Error) bool {
	switch refused.Status {
	case http.StatusConflict:
		// The first request with the key is still running.
		return refused.Code == "idempotency_in_progress"
	case http.StatusRequestTimeout, http.StatusTooManyRequests:
		return true
	}
	return refused.Status >= 500
}

var decimal = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)

// retryAfter reads Retry-After (RFC 9110, section 10.2.3): seconds, of which some gateways send decimals, or a date.
// It returns nil for anything else, and 0 for a date that has passed.
func retryAfter(header string, now time.Time) *time.Duration {
	var wait time.Duration
	if decimal.MatchString(header) {
		seconds, _ := strconv.ParseFloat(header, 64)
		wait = time.Duration(math.MaxInt64)
		if seconds < wait.Seconds() {
			wait = time.Duration(seconds * float64(time.Second))
		}
	} else if at, err := http.ParseTime(header); err == nil && strings.HasSuffix(header, "GMT") {
		wait = max(0, at.Sub(now))
	} else {
		return nil
	}
	return &wait
}

// sleep waits, or returns the context's error if that ends first.
func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func random() float64 { return rand.Float64() }
