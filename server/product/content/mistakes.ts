import { ApiError, validationFailed, type ErrorDetail } from '../../platform/http/errors/api-error.js'
import { defaultLocale, type Mistake } from './rendering/compiling/source.js'

/** Most mistakes that the contract shows at once. */
const shownAtMost = 20

/** Makes a 422 that shows the first mistakes. */
export function refusedContent(details: readonly ErrorDetail[]): ApiError {
  return validationFailed(details.slice(0, shownAtMost))
}

/**
 * Returns the JSON pointer to a field of the content in a request.
 *
 * @param at JSON pointer to the content
 */
export function pathOf(at: string, field: string, locale: string): string {
  return locale === defaultLocale || field === 'variables'
    ? `${at}/${field}`
    : `${at}/locales/${locale}/${field}`
}

/**
 * Returns a mistake in content in the contract's shape.
 *
 * @param at JSON pointer to the content in the request
 */
export function detailOf(mistake: Mistake, at: string): ErrorDetail {
  const { code, message, field, locale = defaultLocale, line, column, variable, templateId } = mistake
  return {
    path: field === undefined ? at : pathOf(at, field, locale),
    code,
    message,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(variable !== undefined && { variable }),
    ...(templateId !== undefined && { template_id: templateId }),
  }
}

/** Makes a 503 for a `RendererBusyError`. */
export function rendererBusy(cause: unknown): ApiError {
  return new ApiError('unavailable', 'Templates cannot be rendered at the moment. Try again shortly.', {
    retryAfter: 1,
    cause,
  })
}
