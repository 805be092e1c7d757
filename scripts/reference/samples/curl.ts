import { curlCommand } from '../../../cli/src/request/curl.js'
import type { SampleRequest } from './sample-request.js'

/** The command that makes a request, to be pasted into a shell in which POSTSEAL_API_KEY is set. */
export function curlSample(request: SampleRequest, baseUrl: string): string {
  const { method, body, file, credential, idempotencyKey } = request
  const filters = Object.entries(request.query).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  const query = new URLSearchParams(filters).toString()
  const command = curlCommand({
    method,
    url: baseUrl + request.path + (query && `?${query}`),
    isAuthorized: credential !== undefined,
    idempotencyKey,
    body,
    file,
  })
  const comment = credential === undefined ? '' : `# POSTSEAL_API_KEY is ${credential}.\n`
  return comment + command
}
