import { useMemo } from 'preact/hooks'
import { DiffParts } from '../../versions/diff-parts.js'
import { partsOf, type TypedContent } from '../editor/content.js'

/** The differences between two contents, part by part. */
export function Difference({ before, after }: { before: TypedContent; after: TypedContent }) {
  const parts = useMemo(() => {
    const [old, next] = [new Map(partsOf(before)), new Map(partsOf(after))]
    return [...new Set([...old.keys(), ...next.keys()])].map(
      (part) => [part, old.get(part) ?? '', next.get(part) ?? ''] as const,
    )
  }, [before, after])
  return <DiffParts parts={parts} />
}
