package webhooks

import (
	"encoding/hex"
	"regexp"
	"strings"
)

// A time, a signature, or what has another name.
var (
	timestampElement = regexp.MustCompile(`^t=(0|[1-9][0-9]{0,14})$`)
	signatureElement = regexp.MustCompile(`^v1=([0-9a-f]{64})$`)
	otherElement     = regexp.MustCompile(`^[a-z][a-z0-9]*=[!-~]*$`)
)

// parse returns the time, in the digits that were signed, and each v1. Other names are passed over, so that a later
// scheme can be added.
func parse(header string) (string, [][]byte, error) {
	malformed := &Error{MalformedHeader, "it is not t=<unix seconds>,v1=<64 hex digits>: did it come once?"}
	var timestamps []string
	var signatures [][]byte
	for element := range strings.SplitSeq(header, ",") {
		switch {
		case timestampElement.MatchString(element):
			timestamps = append(timestamps, element[len("t="):])
		case signatureElement.MatchString(element):
			signature, _ := hex.DecodeString(element[len("v1="):])
			signatures = append(signatures, signature)
		case strings.HasPrefix(element, "t="), strings.HasPrefix(element, "v1="), !otherElement.MatchString(element):
			return "", nil, malformed
		}
	}
	if len(timestamps) != 1 || len(signatures) == 0 {
		return "", nil, malformed
	}
	return timestamps[0], signatures, nil
}
