import { execFileSync } from 'node:child_process'

/** A sample of code of the reference. */
export interface Sample {
  /** The operation, or the type of the event. */
  readonly id: string
  readonly source: string
}

/** A request as a sample makes it. */
export interface SampledRequest {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: unknown
}

/**
 * The requests that samples for curl make, as a shell reads them: curl is a function there that tells its arguments.
 */
export function requestsOfCurl(samples: readonly Sample[], key: string): SampledRequest[] {
  const curl = `curl() { printf '%s\\0' "$@"; printf '\\1'; }`
  const script = [curl, ...samples.map(({ source }) => source)].join('\n')
  const output = execFileSync('bash', ['-euc', script], {
    env: { PATH: process.env['PATH'], POSTSEAL_API_KEY: key },
  })
  return String(output)
    .split('\u0001')
    .slice(0, -1)
    .map((call) => requestOf(call.split('\0').slice(0, -1)))
}

/**
 * Returns the request that curl sends for these arguments (curl(1)). Throws for one that is not a parameter of this
 * operation.
 */
function requestOf(args: readonly string[]): SampledRequest {
  const headers: Record<string, string> = {}
  let [method, url, body]: (string | undefined)[] = []
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? ''
    if (argument === '-sS') continue
    if (argument === '-X') method = args[++at]
    else if (argument === '-d' || argument === '--data-binary') body = args[++at] ?? ''
    else if (argument === '-H') {
      const [, name = '', value = ''] = (args[++at] ?? '').match(/^([\w-]+): (.+)$/) ?? []
      headers[name.toLowerCase()] = value
    } else if (url === undefined && argument.startsWith('http')) url = argument
    else throw new Error(`curl has no argument ${argument}`)
  }
  return {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    url: url ?? '',
    headers,
    // A file that is sent as it is stands as curl names it: @file.
    body: body === undefined || body.startsWith('@') ? body : JSON.parse(body),
  }
}
