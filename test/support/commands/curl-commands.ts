import { execFileSync } from 'node:child_process'

/** A request that a curl command makes. */
export interface CurlCall {
  readonly method: string
  readonly url: URL
  readonly headers: ReadonlyMap<string, string>
  /** The text of a body, or the name of its file behind an @. */
  readonly data: string | undefined
}

/** Runs curl commands through a shell and returns the requests that they would send. */
export function readCurl(commands: readonly string[]): CurlCall[] {
  const script = [
    `curl() { printf '%s\\0' "$@"; printf '\\1\\0'; }`,
    'POSTSEAL_API_KEY=the-key',
    ...commands,
  ].join('\n')
  const output = execFileSync('bash', [], { input: script, encoding: 'utf8' })
  return output
    .split('\u0001\0')
    .slice(0, -1)
    .map((call) => callOf(call.split('\0').slice(0, -1)))
}

function callOf(words: readonly string[]): CurlCall {
  let method: string | undefined
  let url = ''
  let data: string | undefined
  const headers = new Map<string, string>()
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    if (word === '-sS') continue
    if (!word.startsWith('-')) {
      url = word
      continue
    }
    index += 1
    const value = words[index] ?? ''
    if (word === '-X') method = value
    else if (word === '-H')
      headers.set(value.slice(0, value.indexOf(':')), value.slice(value.indexOf(':') + 2))
    else data = value
  }
  return { method: method ?? (data === undefined ? 'GET' : 'POST'), url: new URL(url), headers, data }
}
