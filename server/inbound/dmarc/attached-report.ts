import { mayBeReport } from '../../domains/dmarc/reports/format.js'
import { readMessageParts } from '../reports/parts.js'

/**
 * What in a message may be a DMARC report, by the bytes of its parts: reporters call it
 * `application/octet-stream` and what not. A message can be one as a whole.
 */
export function attachedReports(raw: Buffer): Buffer[] {
  return readMessageParts(raw)
    .parts.map((part) => part.bytes())
    .filter((bytes) => mayBeReport(bytes))
}
