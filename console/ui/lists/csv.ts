/**
 * Writes rows as CSV (RFC 4180). A value that a spreadsheet would take for a formula gets a leading apostrophe.
 *
 * @param rows the first one is the head
 */
export function csvOf(rows: readonly (readonly (string | number | null | undefined)[])[]): string {
  return rows.map((row) => row.map(cellOf).join(',') + '\r\n').join('')
}

function cellOf(value: string | number | null | undefined): string {
  const text = String(value ?? '')
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Has the browser save a text as a file. */
export function saveAs(name: string, text: string | Blob, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(typeof text === 'string' ? new Blob([text], { type }) : text)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
