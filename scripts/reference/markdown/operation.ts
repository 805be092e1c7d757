import { baseUrlMark } from '../../../server/operate/reference/built-pages.js'
import { markdownLink } from '../../pages/addresses.js'
import type { Media, ReferenceOperation, Reply } from '../contract.js'
import { credentialsOf, deprecationOf, isError, limitOf } from '../credentials.js'
import { fences, samplesOf, type CodeSample } from '../samples.js'
import { blocks, code, exampleBlock, fenced, table } from './blocks.js'
import { ObjectTables, type PageOf } from './objects.js'

/**
 * The Markdown of an operation's page: what the page has, but for the form that tries it.
 *
 * @param pageOf the link to the page of a schema that is an event's, by the schema's name
 */
export function operationMarkdown(operation: ReferenceOperation, pageOf: PageOf): string {
  const { id, method, path, since, summary, description, parameters, body, replies } = operation
  const tables = new ObjectTables(pageOf)
  return blocks(
    `# ${summary}`,
    `${code(`${method.toUpperCase()} ${path}`)}, the operation ${code(id)}, since version ${since}`,
    deprecationOf(operation) ?? '',
    description,
    credentials(operation),
    parameters.length === 0 ? '' : blocks('## Parameters', tables.parameters(parameters)),
    body === undefined ? '' : blocks('## Body', mediaMarkdown(tables, body)),
    '## Reply',
    ...replies.filter(([status]) => !isError(status)).map((reply) => replyMarkdown(tables, reply)),
    tables.objects(),
    errors(operation),
    '## Samples',
    samplesMarkdown(samplesOf(operation, baseUrlMark)),
  )
}

function credentials(operation: ReferenceOperation): string {
  const ways = credentialsOf(operation, code)
  const guide = markdownLink({ page: 'guide/credentials' })
  const limits = markdownLink({ page: 'api', heading: 'limits' })
  return blocks(
    '## Credentials',
    ways.length === 0
      ? 'Anybody may call it: it takes no credential.'
      : ways.map((way) => `- ${way}`).join('\n'),
    `See [Credentials](${guide}). It counts against ${limitOf(operation)}: [Limits](${limits}).`,
  )
}

/** A body with its example. */
export function mediaMarkdown(tables: ObjectTables, [type, media]: readonly [string, Media]): string {
  const example = media.example === undefined ? '' : blocks('Example:', exampleBlock(media.example))
  return blocks(code(type), tables.body(media.schema), example)
}

function replyMarkdown(tables: ObjectTables, [status, reply]: readonly [string, Reply]): string {
  const { description, content = {}, headers = {} } = reply
  const names = Object.keys(headers).map(code)
  return blocks(
    `### ${status}`,
    description,
    names.length === 0 ? '' : `Headers: ${names.join(', ')}.`,
    ...Object.entries(content).map((media) => mediaMarkdown(tables, media)),
  )
}

function errors({ replies }: ReferenceOperation): string {
  const rows = replies
    .filter(([status]) => isError(status))
    .map(([status, { description }]) => [status, description])
  return blocks(
    '## Errors',
    `What to do about each code: [Errors](${markdownLink({ page: 'errors' })}).`,
    table(['Status', 'Code and cause'], rows),
  )
}

/** Programs, each under the name of its language. */
export function samplesMarkdown(samples: readonly CodeSample[]): string {
  return blocks(
    ...samples.flatMap(({ language, source }) => [`### ${language}`, fenced(fences[language], source)]),
  )
}
