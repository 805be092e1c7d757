import type { Request } from 'express'
import { ApiError } from '../errors/api-error.js'
import { contextOf } from '../operation/request-context.js'
import type { Operation } from '../operation/contract.js'
import type { Step } from '../operation/step.js'

/**
 * Says on every reply of a deprecated operation, refusals included, since when it is deprecated (RFC 9745),
 * when it may end (RFC 8594, section 3) and where to read about it. It comes first, so that whoever refuses
 * has it said already.
 *
 * @returns nothing to run where the operation is not deprecated
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

/** Without the header Accept a client takes anything (RFC 9110, section 12.5.1). */
function takesAnything({ headers: { accept } }: Request): boolean {
  return accept === undefined || accept === '*/*'
}

/** The media type that Accept prefers; the contract's first where it has no preference. */
export function preferred(req: Request, { produces }: Operation): string | undefined {
  return produces.length > 1 ? req.accepts([...produces]) || undefined : produces[0]
}
