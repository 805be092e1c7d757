import { createStore } from '../state/store.js'

/** A call of the API. */
export interface Call {
  readonly method: string
  /** Path with its query, from `/v1/` on. */
  readonly path: string
  readonly body?: unknown
}

/**
 * The calls of each screen, by the screen's path: the last call of each operation. A new operation goes to the front,
 * and a repeated one keeps its place, so that a poll does not move the lines that a person looks at.
 */
export const screenCalls = createStore<ReadonlyMap<string, readonly Call[]>>(new Map())

/** Tells whether the service can be reached; `sessionEnded` tells whether the session has ended. */
export const connection = createStore<'connected' | 'lost'>('connected')
export const sessionEnded = createStore(false)

/** Maximum number of calls that a screen shows as curl, and of screens whose calls are kept. */
const max = { calls: 6, screens: 30 }

/** Returns the calls that a screen has made, now or when it was shown before. */
export function callsOf(all: ReadonlyMap<string, readonly Call[]>, screen: string): readonly Call[] {
  return all.get(screen) ?? []
}

/** Requests that the frame makes for itself, and that the overview and the limits make, too. */
const frameAsks = /^\/v1\/(sessions\/current|sending-status)/
const asksItself = /\/console\/(limits)?$/

/** Returns the operation of a call: one place in a screen's list. */
export const operationOf = ({ method, path }: Call) => `${method} ${path.split('?')[0]}`

/** Remembers a call as one of the screen's. Calls that wait for news are repeated again and again, but count once. */
export function noteCall(url: string, init: RequestInit | undefined): void {
  const { pathname, search } = new URL(url)
  const path = pathname.slice(pathname.indexOf('/v1/')) + search
  const method = init?.method ?? 'GET'
  if (frameAsks.test(path) && !asksItself.test(location.pathname)) return
  const call = {
    method,
    path,
    ...jsonBody(init),
  }
  const screen = location.pathname
  const all = new Map(screenCalls.get())
  const before = callsOf(all, screen)
  const known = before.findIndex((other) => operationOf(other) === operationOf(call))
  all.delete(screen)
  all.set(screen, known < 0 ? [call, ...before].slice(0, max.calls) : before.with(known, call))
  const oldest = all.keys().next().value
  if (all.size > max.screens && oldest !== undefined) all.delete(oldest)
  screenCalls.set(all)
}

/**
 * Updates the connection and the session's state from a reply.
 *
 * @param status undefined if no reply came
 */
export function noteReply(url: string, status: number | undefined): void {
  connection.set(status === undefined ? 'lost' : 'connected')
  // A refused sign-in or link does not mean that the session has ended.
  if (status === 401 && !/\/v1\/(sessions|sign-in-links)$/.test(new URL(url).pathname)) sessionEnded.set(true)
}

/** Returns a request's JSON body; other bodies, such as files, are left out of the curl command. */
function jsonBody(init: RequestInit | undefined): { body?: unknown } {
  const isJson = new Headers(init?.headers).get('Content-Type')?.startsWith('application/json') === true
  return isJson && typeof init?.body === 'string' ? { body: JSON.parse(init.body) as unknown } : {}
}
