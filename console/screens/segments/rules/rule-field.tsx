import { useMemo, useState } from 'preact/hooks'
import { Card } from '../../../ui/card.js'
import { textOf, useForm } from '../../../ui/forms/form.js'
import { later } from '../../../ui/loading/later.js'
import { TabList } from '../../../ui/controls/tabs.js'
import { Builder } from './builder.js'
import { isComplete, lacksIn } from '../conditions/conditions.js'
import { Estimate, useEstimate } from './estimate.js'
import { useChoices, useNames } from '../names.js'
import { refusalsIn, type Refusal } from './refusals.js'
import { nodeAt, pointersOf, toRule, type Group } from './tree.js'
import { fullSentenceOf } from '../words.js'

const JsonView = later('the JSON', () => import('./json-view.js'))

/** A field for a rule, as rows or as JSON, with the rule in words and its size. */
export default function RuleField({
  self,
  checks,
  refusals,
  brokenText,
  onBroken,
  onEdited,
}: {
  self: string | undefined
  checks: number
  refusals: readonly Refusal[]
  /** Text typed as JSON that is not a rule. */
  brokenText: string | undefined
  onBroken: (text: string | undefined) => void
  onEdited: () => void
}) {
  const { values, set } = useForm()
  const root = values.rule as Group
  const projectId = textOf(values.project_id)
  const all = useChoices(projectId)
  const names = useNames(projectId)
  const choices = useMemo(
    () => ({ ...all, segments: all.segments.filter(({ id }) => id !== self) }),
    [projectId, all.lists, all.segments, all.campaigns, all.properties, self],
  )
  const [view, setView] = useState('rows')
  const rule = toRule(root)
  const complete = isComplete(root)
  const estimate = useEstimate(projectId, complete ? rule : undefined)
  const said = refusals.length > 0 ? refusals : refusalsIn(estimate.error)
  const mistakes = useMemo(() => {
    const pointers = pointersOf(root)
    return new Map(said.map(({ pointer, message }) => [nodeAt(pointers, pointer) ?? root.id, message]))
  }, [root, said])
  const change = (next: Group) => {
    onBroken(undefined)
    onEdited()
    set('rule', next)
  }
  const [typed, setTyped] = useState<{ readonly text: string; readonly root: Group }>()
  // The typed text stays as it is until the rule is changed elsewhere.
  const written = typed?.root === root ? typed.text : JSON.stringify(rule, null, 2)
  return (
    <div class="rule-and-size">
      <Card title="Rule">
        <div class="stack" data-field="rule">
          <p class="rule-words wrap" aria-label="The rule in words">
            {fullSentenceOf(rule, names)}
          </p>
          <TabList
            label="How the rule is shown"
            tabs={[
              { id: 'rows', label: 'Rows' },
              { id: 'json', label: 'JSON' },
            ]}
            chosen={view}
            onChoose={setView}
          >
            {view === 'rows' ? (
              <div class="stack tight">
                <Builder
                  root={root}
                  choices={choices}
                  names={names}
                  mistakes={mistakes}
                  checks={checks}
                  onChange={change}
                />
              </div>
            ) : (
              <JsonView
                text={brokenText ?? written}
                refusals={[...said, ...lacksIn(root)]}
                onChange={(text, next) => {
                  if (next === undefined) return onBroken(text)
                  setTyped({ text, root: next })
                  change(next)
                }}
              />
            )}
          </TabList>
        </div>
      </Card>
      <Estimate {...estimate} />
    </div>
  )
}
