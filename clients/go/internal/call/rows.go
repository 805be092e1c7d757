package call

import "iter"

// Rows goes through the rows of all pages. fetch returns the rows of the page at a cursor, nil for the first one,
// and the cursor of the next page. An error is yielded once, with a zero row, and ends it.
func Rows[T any](fetch func(cursor *string) ([]T, *string, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var cursor *string
		for {
			rows, next, err := fetch(cursor)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, row := range rows {
				if !yield(row, nil) {
					return
				}
			}
			if next == nil {
				return
			}
			cursor = next
		}
	}
}
