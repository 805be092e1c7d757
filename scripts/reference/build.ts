import { baseUrlMark } from '../../server/operate/reference/built-pages.js'
import { markdownLink, pageLink, toPage, toRoot } from '../pages/addresses.js'
import type { WrittenPage } from '../pages/build.js'
import type { ListedPage } from '../pages/llms.js'
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
import { code } from './markdown/blocks.js'
import { operationMarkdown } from './markdown/operation.js'
import { eventMarkdown, overviewTarget, overviewWithLinks, tagMarkdown } from './markdown/pages.js'
import { referenceNavigation } from './navigation.js'
import { operationPage } from './operation-page.js'
import { eventPage, overviewMarkdown, tagPage } from './pages.js'

/** A page of the reference as it is written. */
interface ReferencePage extends ListedPage {
  readonly description: string
  /** The tag that it is of; undefined for the first page. */
  readonly tag: string | undefined
  /** Below the navigation. The ways on follow it where it does not end by them itself. */
  readonly body: (ways: string) => string
  readonly markdown: string
  /** The entries under which a search finds the page. */
  readonly entries: readonly SearchEntry[]
}

/**
 * Makes the API reference of the contract: a page for each operation, each type of event and each tag, and a first one.
 *
 * @param write takes each page
 * @returns what a search finds on them
 * @throws Error where two pages would have one file on a disk that takes capitals for small letters
 */
export async function buildReference(write: (page: WrittenPage) => Promise<void>): Promise<SearchEntry[]> {
  const reference = readReference()
  const pages = pagesOf(reference)
  const files = new Set(pages.map(({ address }) => address.toLowerCase()))
  if (files.size !== pages.length) throw new Error('Two pages of the API reference have the same address.')
  for (const page of pages) {
    const { address, name, description, tag, body } = page
    const asset = (file: string) => assetAddress(address, file)
    await write({
      ...page,
      html: framed({
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
    })
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
    link: (href) => pageLink(referenceAddress, overviewTarget(href)),
    image: (href) => href,
  })
  const page = { address: referenceAddress, name: 'API reference' }
  const description =
    'Every operation, event and error of the Postseal API, with examples for curl, TypeScript and Python.'
  return {
    ...page,
    tag: undefined,
    description,
    about: description,
    body: (ways) => article(html, passages, ways),
    markdown: overviewWithLinks(reference),
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
    about: firstSentence(tag.description),
    body: (ways) => article(tagPage(tag), [], ways),
    markdown: tagMarkdown(tag),
    entries: [{ p: 'API reference', h: tag.name, u: address, t: oneLine(tag.description) }],
  }
}

function operationOf(operation: ReferenceOperation, events: readonly ReferenceEvent[]): ReferencePage {
  const { id, method, path, summary, description, parameters, body } = operation
  const address = addressOf(id)
  const eventOf = (schema: string) =>
    events.find(({ payload }) => payload.schema.$ref?.endsWith(`/${schema}`))?.type
  const pageOf = (schema: string) => {
    const type = eventOf(schema)
    return type && `<a href="${toPage(address, addressOf(type))}"><code>${type}</code></a>`
  }
  const markdownOf = (schema: string) => {
    const type = eventOf(schema)
    return type && `[${code(type)}](${markdownLink({ page: addressOf(type) })})`
  }
  const own = parameters.filter((parameter) => !isEverywhere(parameter.name))
  const names = [...own.map(({ name }) => name), ...fieldsOf(body?.[1].schema)]
  const unsaid = names.filter((name) => !description.includes(name))
  return {
    address,
    name: summary,
    tag: operation.tag,
    description: `${summary}: ${method.toUpperCase()} ${path}`,
    about: code(`${method.toUpperCase()} ${path}`),
    isDetail: true,
    markdown: operationMarkdown(operation, markdownOf),
    body: (ways) => `${operationPage(operation, pageOf)}\n${ways}\n</article>\n</main>`,
    entries: [
      {
        p: 'API reference',
        h: summary,
        u: address,
        t: oneLine(`${method.toUpperCase()} ${path}, ${id}. ${description} ${unsaid.join(' ')}`),
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
    about: `The event ${code(type)}`,
    isDetail: true,
    markdown: eventMarkdown(event),
    body: (ways) => `${eventPage(event)}\n${ways}\n</article>\n</main>`,
    entries: [
      { p: 'API reference', h: `Event ${type}`, u: address, t: oneLine(`${summary}. ${description}`) },
    ],
  }
}

/** Returns true for a parameter that most operations take, so that it says nothing about one of them. */
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
