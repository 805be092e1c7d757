import { readPublicContract } from '../../../server/platform/http/contract.js'
import type { Catalog } from './catalog.js'
import { catalogOf } from './catalog-of.js'

let catalog: Catalog | undefined

/** The commands of the contract that this server has. */
export function ownCatalog(): Catalog {
  catalog ??= catalogOf(readPublicContract())
  return catalog
}
