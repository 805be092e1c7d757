import type { SegmentRule } from 'postseal'
import { useMemo, useRef, useState } from 'preact/hooks'
import { Builder } from '../../segments/rules/builder.js'
import { fromRule, nodeAt, pointersOf, toRule, type Group } from '../../segments/rules/tree.js'
import type { Refusal } from '../definition/content.js'
import type { Named } from '../names.js'

export interface RuleEditorProps {
  readonly rule: SegmentRule
  readonly named: Named
  readonly checks: number
  readonly refusals: readonly Refusal[]
  readonly onChange: (rule: SegmentRule) => void
}

/**
 * An editor of a rule in an automation, as rows.
 *
 * @param props.refusals the service's messages about the rule, with pointers that start at the rule
 */
export default function RuleEditor({ rule, named, checks, refusals, onChange }: RuleEditorProps) {
  // The rows keep their identity as long as the rule is changed here.
  const kept = useRef<{ readonly rule: SegmentRule; readonly root: Group }>()
  if (kept.current?.rule !== rule) kept.current = { rule, root: fromRule(rule) }
  const { root } = kept.current
  // Rows mark what is missing and take the focus only at a save that follows their first display.
  const [before] = useState(checks)
  const mistakes = useMemo(() => {
    const pointers = pointersOf(root)
    return new Map(refusals.map(({ pointer, message }) => [nodeAt(pointers, pointer) ?? root.id, message]))
  }, [root, refusals])
  return (
    <div class="stack tight wide-part">
      <Builder
        root={root}
        choices={named.choices}
        names={named.names}
        mistakes={mistakes}
        checks={checks - before}
        onChange={(next) => {
          const changed = toRule(next)
          kept.current = { rule: changed, root: next }
          onChange(changed)
        }}
      />
    </div>
  )
}
