import { newUuid, toTypeId } from '../../../server/db/ids.js'
import type { KnownIds } from '../requests.js'

const prefixes = [
  'prj',
  'msg',
  'key',
  'tpl',
  'whk',
  'whd',
  'dom',
  'dms',
  'sup',
  'con',
  'lst',
  'sub',
  'del',
] as const

/** Ids of the right form that nothing has. */
export const unknownIds: KnownIds = Object.fromEntries(
  prefixes.map((prefix) => [prefix, () => toTypeId(prefix, newUuid())]),
)
