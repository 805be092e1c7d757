import { readPublicContract } from '../../platform/http/operation/contract.js'
import type { Catalog } from '../../../cli/src/contract/catalog.js'
import { catalogOf } from '../../../cli/src/contract/catalog-of.js'

let catalog: Catalog | undefined

/** Returns the commands of the contract that this server has. */
export function ownCatalog(): Catalog {
  catalog ??= catalogOf(readPublicContract())
  return catalog
}
