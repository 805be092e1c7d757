import type { Request } from 'express'
import { sinkId } from '../kept/stored-message.js'

/**
 * The state of the inbox page. All of it is in the page's address: without its script, the page has no other
 * state.
 */
export interface PageState {
  /** Path at which the router is mounted, without a slash at its end. */
  readonly base: string
  readonly id?: string | undefined
  readonly tab?: Tab | undefined
  /** The search as typed. */
  readonly q?: string | undefined
  /** An envelope recipient. */
  readonly to?: string | undefined
  readonly cursor?: string | undefined
  /** `remote` if images from other servers are loaded. */
  readonly images?: 'remote' | undefined
  /** `phone` if the frame of the HTML body is as wide as a phone. */
  readonly width?: 'phone' | undefined
}

/** Ways to look at a message. */
export const tabs = ['html', 'text', 'headers', 'raw', 'log'] as const
export type Tab = (typeof tabs)[number]

/** The max length of a search on the page, in characters. */
export const maxSearchLength = 1_000

/**
 * Reads the state from the address. Unlike the JSON listing, the page ignores an invalid parameter and shows the
 * newest messages.
 */
export function readState(req: Request): PageState {
  const value = (name: string) => {
    const given = req.query[name]
    return typeof given === 'string' && given !== '' ? given : undefined
  }
  const cursor = value('cursor')
  return {
    base: req.baseUrl,
    id: value('id'),
    tab: tabs.find((tab) => tab === value('tab')),
    q: value('q')?.slice(0, maxSearchLength).trim() || undefined,
    to: value('to')?.trim() || undefined,
    cursor: cursor !== undefined && sinkId.test(cursor) ? cursor : undefined,
    images: value('images') === 'remote' ? 'remote' : undefined,
    width: value('width') === 'phone' ? 'phone' : undefined,
  }
}

/** Returns the address of the page in a state. */
export function pageLink(state: PageState): string {
  return `${state.base}/${queryOf(state)}`
}

/** Returns the state as a query string that starts with a question mark; empty if there are no parameters. */
export function queryOf({ to, q, cursor, id, tab, images, width }: PageState): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ to, q, cursor, id, tab, images, width }))
    if (value) query.set(name, value)
  const text = query.toString()
  return text && `?${text}`
}

/** Returns the address of a message or of something that belongs to it. */
export function messageLink(base: string, id: string, rest = ''): string {
  return `${base}/messages/${id}${rest}`
}
