import type { Rendered } from '../content/rendering/source.js'

/**
 * The bodies of a mail that lack its link to unsubscribe. A program's mail has it in each: some people read one
 * of them, and some the other.
 *
 * @param link the link that the mail was rendered with
 */
export function bodiesWithoutLink(
  { html, text }: Pick<Rendered, 'html' | 'text'>,
  link: string,
): ('html' | 'text')[] {
  // In HTML it may be written with the entity.
  const lacks = (body: string) => !body.replaceAll('&amp;', '&').includes(link)
  const bodies = { html, text }
  return (['html', 'text'] as const).filter((field) => {
    const body = bodies[field]
    return body !== null && lacks(body)
  })
}
