import { ApiError, type ErrorDetail } from '../../platform/http/errors/api-error.js'
import { pointerToken } from '../../platform/http/validation/json-pointer.js'
import { RenderError, RendererBusyError, type Mistake } from './rendering/compiling/source.js'
import { detailOf, rendererBusy } from './mistakes.js'

/** The places of a template and its values in a request, as JSON pointers. */
export interface RenderPlaces {
  /** Pointer to the template, or to the content that is rendered. */
  readonly template: string
  /** Pointer to the values. */
  readonly variables: string
  /** Pointer to the content, if the request has one. */
  readonly content?: string
}

/** Most mistakes in the details of an error. */
const maxDetails = 20

/**
 * Translates an error of the renderer for the caller: mistakes become 422 `template_render_failed`, and too
 * much work or a paused machine 503 `unavailable`. Any other error stays as it is.
 */
export function translateRenderError(error: unknown, places: RenderPlaces): unknown {
  if (error instanceof RenderError) return renderFailed(error.mistakes, places)
  if (error instanceof RendererBusyError) return rendererBusy(error)
  return error
}

/** Beginning of the message of a mail that could not be rendered. */
export const renderFailedBegins = 'The template could not be rendered'

/** Makes a 422 whose message names every variable that is missing, or else the first mistake. */
function renderFailed(mistakes: readonly Mistake[], places: RenderPlaces): ApiError {
  const missing = mistakes.flatMap(({ code, variable }) =>
    code === 'missing_variable' && variable !== undefined ? [variable] : [],
  )
  const names = [...new Set(missing)]
  const said =
    names.length > 0 ? `${listed(names)} ${names.length > 1 ? 'are' : 'is'} missing` : firstOf(mistakes)
  return new ApiError('template_render_failed', `${renderFailedBegins}: ${said}.`, {
    details: mistakes.slice(0, maxDetails).map((mistake) => placed(mistake, places)),
  })
}

function placed(mistake: Mistake, places: RenderPlaces): ErrorDetail {
  const { field, variable, message } = mistake
  if (field === undefined) {
    const path = variable === undefined ? places.template : `${places.variables}/${pointerToken(variable)}`
    return { ...detailOf(mistake, places.template), path }
  }
  if (places.content !== undefined) return detailOf(mistake, places.content)
  const said = `The ${field} ${message}`
  return { ...detailOf(mistake, places.template), path: places.template, message: said }
}

function firstOf([first]: readonly Mistake[]): string {
  if (first === undefined) return 'it has a mistake'
  const { variable, field, line, message } = first
  const subject = field === undefined ? (variable ?? 'it') : `its ${field}`
  return `${subject} ${message}${line === undefined ? '' : ` (line ${line})`}`.replace(/\.$/, '')
}

/** Joins names: `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
