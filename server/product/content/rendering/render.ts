import type { Liquid, Template } from 'liquidjs'
import type { CompiledContent, Edition } from './compiling/content.js'
import { engines, renderField } from './field.js'
import { inlineCss } from './styles/inline-css.js'
import type { RenderJob } from './pool/jobs.js'
import { maxHtmlBytes, maxTextBytes } from './limits.js'
import { OutputTooLongError } from './liquid/limited-emitter.js'
import { mistakesOf } from './liquid/liquid-mistakes.js'
import { textFrom } from './compiling/make-text.js'
import { placesOf, type Assembled } from './compiling/pieces.js'
import { maxRenderedSubject, subjectMistakes, tooLongMistake } from './subject.js'
import { RenderError, type Field, type Mistake, type Rendered } from './compiling/source.js'
import { checkValues } from './liquid/variables.js'
import { warningsOf } from './compiling/warnings.js'

/** A parsed template that can be rendered often. */
export interface ParsedContent {
  readonly content: CompiledContent
  readonly subject: Template[]
  readonly html: Template[] | undefined
  readonly text: Template[] | undefined
}

export function parseContent(json: string): ParsedContent {
  const content = JSON.parse(json) as CompiledContent
  const { html, text } = engines[content.edition ?? 1]
  const parse = (engine: Liquid, assembled: Assembled | undefined) =>
    assembled && engine.parse(assembled.source)
  return {
    content,
    subject: parse(text, content.subject) ?? [],
    html: parse(html, content.html),
    text: parse(text, content.text),
  }
}

/**
 * Renders a mail: the only way from a template to the bodies of a message, for previews and for sends.
 *
 * @throws RenderError
 */
export function renderMail(
  parsed: ParsedContent,
  job: Omit<RenderJob, 'key' | 'content' | 'type'>,
): Rendered {
  const given = JSON.parse(job.values) as Record<string, unknown>
  const { values, missing, mistakes } = checkValues(job.variables, given)
  const lacks = job.fillMissing ? [] : missing.map(({ name }) => missingMistake(name))
  if (lacks.length + mistakes.length > 0) throw new RenderError([...lacks, ...mistakes])

  const { edition = 1 } = parsed.content
  const found: Mistake[] = []
  const run = (field: Field & keyof CompiledContent, templates: Template[], max: number): string => {
    const engine = field === 'html' ? engines[edition].html : engines[edition].text
    try {
      return renderField(engine, templates, { values, given: job, max })
    } catch (error) {
      found.push(...mistakesIn(error, field, parsed.content))
      return ''
    }
  }
  const subject = run('subject', parsed.subject, maxRenderedSubject)
  found.push(...subjectMistakes(subject, values, found))
  const source = parsed.html && run('html', parsed.html, maxHtmlBytes)
  const text = parsed.text && run('text', parsed.text, maxTextBytes)
  if (found.length > 0) throw new RenderError(decisive(withoutRepeats(found)))

  const html = source && (parsed.content.cssAfter ? inlineCss(source, edition) : source)
  const mail = bodies(subject, html, text, edition)
  const hasText = parsed.text !== undefined
  const warnings = job.warn ? warningsOf(mail, parsed.content.unused, hasText, job.fillMissing) : []
  return { ...mail, textIsMade: !hasText, warnings }
}

function missingMistake(variable: string): Mistake {
  return { code: 'missing_variable', message: 'is missing', variable }
}

function mistakesIn(
  error: unknown,
  field: Field & keyof CompiledContent,
  content: CompiledContent,
): Mistake[] {
  const assembled = content[field] as Assembled
  // Computed once, because a mail can have many mistakes.
  let placeAt: ReturnType<typeof placesOf> | undefined
  const placeOf = (line: number, column: number) =>
    (placeAt ??= placesOf(assembled, content.files))(line, column)
  const tooLong = (OutputTooLongError.in(error) && tooLongMistake(field)) || undefined
  return tooLong ? [tooLong] : mistakesOf(error, placeOf, 'render')
}

/** Returns the bodies with LF as the line break, as they are stored, shown and sent. */
function bodies(
  subject: string,
  html: string | undefined,
  text: string | undefined,
  edition: Edition,
): Omit<Rendered, 'textIsMade' | 'warnings'> {
  const lines = (body: string) => body.replace(/\r\n?/g, '\n')
  const readableHtml = html === undefined ? null : lines(html)
  const readableText = lines(text ?? textFrom(readableHtml ?? '', edition))
  const mistakes: Mistake[] = []
  if (Buffer.byteLength(readableHtml ?? '') > maxHtmlBytes) mistakes.push(tooLongMistake('html'))
  if (Buffer.byteLength(readableText) > maxTextBytes) mistakes.push(tooLongMistake('text'))
  if (readableHtml?.trim() === '' || (readableHtml === null && readableText.trim() === '')) {
    const field = readableHtml === null ? 'text' : 'html'
    mistakes.push({ code: 'empty', message: 'is empty once it is rendered', field })
  }
  if (mistakes.length > 0) throw new RenderError(mistakes)
  return { subject, html: readableHtml, text: readableText }
}

/** Returns the mistakes that matter: a limit that has cut a render short leaves other values missing. */
function decisive(mistakes: Mistake[]): Mistake[] {
  const limits = mistakes.filter(({ code }) => code === 'limit_exceeded' || code === 'too_long')
  return limits.length > 0 ? limits : mistakes
}

/** Removes repeated mistakes, such as those of a loop. */
function withoutRepeats(mistakes: readonly Mistake[]): Mistake[] {
  return [...new Map(mistakes.map((mistake) => [JSON.stringify(mistake), mistake])).values()]
}
