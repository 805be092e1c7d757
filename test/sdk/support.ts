import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished, vi } from 'vitest'
import { Postseal, type ClientOptions } from '../../sdk-ts/src/index.js'

/** A request that a fake fetch or a test server has seen. */
export interface Seen {
  method: string
  url: string
  headers: Headers
  body: unknown
}

/** One thing for a fake fetch to do: answer, or fail. */
export type Turn = () => Response | Promise<Response>

/** A limit that no wait between attempts equals, so that skipWaits can tell the two timers apart. */
const TIMEOUT_MS = 54_321

/** Answers with JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Turn {
  return () => new Response(JSON.stringify(body), { status, headers })
}

/** Answers with the contract's error. */
export function refusal(status: number, code: string, headers: Record<string, string> = {}): Turn {
  return json({ error: { code, message: `It is ${code}.`, request_id: 'req_1' } }, status, headers)
}

/** Fails as fetch does when there is no connection. */
export function disconnect(): Response {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:4000') })
}

/** A client whose fetch takes the given turns, the last one again and again, and what it was asked for. */
export function clientOf(turns: Turn[], options: ClientOptions = {}) {
  const seen: Seen[] = []
  const fetch = async (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    const isJson = typeof init.body === 'string' && headers.get('Content-Type') === 'application/json'
    const body: unknown = isJson ? JSON.parse(init.body as string) : init.body
    seen.push({ method: String(init.method), url, headers, body })
    const turn = turns[Math.min(seen.length, turns.length) - 1]
    if (!turn) throw new Error('The fake fetch has no turns.')
    return await turn()
  }
  const client = new Postseal({ apiKey: 'pk_test_1', timeout: TIMEOUT_MS, fetch, ...options })
  return { client, seen }
}

/** A client of a real server on this machine, and the requests that came to it. */
export async function serve(
  handle: (request: Seen, reply: ServerResponse) => void,
  options: ClientOptions = {},
) {
  const seen: Seen[] = []
  const server = createServer((raw, reply) => {
    void text(raw).then((body) => {
      const headers = new Headers(Object.entries(raw.headers).map(([name, value]) => [name, String(value)]))
      const isJson = body !== '' && headers.get('Content-Type') === 'application/json'
      const request = {
        method: String(raw.method),
        url: String(raw.url),
        headers,
        body: isJson ? (JSON.parse(body) as unknown) : body || undefined,
      }
      seen.push(request)
      handle(request, reply)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  const baseURL = `http://127.0.0.1:${port}`
  const client = new Postseal({ apiKey: 'pk_test_1', baseURL, timeout: TIMEOUT_MS, ...options })
  return { client, seen, close, baseURL }
}

/** Sends a JSON reply from a test server. */
export function respond(reply: ServerResponse, status: number, body: unknown): void {
  reply.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

/** Makes the waits between attempts end at once, and returns their lengths in milliseconds as they come. */
export function skipWaits(): number[] {
  const waits: number[] = []
  const { setTimeout } = globalThis
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: () => void,
    ms: number,
    ...args: []
  ) => {
    // Node's own fetch and the test runner set timers, too.
    if (ms === TIMEOUT_MS || !calledByClient()) return setTimeout(run, ms, ...args)
    waits.push(ms)
    return setTimeout(run, 0)
  }) as typeof globalThis.setTimeout)
  onTestFinished(() => spy.mockRestore())
  return waits
}

/**
 * Returns true if the client's code is on the stack, by the frames, since to write a stack as text takes long here.
 */
function calledByClient(): boolean {
  const former: unknown = Reflect.get(Error, 'prepareStackTrace')
  Error.prepareStackTrace = (_, frames) =>
    frames.some((frame) => frame.getFileName()?.includes('/sdk-ts/src/'))
  const found = new Error().stack as unknown as boolean
  Reflect.set(Error, 'prepareStackTrace', former)
  return found
}

/** The least that can be sent. */
export const letter = {
  project_id: 'prj_1',
  from_email: 'no-reply@shop.example',
  to: [{ email: 'ada@example.com' }],
  subject: 'Reset your password',
  text: 'Hello',
}

/** Waits for what a method returns; an iterator that is not awaited begins when it is read. */
export async function settled(returned: unknown): Promise<unknown> {
  const isIterator = typeof returned === 'object' && returned !== null && Symbol.asyncIterator in returned
  if (!isIterator || 'then' in returned) return await returned
  const rows: unknown[] = []
  for await (const row of returned as AsyncIterable<unknown>) rows.push(row)
  return rows
}

/** A list's reply. */
export function listOf(ids: string[], next: string | null = null) {
  return { data: ids.map((id) => ({ id })), has_more: next !== null, next_cursor: next }
}
