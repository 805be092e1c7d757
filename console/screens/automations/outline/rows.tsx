import { ChevronDown, Ellipsis, Plus } from '../../../icons/icons.js'
import type { SegmentRule } from 'postseal'
import { useId } from 'preact/hooks'
import { Button } from '../../../ui/controls/button.js'
import { Menu } from '../../../ui/controls/menu.js'
import { Mistake } from '../../../ui/forms/mistake.js'
import { countText } from '../../../ui/figures/numbers.js'
import { Status } from '../../../ui/status.js'
import { wordsOf } from '../../../ui/meaning.js'
import { later } from '../../../ui/loading/later.js'
import { useOutline } from './outline-context.js'
import { refusalsOf } from '../definition/placed.js'
import { AddMenu, RowMenu } from './step-menus.js'
import { RowToggle } from './row-toggle.js'
import { limits, pointersOf, type Block, type Step } from '../definition/steps.js'
import { blockWords, stepWords } from '../words.js'

const Fields = later('the fields', () => import('../fields/fields.js'))

/** The rows of a block's steps, with a button to add one at the end. */
export function BlockSteps({ block, label }: { block: Block; label: string }) {
  return (
    <>
      {block.steps.length > 0 && (
        <ol aria-label={label}>
          {block.steps.map((step, index) => (
            <StepRow key={step.id} step={step} block={block} index={index} />
          ))}
        </ol>
      )}
      <div class="row">
        <AddMenu block={block} />
      </div>
    </>
  )
}

function StepRow({ step, block, index }: { step: Step; block: Block; index: number }) {
  const { named, opened, mistakes, actions, path, onFields } = useOutline()
  const { id, key, kind, blocks } = step
  const base = useId()
  const mistake = mistakes.get(id)
  const onPath = path.get(key)
  const taken = onPath?.taken ?? null
  const cases = blocks.filter(({ name }) => name === 'case')
  return (
    <li
      class={`step-row ${mistake === undefined ? '' : 'wrong'} ${onPath === undefined ? '' : 'on-path'}`}
      data-step={id}
    >
      <div class="step-line">
        <RowToggle
          id={id}
          kind={kind}
          words={stepWords(step, named.names)}
          mistake={mistake && `${base}-mistake`}
        />
        {onPath !== undefined && (
          <Status of={onPath.outcome}>
            {onPath.outcome === 'done'
              ? 'On the path'
              : `On the path: ${wordsOf(onPath.outcome).toLowerCase()}`}
          </Status>
        )}
        <Counts stepKey={key} />
        <span class="step-menus">
          <AddMenu block={block} index={index + 1} />
          <RowMenu step={step} />
        </span>
      </div>
      <Mistake id={base} text={mistake} />
      {opened.has(id) && (
        <div class="step-open step-fields">
          <Fields
            onFields={onFields}
            step={step}
            named={named}
            onStep={(change) => actions.change(id, change)}
          />
        </div>
      )}
      {blocks.map((inner, number) => (
        <InnerBlock
          key={inner.id}
          block={inner}
          number={number}
          isOnly={cases.length === 1}
          isTaken={taken === (inner.name === 'case' ? `cases/${number}` : inner.name)}
        />
      ))}
      {kind === 'branch' && cases.length < limits.cases && (
        <div class="row">
          <Button kind="plain" icon={Plus} onClick={() => actions.addCase(id)}>
            Add a case
          </Button>
        </div>
      )}
    </li>
  )
}

/** A case, `else` or `on_timeout`, with its steps. */
function InnerBlock({
  block,
  number,
  isOnly,
  isTaken,
}: {
  block: Block
  number: number
  isOnly: boolean
  isTaken: boolean
}) {
  const { named, opened, toggle, mistakes, checks, refusals, actions, content, onFields } = useOutline()
  const { id, name, rule } = block
  const base = useId()
  const words = blockWords(block, number, named.names)
  const mistake = mistakes.get(id)
  const pointer = name === 'case' ? pointerOfCase(content.steps, id) : undefined
  return (
    <div
      class={`step-block ${isTaken ? 'on-path' : ''} ${mistake === undefined ? '' : 'wrong'}`}
      data-step={id}
    >
      <div class="step-line">
        {name === 'case' ? (
          <button
            type="button"
            class="step-toggle case-toggle"
            aria-expanded={opened.has(id)}
            aria-describedby={mistake && `${base}-mistake`}
            onClick={() => toggle(id)}
          >
            <ChevronDown size={16} class="case-arrow" aria-hidden />
            <span class="step-words">{words}</span>
          </button>
        ) : (
          <span class="block-words">{words}</span>
        )}
        {isTaken && <Status of="done">Taken</Status>}
        {name === 'case' && !isOnly && (
          <Menu
            label={`Change case ${number + 1}`}
            buttonClass="button plain icon"
            button={<Ellipsis size={16} aria-hidden />}
          >
            <button type="button" class="item" onClick={() => actions.removeCase(id)}>
              Remove the case
            </button>
          </Menu>
        )}
      </div>
      <Mistake id={base} text={mistake} />
      {rule !== undefined && opened.has(id) && (
        <div class="step-open">
          <Fields
            onFields={onFields}
            rule={rule}
            named={named}
            checks={checks}
            refusals={pointer === undefined ? [] : refusalsOf(refusals, `${pointer}/if`)}
            onChange={(next: SegmentRule) => actions.setRule(id, next)}
          />
        </div>
      )}
      <BlockSteps block={block} label={words} />
    </div>
  )
}

/** Returns the pointer to a case of a branch. */
function pointerOfCase(root: Block, id: string): string | undefined {
  for (const [pointer, each] of pointersOf(root)) if (each === id) return pointer
  return undefined
}

/** The numbers of runs at a step, each a link to the runs. */
function Counts({ stepKey }: { stepKey: string }) {
  const { counts, runsAt } = useOutline()
  const count = counts.get(stepKey)
  if (count === undefined || runsAt === undefined) return null
  return (
    <>
      {(['running', 'waiting', 'failed'] as const).map(
        (status) =>
          count[status] > 0 && (
            <a key={status} class="step-count" href={runsAt(stepKey, status)}>
              <Status of={status}>{`${countText(count[status])} ${status}`}</Status>
            </a>
          ),
      )}
    </>
  )
}
