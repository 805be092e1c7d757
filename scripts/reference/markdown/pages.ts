import { markdownLink, type Target } from '../../pages/addresses.js'
import { rewriteMarkdown } from '../../pages/rewritten.js'
import { addressOf, type Reference, type ReferenceEvent, type ReferenceTag } from '../contract.js'
import { overviewMarkdown } from '../pages.js'
import { receiversOf } from '../samples.js'
import { blocks, code } from './blocks.js'
import { ObjectTables } from './objects.js'
import { mediaMarkdown, samplesMarkdown } from './operation.js'

/** The Markdown of the page of a type of event. */
export function eventMarkdown(event: ReferenceEvent): string {
  const { type, since, summary, description, headers, payload } = event
  const tables = new ObjectTables()
  return blocks(
    `# ${summary}`,
    `The event ${code(type)}, since version ${since}`,
    description,
    '## Payload',
    mediaMarkdown(tables, ['application/json', payload]),
    tables.objects(),
    '## Headers of the webhook',
    tables.parameters(headers),
    '## Samples',
    samplesMarkdown(receiversOf(event)),
  )
}

/** The Markdown of a tag's page: its operations or events, each with a link to its Markdown. */
export function tagMarkdown({ name, description, operations, events }: ReferenceTag): string {
  const line = (of: string, summary: string, what: string) =>
    `- [${summary}](${markdownLink({ page: addressOf(of) })}): ${code(what)}`
  return blocks(
    `# ${name}`,
    description,
    [
      ...operations.map(({ id, method, path, summary }) =>
        line(id, summary, `${method.toUpperCase()} ${path}`),
      ),
      ...events.map(({ type, summary }) => line(type, summary, type)),
    ].join('\n'),
  )
}

/** The Markdown of the reference's first page. */
export function overviewWithLinks(reference: Reference): string {
  return rewriteMarkdown(overviewMarkdown(reference), {
    link: (href) => markdownLink(overviewTarget(href)),
    image: (href) => href,
  })
}

/** Returns the target of a link on the first page, which names pages and files by their addresses. */
export function overviewTarget(href: string): Target {
  if (href.startsWith('api/')) return { page: href }
  return href.startsWith('openapi.') ? { path: href } : { href }
}
