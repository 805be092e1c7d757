import type { Request } from 'express'
import { ApiError } from '../errors/api-error.js'
import { contextOf } from '../operation/request-context.js'
import type { Operation } from '../operation/contract.js'
import type { Step } from '../operation/step.js'

/**
 * Returns the step that puts on every reply of a deprecated operation, refusals included, since when it is deprecated
 * (RFC 9745), when it may end (RFC 8594, section 3) and where to read about it. The step comes first, so that a
 * refusal by any other has the headers already.
 *
 * @returns no step if the operation is not deprecated
 */
export function deprecationHeaders({ id, deprecation }: Operation): Step[] {
  if (deprecation === undefined) return []
  const headers = {
    // A Date of structured fields (RFC 9651, section 3.3.7): an @ and the seconds since 1970.
    Deprecation: `@${deprecation.since.getTime() / 1000}`,
    // An HTTP-date (RFC 9110, section 5.6.7), which toUTCString writes.
    Sunset: deprecation.sunset.toUTCString(),
    Link: `</docs/api/${id}>; rel="deprecation"; type="text/html"`,
  }
  return [
    (_req, res) => {
      res.set(headers)
    },
  ]
}

/**
 * Refuses a request that takes none of the media types that the operation answers with.
 *
 * @throws ApiError 406 `not_acceptable`
 */
export function negotiate({ id, produces }: Operation): Step {
  return (req, res) => {
    contextOf(res).operation = id
    // No cache may keep replies: they hold secrets and people's addresses, and are only true for the moment.
    res.setHeader('Cache-Control', 'no-store')
    if (produces.length > 1) res.vary('Accept')
    if (produces.length === 0 || takesAnything(req)) return
    if (req.accepts([...produces]) === false) {
      throw new ApiError('not_acceptable', `This operation answers with ${produces.join(' or ')}.`)
    }
  }
}

/** Tells whether a client takes anything, as it does without the header Accept (RFC 9110, section 12.5.1). */
function takesAnything({ headers: { accept } }: Request): boolean {
  return accept === undefined || accept === '*/*'
}

/** Returns the media type that Accept prefers; the contract's first if it has no preference. */
export function preferred(req: Request, { produces }: Operation): string | undefined {
  return produces.length > 1 ? req.accepts([...produces]) || undefined : produces[0]
}
