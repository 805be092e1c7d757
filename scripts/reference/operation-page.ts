import { toPage } from '../pages/addresses.js'
import { escaped } from '../pages/escape.js'
import { markdownFragment } from '../pages/markdown.js'
import {
  addressOf,
  errorCodes,
  followed,
  type Parameter,
  type ReferenceOperation,
  type Reply,
  type ReplyHeader,
} from './contract.js'
import { credentialsOf, deprecationOf, isError, limitOf } from './credentials.js'
import { sampleBlocks } from './samples.js'
import { SchemaWriter } from './schema.js'
import { tryForm } from './try-form.js'

/**
 * The page of an operation: what it does, who may call it, what it takes and answers, its errors, samples, and a form
 * that tries it.
 *
 * @param eventPage the link to the page of a schema that is an event's, by the schema's name
 */
export function operationPage(
  operation: ReferenceOperation,
  eventPage: (name: string) => string | undefined,
): string {
  const { summary, description, method, path, id, since } = operation
  const address = addressOf(id)
  const schemas = new SchemaWriter(eventPage)
  return `<main id="content">
<article class="operation">
<div class="about">
<h1>${escaped(summary)}</h1>
${requestLine(method, path)}
${sinceLine(since)}
${deprecated(operation)}${markdownFragment(description)}
${credentials(address, operation)}
</div>
<div class="beside">
${sampleBlocks(operation)}
${tryForm(address, operation)}
</div>
<div class="about">
${parameters(schemas, operation)}${requestBody(schemas, operation)}${replies(schemas, operation)}
${errors(address, operation)}
</div>`
}

/**
 * Returns the heading that names the subject of a page.
 *
 * @param kind a method, or `event`
 * @param name a path, which may break before each of its parts, or a type of event
 */
export function requestLine(kind: string, name: string): string {
  const broken = escaped(name).replaceAll('/', '<wbr>/').replaceAll('_', '_<wbr>')
  return `<p class="request"><span class="method ${kind}">${kind.toUpperCase()}</span> <code>${broken}</code></p>`
}

/** Since which version of the service something is there. */
export function sinceLine(since: string): string {
  return `<p class="rules">Since version ${escaped(since)}</p>`
}

function deprecated(operation: ReferenceOperation): string {
  const said = deprecationOf(operation)
  return said === undefined ? '' : `<p class="warning">${said}</p>\n`
}

/** Which credentials the operation takes, with their scopes or the least role. */
function credentials(address: string, operation: ReferenceOperation): string {
  const ways = credentialsOf(operation, (name) => `<code>${escaped(name)}</code>`)
  const items =
    ways.length === 0
      ? '<p>Anybody may call it: it takes no credential.</p>'
      : `<ul>\n${ways.map((way) => `<li>${way}</li>`).join('\n')}\n</ul>`
  return `<h2 id="credentials">Credentials</h2>
${items}
<p class="rules">See <a href="${toPage(address, 'guide/credentials')}">Credentials</a>.
It counts against ${limitOf(operation)}: <a href="${toPage(address, 'api')}#limits">Limits</a>.</p>`
}

const places = { path: 'In the path', query: 'In the query', header: 'Headers' } as const

function parameters(schemas: SchemaWriter, { parameters }: ReferenceOperation): string {
  if (parameters.length === 0) return ''
  const lists = (Object.keys(places) as Parameter['in'][]).flatMap((place) => {
    const found = parameters.filter((parameter) => parameter.in === place)
    if (found.length === 0) return []
    return [`<h3>${places[place]}</h3>\n${parameterList(schemas, found)}`]
  })
  return `<h2 id="parameters">Parameters</h2>\n${lists.join('\n')}\n`
}

/** Parameters, or headers of a reply. */
export function parameterList(schemas: SchemaWriter, parameters: readonly Omit<Parameter, 'in'>[]): string {
  const items = parameters.map(({ name, schema, ...options }) => schemas.item(name, schema, options))
  return `<ul class="fields">\n${items.join('\n')}\n</ul>`
}

function requestBody(schemas: SchemaWriter, { body }: ReferenceOperation): string {
  if (body === undefined) return ''
  const [mediaType, { schema }] = body
  return `<h2 id="body">Body</h2>
<p class="rules"><code>${escaped(mediaType)}</code></p>
${schemas.about(schema)}${schemas.fields(schema)}\n`
}

function replies(schemas: SchemaWriter, { replies }: ReferenceOperation): string {
  const good = replies
    .filter(([status]) => !isError(status))
    .map(([status, reply]) => replyHtml(schemas, status, reply))
  return `<h2 id="reply">Reply</h2>\n${good.join('\n')}\n`
}

function replyHtml(
  schemas: SchemaWriter,
  status: string,
  { description, content = {}, headers = {} }: Reply,
): string {
  const media = Object.entries(content).map(
    ([mediaType, { schema }]) =>
      `<p class="rules"><code>${escaped(mediaType)}</code></p>\n${schemas.about(schema)}${schemas.fields(schema)}`,
  )
  const named = Object.entries(headers).map(([name, header]) => ({ name, ...followed<ReplyHeader>(header) }))
  const folded =
    named.length === 0
      ? ''
      : `<details><summary>Headers</summary>\n${parameterList(schemas, named)}\n</details>`
  return `<h3>${status}</h3>\n${markdownFragment(description)}${media.join('\n')}\n${folded}`
}

/** One line a status: its codes lead to what causes each and what to do about it. */
function errors(address: string, { replies }: ReferenceOperation): string {
  const codes = errorCodes()
  const items = replies
    .filter(([status]) => isError(status))
    .map(([status, { description }]) => {
      const html = markdownFragment(description).replace(
        /<code>([\w<>]+)<\/code>/g,
        (whole, inner: string) => {
          const code = inner.replaceAll('<wbr>', '')
          return codes.has(code) ? `<a href="${toPage(address, 'errors')}#${code}">${whole}</a>` : whole
        },
      )
      return `<dt>${status}</dt>\n<dd>${html}</dd>`
    })
  return `<h2 id="errors">Errors</h2>
<dl class="errors">
${items.join('\n')}
</dl>\n`
}
