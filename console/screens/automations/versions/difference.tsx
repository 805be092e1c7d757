import { useMemo } from 'preact/hooks'
import { DiffParts } from '../../versions/diff-parts.js'
import { textOf, type Content } from '../definition/content.js'
import { type StepNames, outlineText } from '../words.js'

/**
 * The differences between two versions: in words, and as JSON, which includes the details that the words leave out.
 */
export function Difference({ before, after, names }: { before: Content; after: Content; names: StepNames }) {
  const parts = useMemo(
    () => [
      ['Outline', outlineText(before, names), outlineText(after, names)] as const,
      ['JSON', textOf(before), textOf(after)] as const,
    ],
    [before, after, names],
  )
  return <DiffParts parts={parts} />
}
