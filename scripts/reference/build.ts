import { baseUrlMark } from '../../server/operate/reference/built-pages.js'
import { toPage, toRoot } from '../pages/addresses.js'
import { article, assetAddress, framed, waysOn } from '../pages/layout.js'
import { renderMarkdown } from '../pages/markdown.js'
import { referenceAddress } from '../pages/navigation.js'
import { entriesOf, type SearchEntry } from '../pages/search-index.js'
import {
  addressOf,
  followed,
  readReference,
  tagAddress,
  type Reference,
  type ReferenceEvent,
  type ReferenceOperation,
  type ReferenceTag,
  type Schema,
} from './contract.js'
import { referenceNavigation } from './navigation.js'
import { operationPage } from './operation-page.js'
import { eventPage, overviewMarkdown, tagPage } from './pages.js'

/** A page of the reference as it is written. */
interface ReferencePage {
  readonly address: string
  readonly name: string
  readonly description: string
  /** The tag that it is of; undefined for the first page. */
  readonly tag: string | undefined
  /** Below the navigation. The ways on follow it where it does not end by them itself. */
  readonly body: (ways: string) => string
  /** What a search finds on it. */
  readonly entries: readonly SearchEntry[]
}

/**
 * Makes the API reference of the contract: a page for each operation, each type of event and each tag, and a first one.
 *
 * @param write takes the HTML of each page
 * @returns what a search finds on them
 * @throws Error where two pages would have one file on a disk that takes capitals for small letters
 */
export async function buildReference(
  write: (address: string, html: string) => Promise<void>,
): Promise<SearchEntry[]> {
  const reference = readReference()
  const pages = pagesOf(reference)
  const files = new Set(pages.map(({ address }) => address.toLowerCase()))
  if (files.size !== pages.length) throw new Error('Two pages of the API reference have the same address.')
  for (const { address, name, description, tag, body } of pages) {
    const asset = (file: string) => assetAddress(address, file)
    await write(
      address,
      framed({
        address,
        title: name,
        description,
        kind: tag === undefined ? 'guide' : 'guide reference',
        navigation: referenceNavigation(reference, address, tag),
        head: `<link rel="alternate" type="application/yaml" title="OpenAPI contract"
 href="${toRoot(address)}openapi.yaml">
<link rel="stylesheet" href="${asset('reference.css')}">
<link rel="stylesheet" href="${asset('try.css')}">
<script type="module" src="${asset('reference.js')}"></script>
${tag === undefined ? `<script src="${asset('moved.js')}" data-reference="api"></script>\n` : ''}`,
        body: body(waysOn(address, pages)),
      }),
    )
  }
  return pages.flatMap(({ entries }) => entries)
}

function pagesOf(reference: Reference): ReferencePage[] {
  const tags = reference.groups.flatMap((group) => group.tags)
  const events = tags.flatMap((tag) => tag.events)
  return [
    overview(reference),
    ...tags.flatMap((tag) => [
      tagOf(tag),
      ...tag.operations.map((operation) => operationOf(operation, events)),
      ...tag.events.map(eventOf),
    ]),
  ]
}

function overview(reference: Reference): ReferencePage {
  const { html, passages } = renderMarkdown(overviewMarkdown(reference), {
    link: (href) => {
      if (href.startsWith('api/')) return toPage(referenceAddress, href)
      return href.startsWith('openapi.') ? toRoot(referenceAddress) + href : href
    },
    image: (href) => href,
  })
  const page = { address: referenceAddress, name: 'API reference' }
  return {
    ...page,
    tag: undefined,
    description:
      'Every operation, event and error of the Postseal API, with examples for curl, TypeScript and Python.',
    body: (ways) => article(html, passages, ways),
    entries: entriesOf(page, passages).map((entry) => ({ ...entry, t: entry.t.replaceAll(baseUrlMark, '') })),
  }
}

function tagOf(tag: ReferenceTag): ReferencePage {
  const address = tagAddress(tag.name)
  return {
    address,
    name: tag.name,
    tag: tag.name,
    description: firstSentence(tag.description),
    body: (ways) => article(tagPage(tag), [], ways),
    entries: [{ p: 'API reference', h: tag.name, u: address, t: oneLine(tag.description) }],
  }
}

function operationOf(operation: ReferenceOperation, events: readonly ReferenceEvent[]): ReferencePage {
  const { id, method, path, summary, description, parameters, body } = operation
  const address = addressOf(id)
  const pageOf = (schema: string) => {
    const event = events.find(({ payload }) => payload.schema.$ref?.endsWith(`/${schema}`))
    return event && `<a href="${toPage(address, addressOf(event.type))}"><code>${event.type}</code></a>`
  }
  const own = parameters.filter((parameter) => !isEverywhere(parameter.name))
  const names = [...own.map(({ name }) => name), ...fieldsOf(body?.[1].schema)]
  const unsaid = names.filter((name) => !description.includes(name))
  return {
    address,
    name: summary,
    tag: operation.tag,
    description: `${summary}: ${method.toUpperCase()} ${path}`,
    body: (ways) => `${operationPage(operation, pageOf)}\n${ways}\n</article>\n</main>`,
    entries: [
      {
        p: 'API reference',
        h: `${method.toUpperCase()} ${path}`,
        u: address,
        t: oneLine(`${summary}. ${id} ${description} ${unsaid.join(' ')}`),
      },
    ],
  }
}

function eventOf(event: ReferenceEvent): ReferencePage {
  const { type, tag, summary, description } = event
  const address = addressOf(type)
  return {
    address,
    name: summary,
    tag,
    description: `${summary}: the event ${type}`,
    body: (ways) => `${eventPage(event)}\n${ways}\n</article>\n</main>`,
    entries: [
      { p: 'API reference', h: `Event ${type}`, u: address, t: oneLine(`${summary}. ${description}`) },
    ],
  }
}

/** What most operations take says nothing about one of them. */
function isEverywhere(name: string): boolean {
  return ['id', 'limit', 'since', 'until', 'cursor', 'project_id', 'Idempotency-Key'].includes(name)
}

function fieldsOf(schema: Schema | undefined): string[] {
  return schema === undefined ? [] : Object.keys(followed<Schema>(schema).properties ?? {})
}

function firstSentence(markdown: string): string {
  return oneLine(markdown).split(/(?<=\.) /)[0] ?? ''
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
