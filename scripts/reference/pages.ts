import { baseUrlMark } from '../../server/operate/reference/built-pages.js'
import { toPage } from '../pages/addresses.js'
import { escaped } from '../pages/escape.js'
import { markdownFragment } from '../pages/markdown.js'
import { addressOf, tagAddress, type Reference, type ReferenceEvent, type ReferenceTag } from './contract.js'
import { parameterList, requestLine, sinceLine } from './operation-page.js'
import { codeBlocks, exampleBlock, receiversOf } from './samples.js'
import { SchemaWriter } from './schema.js'

/** The page of a type of event: when it is recorded, what it has in it, and a function that takes its webhook. */
export function eventPage(event: ReferenceEvent): string {
  const { type, since, summary, description, headers, payload } = event
  const schemas = new SchemaWriter()
  return `<main id="content">
<article class="operation">
<div class="about">
<h1>${escaped(summary)}</h1>
${requestLine('event', type)}
${sinceLine(since)}
${markdownFragment(description)}
</div>
<div class="beside">
${codeBlocks(receiversOf(event))}
${exampleBlock('Payload', payload.example)}
</div>
<div class="about">
<h2 id="payload">Payload</h2>
${schemas.about(payload.schema)}${schemas.fields(payload.schema)}
<h2 id="headers">Headers of the webhook</h2>
${parameterList(schemas, headers)}
</div>`
}

/** The page of a tag: its operations or events, each with what it does. */
export function tagPage({ name, description, operations, events }: ReferenceTag): string {
  const address = tagAddress(name)
  const line = (of: string, summary: string, kind: string, where: string) =>
    `<li><a href="${toPage(address, addressOf(of))}">${escaped(summary)}</a>\n${requestLine(kind, where)}</li>`
  const lines = [
    ...operations.map(({ id, method, path, summary }) => line(id, summary, method, path)),
    ...events.map(({ type, summary }) => line(type, summary, 'event', type)),
  ]
  return `<h1>${escaped(name)}</h1>
${markdownFragment(description)}
<ul class="operations">
${lines.join('\n')}
</ul>`
}

/** The first page of the reference in Markdown: where the service is, what there is, and what holds for all of it. */
export function overviewMarkdown({ groups, description }: Reference): string {
  const lists = groups.map(
    ({ name, tags }) =>
      `| ${name} | ${tags.map((tag) => `[${tag.name}](${tagAddress(tag.name)})`).join(', ')} |`,
  )
  const sections = description.indexOf('\n## ')
  return `# API reference

${description.slice(0, sections)}

This service is at \`${baseUrlMark}\`. The contract is an OpenAPI file:
[openapi.yaml](openapi.yaml) or [openapi.json](openapi.json).

## Operations

| Group | Pages |
| --- | --- |
${lists.join('\n')}
${description.slice(sections)}`
}
