import type { TypedContent, Wording } from '../../../templates/editor/content.js'

const link = '{{ unsubscribe_url }}'

/** Adds a link to unsubscribe to the end of each body that lacks it, in every language. */
export function withUnsubscribeLink(content: TypedContent): TypedContent {
  const locales = Object.entries(content.locales).map(([tag, wording]) => [tag, withLink(wording)] as const)
  return { ...content, ...withLink(content), locales: Object.fromEntries(locales) }
}

function withLink({ subject, preheader, html, text }: Wording): Wording {
  const lacks = (body: string) => body !== '' && !/\bunsubscribe_url\b/.test(body)
  return {
    subject,
    preheader,
    html: lacks(html) ? atEnd(html, `<p><a href="${link}">Unsubscribe</a></p>\n`) : html,
    text: lacks(text) ? `${text.trimEnd()}\n\nUnsubscribe: ${link}\n` : text,
  }
}

/** Inserts a paragraph before the end of the body, if the HTML has one. */
function atEnd(html: string, paragraph: string): string {
  const ends = [...html.matchAll(/<\/(?:body|html)\s*>/gi)]
  const at = ends[0]?.index ?? html.length
  const before = html.slice(0, at)
  return `${before}${before.endsWith('\n') || before === '' ? '' : '\n'}${paragraph}${html.slice(at)}`
}
