import { encodings } from './encodings.js'
import { headers } from './headers.js'
import { structures } from './structures.js'

/** Awkward mails by their names. */
export const mails: ReadonlyMap<string, Buffer> = new Map(
  Object.entries({ ...structures, ...encodings, ...headers }).map(([name, compose]) => [
    name,
    Buffer.from(compose(), 'latin1'),
  ]),
)
