import type { ServerResponse } from 'node:http'
import { json, startScriptedHttp, type Asked, type ScriptedHttp } from '../network/scripted-http.js'

/** Replies of another service by method and path, such as `GET /contacts`. A function gets the request's URL. */
export type Replies = Readonly<Record<string, unknown>>

/** An account at another service, on loopback. */
export interface OtherAccount extends ScriptedHttp {
  /** Puts replies in front of the usual ones of a path: each is given once. */
  first(path: string, ...answers: readonly ((reply: ServerResponse, asked: Asked) => void)[]): void
  /** Changes replies from now on. */
  change(replies: Replies): void
}

/** Starts an account that answers with recorded replies, and with 404 to anything else. */
export async function startOtherAccount(
  given: Replies,
  isAllowed: (asked: Asked) => boolean,
): Promise<OtherAccount> {
  const replies = { ...given }
  const before = new Map<string, ((reply: ServerResponse, asked: Asked) => void)[]>()
  const server = await startScriptedHttp((reply, asked) => {
    const url = new URL(asked.url, 'http://other.example')
    const path = `${asked.method} ${url.pathname}`
    const once = before.get(path)?.shift()
    if (once !== undefined) return once(reply, asked)
    if (!isAllowed(asked)) return json({ message: 'The key is invalid' }, 401)(reply, asked)
    const found = replies[path]
    if (found === undefined) return json({ message: 'Not found' }, 404)(reply, asked)
    json(typeof found === 'function' ? (found as (url: URL, asked: Asked) => unknown)(url, asked) : found)(
      reply,
      asked,
    )
  })
  return Object.assign(server, {
    first: (path: string, ...answers: readonly ((reply: ServerResponse, asked: Asked) => void)[]) =>
      void before.set(path, [...answers]),
    change: (more: Replies) => void Object.assign(replies, more),
  })
}
