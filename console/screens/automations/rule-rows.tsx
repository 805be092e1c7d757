import type { SegmentRule } from 'postseal'
import { later } from '../../ui/later.js'
import type { Refusal } from './content.js'
import type { Named } from './names.js'

export interface RuleEditorProps {
  readonly rule: SegmentRule
  readonly named: Named
  readonly checks: number
  readonly refusals: readonly Refusal[]
  readonly onChange: (rule: SegmentRule) => void
}

/** A rule as rows, which are loaded when the first is shown. */
export const RuleEditor = later<RuleEditorProps>('the rule', () => import('./rule-editor.js'))
