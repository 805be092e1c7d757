import type { TypedContent } from './content.js'
import type { Problem } from './problems.js'
import { unmatchedTags } from './unmatched-tags.js'

/** Returns warnings of tags without their counterparts, in each language. */
export function tagWarningsIn(content: TypedContent): Problem[] {
  const sources = [
    [null, content.html] as const,
    ...Object.entries(content.locales).map(([tag, { html }]) => [tag, html] as const),
  ]
  return sources.flatMap(([locale, html]) =>
    unmatchedTags(html).map((finding) => ({
      ...finding,
      severity: 'warning' as const,
      field: 'html' as const,
      locale,
    })),
  )
}
