import { mistake } from './arguments.js'

/** Returns the CSV, or throws PostsealError if it cannot be a request body. */
export function checkCsv(method: string, csv: unknown): unknown {
  const isBody =
    typeof csv === 'string' ||
    ArrayBuffer.isView(csv) ||
    (typeof csv === 'object' && csv !== null && ('getReader' in csv || 'arrayBuffer' in csv))
  if (isBody) return csv
  throw mistake(method, 'csv', 'a string, bytes, a Blob or a ReadableStream', csv)
}
