import type { Passage } from './markdown.js'
import { referenceAddress, type Page } from './navigation.js'

/** A place that a search finds. The names are short, since browsers load all entries at once. */
export interface SearchEntry {
  /** The page's name. */
  readonly p: string
  /** The heading. */
  readonly h: string
  /** The address below `/docs/`. */
  readonly u: string
  /** What stands there. */
  readonly t: string
}

/** An operation of the contract, as far as a search finds it. */
interface Described {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
}

/** The contract, as far as a search finds it. */
export interface Searchable {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The entries of a page: one for each heading. */
export function entriesOf(page: Page, passages: readonly Passage[]): SearchEntry[] {
  return passages.map(({ heading, slug, level, text }) => ({
    p: page.name,
    h: heading,
    u: level === 1 ? page.address : `${page.address}#${slug}`,
    t: text,
  }))
}

/** The entries of the API reference: one for each operation. */
export function entriesOfContract(contract: Searchable): SearchEntry[] {
  return Object.entries(contract.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter((entry): entry is [string, Described] => isOperation(entry[1]))
      .map(([method, { operationId, summary, description = '' }]) => ({
        p: 'API reference',
        h: `${method.toUpperCase()} ${path}`,
        u: `${referenceAddress}#operation/${operationId}`,
        t: `${operationId} ${summary} ${description}`.replace(/\s+/g, ' ').trim(),
      })),
  )
}

function isOperation(value: unknown): value is Described {
  return typeof value === 'object' && value !== null && 'operationId' in value
}
