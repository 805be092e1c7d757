import type { components } from '../../../generated/api-types.js'
import { inbox, rawMail, read, type Sending } from './mail.js'
import type { TestService } from '../service/service.js'
import { until } from '../time/until.js'
import { parseMail } from '../mail/wire.js'

/** Tracked mail as its reader has it, and who opens it. */

/** A browser's, as people have it. */
export const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

/** The HTML that has arrived at an address, and its links and images in their order. */
export async function arrivedAt(service: Sending, to: string): Promise<{ html: string; urls: string[] }> {
  const [mail] = await until(async () => {
    const mails = await inbox(service.url, to)
    return mails.length > 0 && mails
  }, `the mail to ${to}`)
  return shownIn(await rawMail(service.url, mail ?? { id: '' }))
}

/** The HTML of a mail, and its links and images in their order. */
export async function shownIn(raw: Buffer): Promise<{ html: string; urls: string[] }> {
  const { html = '' } = await parseMail(raw)
  const urls = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&'),
  )
  return { html, urls }
}

/**
 * All mail of a service was delivered so long ago that a person may have read it.
 *
 * @param to whose mail has to be delivered first: what has arrived is recorded a little later
 */
export async function deliveredLongAgo({ sql }: TestService, to: readonly string[]): Promise<void> {
  await until(async () => {
    const { rows } = await sql.query(
      'select distinct recipient from message_logs where recipient = any($1) and delivered_at is not null',
      [to],
    )
    return rows.length === to.length
  }, 'the deliveries')
  const longAgo = new Date(Date.now() - 60_000)
  await sql.query('update message_logs set delivered_at = $1 where delivered_at is not null', [longAgo])
}

/** Asks the service for what a tracked address leads to, whatever host that names. */
export function visit(
  service: Sending,
  url: string,
  headers: Record<string, string> = { 'User-Agent': browser },
  method = 'GET',
): Promise<Response> {
  const { pathname, search } = new URL(url)
  return fetch(service.url + pathname + search, { method, headers, redirect: 'manual' })
}

/** Waits until a log counts as many opens and clicks of people and of machines as asked. */
export async function untilEngaged(
  service: Sending,
  log: { id: string },
  asked: Partial<NonNullable<components['schemas']['Engagement']>>,
): Promise<NonNullable<components['schemas']['Engagement']>> {
  return until(async () => {
    const { body } = await read(service, `/v1/message-logs/${log.id}`)
    const { engagement } = body as components['schemas']['MessageLog']
    const entries = Object.entries(asked) as [keyof NonNullable<typeof engagement>, unknown][]
    return engagement !== null && entries.every(([name, value]) => engagement[name] === value) && engagement
  }, 'the opens and clicks')
}
