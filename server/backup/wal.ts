/** Names of the segments of PostgreSQL's write-ahead log: 8 digits each for time line, log and segment, in hex. */

/** Segments of 16 MB that share the second part of their names. */
const segmentsOfLog = 256

/** The segment after this one. */
export function nextSegment(name: string): string {
  const log = Number.parseInt(name.slice(8, 16), 16)
  const segment = Number.parseInt(name.slice(16), 16) + 1
  const carry = segment === segmentsOfLog
  return name.slice(0, 8) + hex(carry ? log + 1 : log) + hex(carry ? 0 : segment)
}

function hex(number: number): string {
  return number.toString(16).toUpperCase().padStart(8, '0')
}
