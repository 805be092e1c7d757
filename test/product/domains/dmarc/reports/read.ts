import { checkReport, type CheckedReport } from '../../../../../server/product/domains/dmarc/reports/check.js'
import {
  piecesOf,
  type ReportRow,
} from '../../../../../server/product/domains/dmarc/reports/read-dmarc-report.js'
import { ReportRefused } from '../../../../../server/product/domains/dmarc/reports/refused.js'
import { bufferSource } from '../../../../../server/product/domains/dmarc/reports/source.js'
import { maxBytes, unpack } from '../../../../../server/product/domains/dmarc/reports/unpack.js'

export type Read = CheckedReport & { readonly all: readonly ReportRow[] }

/** Reads a report as it is read before it is kept. */
export async function read(report: string | Buffer, max: number = maxBytes.ofMail): Promise<Read> {
  const open = await unpack(bufferSource(Buffer.from(report)), max)
  const checked = await checkReport(open, new Date())
  const all: ReportRow[] = []
  for await (const pieces of piecesOf(open))
    for (const piece of pieces) if (piece.kind === 'row') all.push(piece.row)
  return { ...checked, all }
}

/** The code that a report is refused with, or `taken`. Any other failure is thrown. */
export async function refusalOf(report: string | Buffer, max?: number): Promise<string> {
  try {
    await read(report, max)
    return 'taken'
  } catch (error) {
    if (error instanceof ReportRefused) return error.code
    throw error
  }
}
