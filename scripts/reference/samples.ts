import { baseUrlMark } from '../../server/operate/reference/built-pages.js'
import { readContract } from '../../server/platform/http/operation/contract.js'
import { escaped } from '../pages/escape.js'
import { highlighted } from '../pages/highlight.js'
import type { ReferenceEvent, ReferenceOperation } from './contract.js'
import { curlSample } from './samples/curl.js'
import { jsonLiteral } from '../../base/text/literal.js'
import { pythonSample } from './samples/python.js'
import { pythonReceiver, typescriptReceiver } from './samples/receiver.js'
import { sampleRequest } from './samples/sample-request.js'
import { typescriptSample } from './samples/typescript.js'

/** A program in a language that the reference has samples in. */
export interface CodeSample {
  readonly language: 'curl' | 'TypeScript' | 'Python'
  readonly source: string
}

/** The names that blocks of code have for the languages. */
export const fences = { curl: 'sh', TypeScript: 'ts', Python: 'python' } as const

const contract = readContract()

/**
 * The programs that make an operation's request, each to be pasted as it is.
 *
 * @param baseUrl how the service is reached from outside, without a trailing slash
 */
export function samplesOf({ method, path, documented }: ReferenceOperation, baseUrl: string): CodeSample[] {
  const request = sampleRequest(contract, method, path, documented)
  return [
    { language: 'curl', source: curlSample(request, baseUrl) },
    { language: 'TypeScript', source: typescriptSample(request, baseUrl) },
    { language: 'Python', source: pythonSample(request, baseUrl) },
  ]
}

/** Functions that take the webhooks of a type of event. */
export function receiversOf({ type, payload }: ReferenceEvent): CodeSample[] {
  return [
    { language: 'TypeScript', source: typescriptReceiver(type, payload.example) },
    { language: 'Python', source: pythonReceiver(type, payload.example) },
  ]
}

/** The samples of an operation, and what it answers with. */
export function sampleBlocks(operation: ReferenceOperation): string {
  const replies = operation.replies.flatMap(([status, { content = {} }]) => {
    const example = status.startsWith('2') ? Object.values(content)[0]?.example : undefined
    return example === undefined ? [] : [exampleBlock(`Reply ${status}`, example)]
  })
  return [codeBlocks(samplesOf(operation, baseUrlMark)), ...replies].join('\n')
}

/** Programs under the names of their languages. A script makes tabs of them. */
export function codeBlocks(samples: readonly CodeSample[]): string {
  const blocks = samples.map(
    ({ language, source }) => `<section class="sample" data-language="${language}">
<h3>${language}</h3>
${codeBlock(source, language, fences[language])}
</section>`,
  )
  return `<div class="samples" aria-label="Samples" role="group">\n${blocks.join('\n')}\n</div>`
}

/** A value as JSON under a heading. */
export function exampleBlock(heading: string, example: unknown): string {
  const [source, language] = typeof example === 'string' ? [example, 'text'] : [jsonLiteral(example), 'json']
  return `<section class="example">
<h2>${heading}</h2>
${codeBlock(source, heading, language)}
</section>`
}

/** Focusable, because a reader without a mouse could not scroll it. */
function codeBlock(source: string, label: string, language: string): string {
  const code = highlighted(source.trimEnd(), language)
  return `<pre tabindex="0" role="region" aria-label="${escaped(label)}"><code>${code}</code></pre>`
}
