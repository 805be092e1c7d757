import { later } from '../../../ui/loading/later.js'
import type { RuleEditorProps } from './rule-editor.js'

/** The rule editor, which is loaded when the first rule is shown. */
export const RuleEditor = later<RuleEditorProps>('the rule', () => import('./rule-editor.js'))
