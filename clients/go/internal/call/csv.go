package call

import (
	"io"
	"sync"
)

// attemptCSV is a CSV as the body of one attempt. After its end nothing reads from the file any more: the transport
// may still want to when the next attempt begins.
type attemptCSV struct {
	mutex sync.Mutex
	file  io.ReadSeeker
}

// onlyFor returns the body of one attempt, nil where there is no CSV.
func onlyFor(file io.ReadSeeker) *attemptCSV {
	if file == nil {
		return nil
	}
	return &attemptCSV{file: file}
}

func (a *attemptCSV) start() error {
	_, err := a.file.Seek(0, io.SeekStart)
	return err
}

func (a *attemptCSV) end() {
	if a != nil {
		a.mutex.Lock()
		a.file = nil
		a.mutex.Unlock()
	}
}

func (a *attemptCSV) Read(part []byte) (int, error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if a.file == nil {
		return 0, io.ErrClosedPipe
	}
	return a.file.Read(part)
}
