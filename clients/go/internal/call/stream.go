package call

import (
	"context"
	"io"
	"net/http"
	"time"
)

// Stream makes a call whose reply is read as it comes. The caller closes it. A reply that breaks off gives an error
// when it is read, and is not tried again.
func Stream(ctx context.Context, c *Caller, operation Operation, in Input, options []Option) (io.ReadCloser, error) {
	var body io.ReadCloser
	err := c.do(ctx, operation, in, options, func(reply *http.Response) error {
		body = reply.Body
		return nil
	})
	return body, err
}

// stream is the body of a reply, each part of which comes within the timeout.
type stream struct {
	body    io.ReadCloser
	timed   context.Context
	timer   *time.Timer
	timeout time.Duration
	release func()
}

func (s *stream) Read(part []byte) (int, error) {
	s.timer.Reset(s.timeout)
	n, err := s.body.Read(part)
	s.timer.Stop()
	if err != nil && err != io.EOF {
		err = because(s.timed, err)
	}
	return n, err
}

func (s *stream) Close() error {
	s.timer.Stop()
	defer s.release()
	return s.body.Close()
}
