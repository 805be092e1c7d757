import type { Assembled, File } from './pieces.js'

/**
 * The compiled content of a version in one language. It is stored as JSON for as long as the version exists,
 * so this form can grow and never change: `test/product/content/rendering/stored-versions.json` has some of the first.
 */
export interface CompiledContent {
  readonly subject: Assembled | undefined
  readonly html: Assembled | undefined
  readonly text: Assembled | undefined
  /** The sources that places refer to. */
  readonly files: readonly File[]
  /** True if the CSS is inlined after rendering, because that cannot be done before. */
  readonly cssAfter: boolean
  /** Edition of the rendering; absent in a version that was made before there were two. */
  readonly edition?: Edition
  /** Names that the content shows or tests, including those of its layouts. */
  readonly names: readonly string[]
  /** Declared variables that no language of the version uses. */
  readonly unused: readonly string[]
}

/**
 * The edition of the rendering. A version renders the same bytes for as long as it exists, so fixes of an edition are
 * in the next one.
 *
 * - 1: rules for some media are inlined too, and those that match nothing are dropped; made text has hidden words;
 *   `date` writes `%c`, `%x` and `%X` as in America, and knows no `%F`
 * - 2: none of these; made text leaves out what stands behind `</body>` or `</html>`
 * - 3: made text has that, too
 */
export type Edition = 1 | 2 | 3

export const newestEdition: Edition = 3

/** Compiled content as JSON, before it is known which variables no language uses. */
export type OpenContent = string & { readonly open: unique symbol }

/** Adds to compiled content the declared variables that no language of the version uses. */
export function withUnused(content: OpenContent, unused: readonly string[]): string {
  return `${content.slice(0, -1)},"unused":${JSON.stringify(unused)}}`
}
