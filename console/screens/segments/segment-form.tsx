import rules from 'contract:CreateSegmentRequest'
import type { Segment, SegmentRule } from 'postseal'
import { useState } from 'preact/hooks'
import { Card } from '../../ui/card.js'
import { ProjectField, TextField } from '../../ui/forms/field.js'
import { later } from '../../ui/loading/later.js'
import { Form, type FormProps, type Values } from '../../ui/forms/form.js'
import { isComplete } from './conditions/conditions.js'
import { refusalsIn, type Refusal } from './rules/refusals.js'
import { toRule, type Group } from './rules/tree.js'

const RuleField = later('the rule', () => import('./rules/rule-field.js'))

/** Returns the rule of a form's values, which hold it as a tree, complete or not. */
export function ruleOf(values: Values): SegmentRule {
  return toRule(values.rule as Group)
}

/**
 * The fields for a segment's name and rule, with the rule's size beside it while it is written.
 *
 * @param props.self the segment that is changed: its project stays, and its rule can't refer to it
 */
export function SegmentForm({
  self,
  submit,
  ...props
}: Pick<FormProps<Segment>, 'draft' | 'call' | 'verb' | 'submit' | 'onDone'> & {
  initial: Values & { readonly rule: Group; readonly project_id: string }
  self?: Segment
}) {
  const [checks, setChecks] = useState(0)
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const [brokenText, setBrokenText] = useState<string>()
  return (
    <Form<Segment>
      {...props}
      rules={rules}
      submit={async (values) => {
        setChecks((count) => count + 1)
        setRefusals([])
        if (brokenText !== undefined)
          throw new Error('The JSON is not a valid rule. See the mistake below it.')
        if (!isComplete(values.rule as Group)) {
          throw new Error('The rule is not complete. Fill in the marked fields.')
        }
        try {
          return await submit(values)
        } catch (error) {
          setRefusals(refusalsIn(error))
          throw error
        }
      }}
    >
      <Card>
        <div class="columns">
          <TextField name="name" label="Name" placeholder="Active on the pro plan" />
          {self === undefined && <ProjectField />}
        </div>
      </Card>
      <RuleField
        self={self?.id}
        checks={checks}
        refusals={refusals}
        brokenText={brokenText}
        onBroken={setBrokenText}
        onEdited={() => setRefusals([])}
      />
    </Form>
  )
}
