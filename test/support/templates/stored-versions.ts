import { readFileSync } from 'node:fs'
import type { Variable } from '../../../server/product/content/rendering/compiling/source.js'

/** A version of a template as it is stored. */
export interface StoredVersion {
  /** Compiled content. */
  readonly content: string
  readonly variables: readonly Variable[]
}

const path = new URL('../../product/content/rendering/stored-versions.json', import.meta.url)

/** Versions as they were stored by the first release that had templates. */
export const stored = JSON.parse(readFileSync(path, 'utf8')) as Record<'both' | 'html', StoredVersion>

/** Values with which the versions are rendered. */
export const values = {
  name: 'Ada <Lovelace> & "co"',
  when: '2026-01-14T22:30:00Z',
  items: [
    { name: 'Chair', price: 19.99 },
    { name: 'Téa', price: 4 },
    { name: '日本', price: 0.5 },
  ],
}

export const contact = { email: 'ada@example.com', name: 'Ada', properties: {} }
