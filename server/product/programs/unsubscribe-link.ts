import type { Rendered } from '../content/rendering/compiling/source.js'

/**
 * Returns the bodies of a mail that lack its link to unsubscribe. A program's mail has it in each body, since some
 * people read one of them, and some the other. A text that is made from the HTML is not named beside it, because it
 * has the link as soon as the HTML has.
 *
 * @param link the link with which the mail was rendered
 */
export function bodiesWithoutLink(
  { html, text, textIsMade }: Pick<Rendered, 'html' | 'text' | 'textIsMade'>,
  link: string,
): ('html' | 'text')[] {
  // In HTML the link may be written with the entity.
  const lacks = (body: string) => !body.replaceAll('&amp;', '&').includes(link)
  const bodies = { html, text }
  if (textIsMade && html !== null && lacks(html)) return ['html']
  return (['html', 'text'] as const).filter((field) => {
    const body = bodies[field]
    return body !== null && lacks(body)
  })
}
