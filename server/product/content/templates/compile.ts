import type { Knex } from 'knex'
import type { components } from '../../../../generated/api-types.js'
import { fromTypeId, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import {
  CompileError,
  defaultLocale,
  RendererBusyError,
  type CompiledVersion,
  type Renderer,
  type Source,
  type TemplateKind,
  type Variable,
  type VersionSource,
} from '../rendering/compiling/source.js'
import { hasDefaultValue, mistakesIn } from './check-content.js'
import { detailOf, refusedContent, rendererBusy } from '../mistakes.js'
import { candidatesIn, loadPinnable } from './pinnable.js'
import type { Pin } from './template-rows.js'

type Schemas = components['schemas']

/**
 * Most characters that the compiled contents of a version may have together. It is twice the largest request: a
 * layout is in each of the languages that use it.
 */
const largestVersion = 20_000_000

/**
 * Checks the content of a version by the rules that do not need its sources to be parsed.
 *
 * @param at pointer to the content in the request, for the error
 * @throws ApiError 422 `validation_failed`
 */
export function sourceOf(kind: TemplateKind, content: Schemas['TemplateContent'], at: string): VersionSource {
  const mistakes = mistakesIn(kind, content, at)
  if (mistakes.length > 0) throw refusedContent(mistakes)
  const locales = Object.entries(content.locales ?? {}).map(
    ([tag, locale]) => [tag, sourceIn(locale)] as const,
  )
  return {
    kind,
    contents: { [defaultLocale]: sourceIn(content), ...Object.fromEntries(locales) },
    variables: (content.variables ?? []).map(variableOf),
    inlineCss: content.inline_css ?? true,
  }
}

function sourceIn({ subject, html, text, preheader }: Schemas['TemplateLocale']): Source {
  return { subject: subject ?? null, html: html ?? null, text: text ?? null, preheader: preheader ?? null }
}

function variableOf(given: Schemas['TemplateVariable']): Variable {
  const { name, type = 'string' } = given
  const hasDefault = hasDefaultValue(given)
  const required = given.required ?? !hasDefault
  return { name, type, required, ...(hasDefault && { default: given.default }) }
}

/** A version ready to be stored or rendered. */
export interface Compilation {
  readonly compiled: CompiledVersion
  /** The layouts and partials that the version itself uses. */
  readonly pins: Pin[]
}

/**
 * Compiles a version with the layouts and partials that it uses, in their currently published versions.
 *
 * @param db not a transaction, which would be open for as long as this takes
 * @param of owner of the version; a null project is every project, which can use templates of every project only
 * @throws ApiError 422 `validation_failed`, 503 `unavailable`
 */
export async function compileVersion(
  db: Knex,
  renderer: Renderer,
  of: { workspaceId: WorkspaceId; projectId: Uuid | null },
  {
    source,
    at,
  }: {
    readonly source: VersionSource
    /** JSON Pointer to the content in the request, for the error. */
    readonly at: string
  },
): Promise<Compilation> {
  const available = await loadPinnable(db, of, candidatesIn(source, at), at)
  const compiled = await compileWith(renderer, of.workspaceId, { source, available, at })
  if (Object.values(compiled.contents).reduce((sum, { length }) => sum + length, 0) > largestVersion) {
    throw refusedValue(at, 'too_large', 'has more than 20 MB, with its layouts and partials in all languages')
  }
  const pins = compiled.uses.map((id) => {
    const pinned = available.get(id)
    if (pinned === undefined) throw new Error('a version uses a template that it was not given')
    return { templateId: fromTypeId('tpl', id), version: pinned.version }
  })
  return { compiled, pins: pins.sort((a, b) => (a.templateId < b.templateId ? -1 : 1)) }
}

async function compileWith(
  renderer: Renderer,
  workspaceId: WorkspaceId,
  {
    source,
    available,
    at,
  }: {
    readonly source: VersionSource
    readonly available: Parameters<Renderer['compile']>[2]
    readonly at: string
  },
): Promise<CompiledVersion> {
  try {
    return await renderer.compile(workspaceId, source, available)
  } catch (error) {
    if (error instanceof CompileError) throw refusedContent(error.mistakes.map((each) => detailOf(each, at)))
    if (error instanceof RendererBusyError) throw rendererBusy(error)
    throw error
  }
}
