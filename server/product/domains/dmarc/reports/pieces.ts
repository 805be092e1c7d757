import { decodedXml } from './decode.js'
import { childrenOfFeedback, type Element } from './elements.js'
import { readMetadata, readPolicy } from './head.js'
import { ReportRefused } from './refused.js'
import type { PublishedPolicy, ReportHead, ReportRow } from './report.js'
import { readRow } from './row.js'
import type { OpenXml } from './unpack.js'

/** What a report is made of, in the order in which it comes. */
export type Piece =
  | { readonly kind: 'metadata'; readonly metadata: Omit<ReportHead, 'policy'> }
  | { readonly kind: 'policy'; readonly policy: PublishedPolicy }
  | { readonly kind: 'row'; readonly row: ReportRow; readonly number: number }

const maxRows = 1_000_000

/**
 * Reads a report from its beginning to its end, some pieces at once. What it does not know it passes over
 * (RFC 9990, section 5).
 *
 * @throws ReportRefused
 */
export async function* piecesOf(open: OpenXml): AsyncGenerator<Piece[]> {
  let rows = 0
  const read = (element: Element): Piece | undefined => {
    switch (element.name) {
      case 'report_metadata':
        return { kind: 'metadata', metadata: readMetadata(element) }
      case 'policy_published':
        return { kind: 'policy', policy: readPolicy(element) }
      case 'record':
        rows += 1
        if (rows > maxRows) throw new ReportRefused('too_large', `The report has more than ${maxRows} rows.`)
        return { kind: 'row', row: readRow(element, rows), number: rows }
      default:
        return undefined
    }
  }
  for await (const elements of childrenOfFeedback(decodedXml(open()))) {
    yield elements.map(read).filter((piece) => piece !== undefined)
  }
}
