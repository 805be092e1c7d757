import { Context, toValueSync, type Liquid, type Template } from 'liquidjs'
import type { Edition } from './compiling/content.js'
import { unsubscribeVariable } from './compiling/source.js'
import { renderLimitMs } from './limits.js'
import { contactName } from './liquid/contact-paths.js'
import { openEngine } from './liquid/engine.js'
import { FillingContext } from './liquid/filling-context.js'
import { LimitedEmitter } from './liquid/limited-emitter.js'
import { mistakesOf } from './liquid/liquid-mistakes.js'
import { PartialTag } from './liquid/partial-tag.js'
import type { RenderJob } from './pool/jobs.js'
import { limitRender } from './pool/render-limit.js'

const tags = { render: PartialTag, layout: undefined, block: undefined }
const more = { catchAllErrors: true }
/** The engines of HTML and of plain text by edition. */
export const engines = { 1: enginesOf(1), 2: enginesOf(2), 3: enginesOf(3) }

function enginesOf(edition: Edition): { readonly html: Liquid; readonly text: Liquid } {
  return { html: openEngine(true, tags, more, edition), text: openEngine(false, tags, more, edition) }
}

/** The input of a render beside the values. */
export type Given = Pick<RenderJob, 'contact' | 'unsubscribeUrl' | 'fillMissing'>

/**
 * Renders the text of one field.
 *
 * @throws LiquidErrors of liquidjs, OutputTooLongError if the text is longer than `max` UTF-16 code units
 */
export function renderField(
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
