import { later } from '../../../ui/loading/later.js'
import type { RuleEditorProps } from './rule-editor.js'

/** A rule as rows, which are loaded when the first is shown. */
export const RuleEditor = later<RuleEditorProps>('the rule', () => import('./rule-editor.js'))
