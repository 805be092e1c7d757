import type { Uuid } from '../../../platform/db/ids.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import type { SubscriptionLinks } from '../../audience/subscriptions/links/links.js'
import type { NewMessage } from '../admit/new-message.js'

const tokens = /\/subscriptions\/unsubscribe\/([\w.~-]+)/g

/**
 * Refuses mail to a list that does not show its recipient how to leave the list: mailbox providers demand a link in
 * the body beside the one in the header, and some people read the HTML and some the text. Signed or encrypted content
 * cannot be checked.
 *
 * @param at JSON pointer to the message in the request
 * @throws ApiError 422 `validation_failed` with the detail `unsubscribe_link_missing`
 */
export function refuseWithoutLink(
  links: Pick<SubscriptionLinks, 'readUnsubscribe'>,
  { text, html, entity, origin }: NewMessage,
  subscriptionId: Uuid,
  at: string,
): void {
  if (entity !== null) return
  const shows = (body: string) =>
    [...body.matchAll(tokens)].some(([, token = '']) => {
      const link = links.readUnsubscribe(token)
      return link !== 'invalid' && link.subscriptionId === subscriptionId
    })
  const bodies = { html, text }
  const lacking = (['html', 'text'] as const).filter(
    (name) => bodies[name] !== null && !shows(bodies[name] ?? ''),
  )
  if (lacking.length === 0) return
  const message = 'must show the unsubscribe_url of the subscription, because the mail is to a list'
  throw new ApiError('validation_failed', 'The mail does not show how to unsubscribe from its list.', {
    details: lacking.map((name) => ({
      path: origin === null ? `${at}/${name}` : `${at}/template/${name}`,
      code: 'unsubscribe_link_missing',
      message,
    })),
  })
}
