import { analyze, type Analysis, type UsedName } from '../liquid/analyze.js'
import { closestName } from '../../../../platform/http/validation/closest-name.js'
import { contactName } from '../liquid/contact-paths.js'
import { newestEdition, type CompiledContent, type OpenContent } from './content.js'
import { flatten, FlattenError, type Library } from './flatten.js'
import { inlineBeforeRender } from '../styles/inline-css.js'
import type { CompiledLanguage, CompileJob } from '../pool/jobs.js'
import { maxTags } from '../limits.js'
import { mistakesOf } from '../liquid/liquid-mistakes.js'
import { assemble, madePiece, piecesOf, type Assembled, type File, type Piece } from './pieces.js'
import {
  CompileError,
  maxMistakes,
  unsubscribeVariable,
  type Field,
  type Mistake,
  type Variable,
} from './source.js'
import { withInherited } from '../liquid/variables.js'

type Body = 'html' | 'text'
type Fields = 'subject' | 'preheader' | Body

/** Begins an element that is hidden from view, and from the text that is made of the HTML. */
const preheaderBegin =
  '<div data-preheader="" style="display:none;max-height:0;overflow:hidden;mso-hide:all">'

/**
 * Compiles the content of a version in one language: checks it, puts it together with its layout and
 * partials, and inlines its CSS.
 *
 * @throws CompileError
 */
export function compileLanguage(job: CompileJob): CompiledLanguage {
  const library = libraryOf(job)
  const read = readFields(job)
  const mistakes = read.flatMap(({ analysis }) => analysis.mistakes)
  if (mistakes.length > 0) throw new CompileError(mistakes)

  const references = read.flatMap(({ analysis, file }) =>
    analysis.references.map((reference) => ({ ...reference, file })),
  )
  const layouts = references.flatMap(({ tag, id }) => (tag === 'layout' ? (library.get(id) ?? []) : []))
  const inherited = layouts.flatMap(({ variables }) => variables)
  const variables = withInherited(job.variables, inherited)
  mistakes.push(...undeclared(read, variables), ...unknownOfContact(read), ...wrongCalls(references, library))
  if (mistakes.length > 0) throw new CompileError(mistakes)

  const used = [...new Set(references.map(({ id }) => id))].filter((id) => library.has(id))
  const names = namesOf(read, layouts, used, library)
  return {
    content: JSON.stringify(contentOf(job, library, names)) as OpenContent,
    names,
    variables,
    usesContact: names.includes(contactName),
    uses: used,
  }
}

function libraryOf({ available }: CompileJob): Library {
  return new Map(
    available.map((each) => [
      each.templateId,
      { ...each, compiled: JSON.parse(each.content) as CompiledContent },
    ]),
  )
}

interface ReadField {
  readonly file: File
  readonly analysis: Analysis
}

function readFields({ source, locale, kind }: CompileJob): ReadField[] {
  return (['subject', 'preheader', 'html', 'text'] as const).flatMap((field) => {
    const text = source[field]
    if (text === null) return []
    // The preheader becomes a part of the HTML, and is escaped like it.
    const file = { templateId: undefined, field, locale }
    const composes = field === 'html' || field === 'text'
    refuseManyTags(text, file)
    return [{ file, analysis: analyze(text, file, kind, composes) }]
  })
}

