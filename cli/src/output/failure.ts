import { printableLine } from '../../../base/text/printable.js'
import { ServiceRefusal } from '../request/errors.js'
import { shownJson } from './json.js'

/** Returns an error as lines for a person. */
export function failureLines(error: Error, credential?: string): string[] {
  if (!(error instanceof ServiceRefusal))
    return [
      error.message
        .split('\n')
        .map((line) => printableLine(line))
        .join('\n'),
    ]
  const { status, code, details, requestId, summary } = error
  const values = details.map((detail): [string, string] => [detail.path, detail.message])
  if (credential !== undefined && (status === 401 || status === 403)) values.push(['it takes', credential])
  if (requestId !== undefined) values.push(['request', requestId])
  const width = Math.max(0, ...values.map(([name]) => name.length))
  return [
    `${printableLine(summary)} (${printableLine(code ?? 'no code')}, ${status})`,
    ...values.map(([name, value]) => `  ${printableLine(name.padEnd(width))}  ${printableLine(value)}`),
  ]
}

/** Returns an error as JSON: the service's reply, or an object of the same shape if there was no reply. */
export function failureJson(error: Error): string {
  if (error instanceof ServiceRefusal && error.code !== undefined) return shownJson(JSON.parse(error.text))
  const { message } = error
  const code =
    error instanceof ServiceRefusal
      ? `status_${error.status}`
      : error.name === 'UsageError'
        ? 'wrong_usage'
        : 'service_away'
  return shownJson({ error: { code, message } })
}
