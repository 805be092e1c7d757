import type { Operation } from './contract.js'
import type { Step } from './step.js'

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