/** Refuses a source with many tags, which are counted roughly and fast before the source is parsed. */
function refuseManyTags(text: string, { field, locale }: File): void {
  const count = text.split(/\{[{%]/).length - 1
  if (count <= maxTags) return
  const message = `has more than ${maxTags} tags and values`
  throw new CompileError([{ code: 'too_long', message, field, locale }])
}

function undeclared(read: readonly ReadField[], variables: readonly Variable[]): Mistake[] {
  const declared = [...variables.map(({ name }) => name), contactName, unsubscribeVariable]
  return read.flatMap(({ analysis, file: { field, locale } }) =>
    analysis.names
      .filter(({ name }) => !declared.includes(name))
      // Computing a hint takes longer than everything else.
      .slice(0, maxMistakes)
      .map(({ name, line, column }): Mistake => {
        const closest = closestName(name, declared)
        const hint = closest === undefined ? '' : ` (did you mean ${closest}?)`
        const message = `uses ${name}, which variables does not declare${hint}`
        return { code: 'undeclared_variable', message, field, locale, line, column, variable: name }
      }),
  )
}

function unknownOfContact(read: readonly ReadField[]): Mistake[] {
  return read.flatMap(({ analysis, file: { field, locale } }) =>
    analysis.ofContact.map((mistake) => ({ ...mistake, field, locale })),
  )
}

/** Returns the first call of a partial that lacks an argument, or has one that the partial does not know. */
function wrongCalls(
  references: readonly (Analysis['references'][number] & { readonly file: File })[],
  library: Library,
): Mistake[] {
  const mistakes: Mistake[] = []
  for (const { tag, id, given, line, column, file } of references) {
    if (mistakes.length >= maxMistakes) break
    const partial = tag === 'render' ? library.get(id) : undefined
    if (partial === undefined) continue
    const { field, locale } = file
    const at = { field, locale, line, column }
    const known = partial.variables.map(({ name }) => name)
    const missing = partial.variables.filter(({ name, required }) => required && !given.includes(name))
    const unknown = given.filter((name) => !known.includes(name))
    mistakes.push(
      ...missing.map(({ name }) => ({
        ...at,
        code: 'missing_argument' as const,
        message: `calls ${id} without ${name}, which it needs`,
        variable: name,
      })),
      ...unknown.map((name) => ({
        ...at,
        code: 'unknown_argument' as const,
        message: `gives ${id} the argument ${name}, which it does not declare`,
        variable: name,
      })),
    )
  }
  return mistakes
}

function namesOf(
  read: readonly ReadField[],
  layouts: readonly { compiled: CompiledContent }[],
  used: readonly string[],
  library: Library,
): string[] {
  const own = read.flatMap(({ analysis }) => analysis.names.map(({ name }: UsedName) => name))
  const ofLayouts = layouts.flatMap(({ compiled }) => compiled.names)
  // A partial sees its arguments and the contact alone.
  const contact = used.some((id) => library.get(id)?.compiled.names.includes(contactName))
  return [...new Set([...own, ...ofLayouts, ...(contact ? [contactName] : [])])]
}

function contentOf(
  job: CompileJob,
  library: Library,
  names: readonly string[],
): Omit<CompiledContent, 'unused'> {
  const { source, locale, kind } = job
  const files: File[] = []
  const piecesOfField = (field: Fields): Piece[] | undefined => {
    const text = source[field]
    return text === null ? undefined : piecesOf(text, { templateId: undefined, field, locale })
  }
  const put = (field: Field, pieces: readonly Piece[] | undefined): Assembled | undefined => {
    if (pieces === undefined) return undefined
    const assembled = assemble(pieces, files)
    if (assembled !== undefined) return assembled
    throw new CompileError([
      { code: 'syntax', message: 'has braces that meet those of a partial', field, locale },
    ])
  }
  const body = (field: Body): Piece[] | undefined => {
    const pieces = piecesOfField(field)
    return pieces && flattened(pieces, field, job, library)
  }
  const html = withPreheader(body('html'), piecesOfField('preheader'))
  const wants = job.inlineCss && kind === 'message' && html !== undefined
  const inlined = wants ? inlineBeforeRender(html) : html
  return {
    subject: put('subject', piecesOfField('subject')),
    html: put('html', inlined ?? html),
    text: put('text', body('text')),
    files,
    cssAfter: wants && inlined === undefined,
    edition: newestEdition,
    names,
  }
}

function flattened(pieces: readonly Piece[], field: Body, { kind }: CompileJob, library: Library): Piece[] {
  try {
    return flatten(pieces, field, kind, library)
  } catch (error) {
    if (error instanceof FlattenError) throw new CompileError([error.mistake])
    throw error
  }
}

/** Puts the preheader at the beginning of the body. */
function withPreheader(html: Piece[] | undefined, preheader: Piece[] | undefined): Piece[] | undefined {
  if (html === undefined || preheader === undefined) return html
  const made = [madePiece(preheaderBegin), ...preheader, madePiece('</div>')]
  const at = html.findIndex(({ kind, text }) => kind === 'text' && /<body[\s>]/i.test(text))
  if (at < 0) return [...made, ...html]
  // The tag may end some pieces later, after values of its attributes.
  const begin = html[at]?.text.search(/<body[\s>]/i) ?? 0
  for (let end = at; end < html.length; end += 1) {
    const piece = html[end]
    if (piece === undefined || piece.kind !== 'text') continue
    const close = piece.text.indexOf('>', end === at ? begin : 0)
    if (close < 0) continue
    const [before, after] = [piece.text.slice(0, close + 1), piece.text.slice(close + 1)]
    return [...html.slice(0, end), madePiece(before), ...made, madePiece(after), ...html.slice(end + 1)]
  }
  return [...made, ...html]
}

/** Makes a `CompileError` of the mistakes that LiquidJS found while it parsed a source. */
export function compileErrorOf(error: unknown): CompileError {
  if (error instanceof CompileError) return error
  return new CompileError(mistakesOf(error, () => undefined, 'syntax'))
}
