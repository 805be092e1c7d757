import { expect } from 'vitest'
import type { components } from '../../../generated/api-types.js'
import { call, type ApiReply } from '../api/api.js'

type Schemas = components['schemas']

/** Lists and those who subscribe to them, through a service. */
export interface OptIn {
  readonly url: string
  /** A key with every scope. */
  readonly key: string
  /** The project of the lists. */
  readonly project: string
}

/** A new list. */
export async function addList({ url, key, project }: OptIn, name = 'Product news'): Promise<string> {
  const body = { project_id: project, name, from_email: 'news@shop.example' }
  const reply = await call(url, 'POST', '/v1/subscriber-lists', { key, body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id as string
}

/** Asks for a subscription and answers what came of it. */
export async function ask(
  { url, key }: OptIn,
  list: string,
  email: string,
  fields: Partial<Schemas['RequestSubscriptionRequest']> = {},
): Promise<Schemas['SubscriptionRequest'] & { subscription: Schemas['Subscription'] }> {
  const path = `/v1/subscriber-lists/${list}/subscriptions`
  const reply = await call(url, 'POST', path, { key, body: { email, ...fields } })
  expect(reply.status, reply.text).toBe(202)
  return reply.body as Schemas['SubscriptionRequest'] & { subscription: Schemas['Subscription'] }
}

/** Returns the path of the link in an opt-in mail. */
export async function confirmPath({ url, key }: OptIn, message: string | null): Promise<string> {
  const { body } = await call(url, 'GET', `/v1/messages/${message}/content`, { key })
  return pathIn(body.text as string)
}

/** The path of the first link to a page of subscriptions. */
export function pathIn(text: string): string {
  const path = /\/subscriptions\/[\w/-]+/.exec(text)?.[0]
  if (path === undefined) throw new Error(`there is no link in ${text}`)
  return path
}

/** Presses the button of a page. */
export function press({ url }: OptIn, path: string): Promise<ApiReply> {
  return call(url, 'POST', path, {
    raw: '',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'User-Agent': 'Browser/1' },
  })
}

/** Asks for a subscription and confirms it. */
export async function subscribe(optIn: OptIn, list: string, email: string): Promise<Schemas['Subscription']> {
  const { subscription, message_id } = await ask(optIn, list, email)
  expect((await press(optIn, await confirmPath(optIn, message_id))).status).toBe(200)
  return subscription
}

/** A text for mail to a list that shows its recipient how to leave the list; a plain one where nobody subscribes. */
export async function textWithLink({ url, key }: OptIn, list: string, email: string): Promise<string> {
  const path = `/v1/subscriber-lists/${list}/subscriptions?email=${encodeURIComponent(email)}`
  const { body } = await call(url, 'GET', path, { key })
  const [subscription] = (body.data ?? []) as Schemas['Subscription'][]
  return `News.${subscription === undefined ? '' : ` To leave: ${subscription.unsubscribe_url}`}`
}
