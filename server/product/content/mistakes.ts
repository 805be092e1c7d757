import { ApiError, validationFailed, type ErrorDetail } from '../../platform/http/errors/api-error.js'
import { defaultLocale, type Mistake } from './rendering/compiling/source.js'

/** As many as the contract shows at once. */
const shownAtMost = 20

/** A 422 that shows the first mistakes. */
export function refusedContent(details: readonly ErrorDetail[]): ApiError {
  return validationFailed(details.slice(0, shownAtMost))
}

/**
 * Where a field of the content stands in a request.
 *
 * @param at where the content stands
 */
export function pathOf(at: string, field: string, locale: string): string {
  return locale === defaultLocale || field === 'variables'
    ? `${at}/${field}`
    : `${at}/locales/${locale}/${field}`
}

/**
 * A mistake in content as the contract shows it.
 *
 * @param at where the content stands in the request
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

/** A 503 for a `RendererBusyError`. */
export function rendererBusy(cause: unknown): ApiError {
  return new ApiError('unavailable', 'Templates cannot be rendered at the moment. Try again shortly.', {
    retryAfter: 1,
    cause,
  })
}
