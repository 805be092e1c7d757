import { Context, toValueSync, type Liquid, type Template } from 'liquidjs'
import { contactName } from './liquid/contact-paths.js'
import type { CompiledContent, Edition } from './compiling/content.js'
import { openEngine } from './liquid/engine.js'
import { FillingContext } from './liquid/filling-context.js'
import { inlineCss } from './styles/inline-css.js'
import type { RenderJob } from './pool/jobs.js'
import { maxHtmlBytes, maxSubject, maxTextBytes, renderLimitMs } from './limits.js'
import { LimitedEmitter, OutputTooLongError } from './liquid/limited-emitter.js'
import { mistakesOf } from './liquid/liquid-mistakes.js'
import { textFrom } from './compiling/make-text.js'
import { PartialTag } from './liquid/partial-tag.js'
import { placesOf, type Assembled } from './compiling/pieces.js'
import { limitRender } from './pool/render-limit.js'
import {
  RenderError,
  unsubscribeVariable,
  type Field,
  type Mistake,
  type Rendered,
} from './compiling/source.js'
import { checkValues } from './liquid/variables.js'
import { warningsOf } from './compiling/warnings.js'

const tags = { render: PartialTag, layout: undefined, block: undefined }
const more = { catchAllErrors: true }
const engines = { 1: enginesOf(1), 2: enginesOf(2), 3: enginesOf(3) }

function enginesOf(edition: Edition): { readonly html: Liquid; readonly text: Liquid } {
  return { html: openEngine(true, tags, more, edition), text: openEngine(false, tags, more, edition) }
}

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
      return rendered(engine, templates, { values, given: job, max })
    } catch (error) {
      found.push(...mistakesIn(error, field, parsed.content))
      return ''
    }
  }
  const subject = run('subject', parsed.subject, 100_000)
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

type Given = Pick<RenderJob, 'contact' | 'unsubscribeUrl' | 'fillMissing'>

function rendered(
  engine: Liquid,
  templates: Template[],
  { values, given, max }: { readonly values: object; readonly given: Given; readonly max: number },
): string {
  if (!given.fillMissing || given.contact === undefined)
    return renderOnce(engine, templates, { values, given, max })
  // If the mail of this contact could not be rendered, the preview shows the missing values.
  const failing: string[] = []
  for (;;) {
    try {
      return renderOnce(engine, templates, { values, given, max, failing })
    } catch (error) {
      const more = missingOfContact(error).filter((path) => !failing.includes(path))
      if (more.length === 0 || failing.length + more.length > maxFilled) throw error
      failing.push(...more)
    }
  }
}

/** Most values of a contact that are filled in: each may take a render of its own. */
const maxFilled = 100

function missingOfContact(error: unknown): string[] {
  return mistakesOf(error, () => undefined, 'render').flatMap(({ code, variable = '' }) =>
    code === 'missing_variable' && variable.startsWith(`${contactName}.`) ? [variable] : [],
  )
}

function renderOnce(
  engine: Liquid,
  templates: Template[],
  {
    values,
    given: { contact, unsubscribeUrl, fillMissing },
    max,
    failing,
  }: {
    readonly values: object
    readonly given: Given
    readonly max: number
    /** The paths of the contact that are shown in brackets. */
    readonly failing?: readonly string[]
  },
): string {
  const Kind = fillMissing ? FillingContext : Context
  // Each field gets a copy of the contact, so that a change by one field's template does not reach another.
  const globals = {
    ...(contact !== undefined && { contact: { ...contact } }),
    ...(unsubscribeUrl !== undefined && { [unsubscribeVariable]: unsubscribeUrl }),
  }
  const renderLimit = limitRender(renderLimitMs)
  const context = new Kind(values, engine.options, { sync: true, globals }, { liquid: engine, renderLimit })
  if (context instanceof FillingContext) context.failing = failing
  const emitter = new LimitedEmitter(max, fillMissing)
  toValueSync(engine.renderer.renderTemplates(templates, context, emitter))
  return emitter.buffer
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

function tooLongMistake(field: Field): Mistake {
  const max = field === 'html' ? '1 MB' : field === 'text' ? '200 kB' : `${maxSubject} characters`
  return { code: 'too_long', message: `is longer than ${max} once it is rendered`, field }
}

/** Returns the mistakes of a subject, in which a line break would begin another header field. */
function subjectMistakes(
  subject: string,
  values: Readonly<Record<string, unknown>>,
  found: readonly Mistake[],
): Mistake[] {
  if (found.length > 0) return []
  if (/[\r\n]/.test(subject)) {
    const broken = Object.entries(values).filter(
      ([, value]) => typeof value === 'string' && /[\r\n]/.test(value) && subject.includes(value),
    )
    const message = 'would break the line of the subject'
    if (broken.length > 0) return broken.map(([variable]) => ({ code: 'line_break', message, variable }))
    return [{ code: 'line_break', message: 'has a line break once it is rendered', field: 'subject' }]
  }
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(subject)) {
    return [{ code: 'characters', message: 'has control characters once it is rendered', field: 'subject' }]
  }
  if (subject.trim() === '') {
    return [{ code: 'empty', message: 'is empty once it is rendered', field: 'subject' }]
  }
  return subject.length > maxSubject ? [tooLongMistake('subject')] : []
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
