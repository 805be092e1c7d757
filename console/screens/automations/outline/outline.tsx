import type { AutomationSimulation, AutomationStats } from 'postseal'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { directions, type Direction } from '../../../ui/controls/directions.js'
import { Mistake } from '../../../ui/forms/mistake.js'
import { Notice } from '../../../ui/notices/notice.js'
import { toast } from '../../../ui/notices/toast.js'
import { lacksOf, type Content, type Refusal } from '../definition/content.js'
import { placed } from '../definition/placed.js'
import type { Named } from '../names.js'
import { OutlineContext, type Actions } from './outline-context.js'
import { BlockSteps } from './rows.js'
import { SettingRow } from './setting-row.js'
import type { Setting } from '../fields/setting-fields.js'
import {
  add,
  addCase,
  changeStep,
  copy,
  move,
  remove,
  removeCase,
  setRule,
} from '../definition/edit-steps.js'
import { blockOf, excessOf, limits, newStep, placeOf, sizeOf, type Block } from '../definition/steps.js'
import { blockWords, stepWords } from '../words.js'

/** Sentences that are announced for a row that was moved, and for one that cannot be moved. */
const moves: Readonly<Record<Direction, readonly [moved: string, stuck: string]>> = {
  up: ['Moved up', 'This is the first step.'],
  down: ['Moved down', 'This is the last step.'],
  in: ['Moved into the neighbouring step', 'No step above or below contains steps.'],
  out: ['Moved out of the step', 'It is not inside another step.'],
}
const settings: readonly Setting[] = ['trigger', 'entry_rule', 'reentry', 'exit_on', 'sender']

/**
 * An automation as an outline: its trigger, the conditions to enter and to end, and its nested steps. All of it works
 * by keyboard.
 */
export function Outline({
  content,
  named,
  checks,
  refusals,
  stats,
  simulation,
  runsAt,
  onChange,
}: {
  content: Content
  named: Named
  /** Number of attempts to save. */
  checks: number
  refusals: readonly Refusal[]
  /** Figures of the version that is shown. */
  stats?: AutomationStats['steps']
  simulation?: AutomationSimulation | undefined
  runsAt?: (key: string, status: string) => string
  onChange: (content: Content) => void
}) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [said, say] = useState('')
  const [excess, setExcess] = useState<string>()
  const frame = useRef<HTMLDivElement>(null)
  const wanted = useRef<{ readonly id: string; readonly field?: boolean }>()
  const latest = useRef(content)
  const handled = useRef<{ readonly checks: number; readonly refusals: readonly Refusal[] }>({
    checks: 0,
    refusals: [],
  })
  latest.current = content
  const { names } = named

  const lacks = useMemo(() => lacksOf(content), [content])
  const mistakes = useMemo(
    () => new Map([...(checks > 0 ? lacks : []), ...placed(content, refusals)]),
    [content, lacks, refusals, checks],
  )
  const open = (ids: Iterable<string>) => setOpened((before) => new Set([...before, ...ids]))

  const focusOn = (id: string, field = false) => {
    const row = frame.current?.querySelector(`[data-step="${id}"]`)
    const inside = field
      ? row?.querySelector<HTMLElement>(':scope > .step-open :is(input, select, textarea)')
      : undefined
    const found = inside ?? row?.querySelector<HTMLElement>(':scope > .step-line .step-toggle')
    found?.focus()
    found?.scrollIntoView({ block: 'nearest' })
    // Fields that are still being loaded get the focus once they are there.
    return !field || inside != null
  }
  useEffect(() => {
    if (wanted.current === undefined) return
    const { id, field } = wanted.current
    if (focusOn(id, field)) wanted.current = undefined
  }, [content, opened])
  // Rows with mistakes are opened, and the first of them gets the focus.
  useEffect(() => {
    const isNews =
      checks > handled.current.checks || (refusals.length > 0 && refusals !== handled.current.refusals)
    handled.current = { checks, refusals }
    if (!isNews) return
    const [first] = [...frame.current!.querySelectorAll<HTMLElement>('[data-step]')].filter((row) =>
      mistakes.has(row.dataset.step ?? ''),
    )
    if (mistakes.size > 0) open(mistakes.keys())
    const id = first?.dataset.step
    if (id === undefined) return
    wanted.current = { id, field: true }
    open([id])
  }, [checks, refusals])

  /**
   * Applies a change of the steps and returns true, or shows in a sentence which of the contract's limits it would
   * exceed.
   */
  const apply = (steps: Block, done: string, focus?: { id: string; field?: boolean }): boolean => {
    const refusal = excessOf(steps)
    // An automation that exceeds the limits already can still be reduced step by step.
    if (refusal !== undefined && excessOf(latest.current.steps) === undefined) {
      setExcess(refusal)
      return false
    }
    setExcess(undefined)
    wanted.current = focus
    latest.current = { ...latest.current, steps }
    say(done)
    onChange(latest.current)
    return true
  }
  const whereIs = (steps: Block, id: string) => {
    const place = placeOf(steps, id)
    if (place === undefined) return ''
    const { block, index, owner } = place
    const of = `${index + 1} of ${block.steps.length}`
    if (owner === undefined) return `, now step ${of}`
    return `, now ${of} under “${blockWords(block, owner.blocks.indexOf(block), names)}”`
  }
  const root = () => latest.current.steps

  const actions: Actions = {
    setContent: (next) => {
      latest.current = next
      onChange(next)
    },
    change: (id, change) => {
      setExcess(undefined)
      latest.current = { ...latest.current, steps: changeStep(root(), id, change) }
      onChange(latest.current)
    },
    add: (blockId, kind, index) => {
      const step = newStep(kind, root())
      // A branch has nothing to fill in before its first case.
      const id = kind === 'branch' ? (step.blocks[0]?.id ?? step.id) : step.id
      const isAdded = apply(add(root(), blockId, step, index), `Added: ${stepWords(step, names)}.`, {
        id,
        field: true,
      })
      if (isAdded) open([id])
    },
    move: (id, direction) => {
      const next = move(root(), id, direction)
      if (next === undefined) return say(moves[direction][1])
      apply(next, `${moves[direction][0]}${whereIs(next, id)}.`, { id })
    },
    copy: (id) => {
      const made = copy(root(), id)
      if (made !== undefined) apply(made.root, 'Copied. The copy follows the step.', { id: made.step.id })
    },
    remove: (id) => {
      const place = placeOf(root(), id)
      if (place === undefined) return
      const { step, block, index, owner } = place
      const next = block.steps[index + 1] ?? block.steps[index - 1] ?? owner
      const words = stepWords(step, names)
      if (!apply(remove(root(), id), `Removed: ${words}.`, next && { id: next.id })) return
      toast(`Removed: ${words}`, () => {
        const to = blockOf(root(), block.id) === undefined ? 'root' : block.id
        apply(add(root(), to, step, index), 'Restored.', { id: step.id })
      })
    },
    addCase: (stepId) => {
      const made = addCase(root(), stepId)
      if (!apply(made.root, 'Added a case.', { id: made.block.id })) return
      open([made.block.id])
    },
    removeCase: (blockId) => {
      const { block, owner } = blockOf(root(), blockId) ?? {}
      if (block === undefined || owner === undefined) return
      if (!apply(removeCase(root(), blockId), 'Removed the case.', { id: owner.id })) return
      toast('The case was removed.', () => {
        const back = changeStep(root(), owner.id, (step) => ({
          ...step,
          blocks: step.blocks.toSpliced(owner.blocks.indexOf(block), 0, block),
        }))
        apply(back, 'Restored.', { id: blockId })
      })
    },
    setRule: (blockId, rule) => {
      latest.current = { ...latest.current, steps: setRule(root(), blockId, rule) }
      onChange(latest.current)
    },
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as Element
    // A rule has keys of its own.
    if (target.closest('[data-builder]') !== null) return
    const direction = directions[event.key]
    if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey || direction === undefined) return
    const row = target.closest<HTMLElement>('[data-step]')
    const id = row?.dataset.step
    if (row === null || id === undefined || placeOf(root(), id) === undefined) return
    event.preventDefault()
    const isRtl = getComputedStyle(row).direction === 'rtl'
    const swapped = { in: 'out', out: 'in', up: 'up', down: 'down' } as const
    actions.move(id, isRtl ? swapped[direction] : direction)
  }

  const state = {
    onFields: () => {
      if (wanted.current !== undefined && focusOn(wanted.current.id, true)) wanted.current = undefined
    },
    content,
    named,
    checks,
    refusals,
    mistakes,
    opened,
    toggle: (id: string) =>
      setOpened((before) => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
    actions,
    counts: new Map((stats ?? []).map((each) => [each.step_key, each])),
    runsAt,
    path: new Map((simulation?.steps ?? []).map((step) => [step.key, step])),
  }
  const size = sizeOf(content.steps)
  return (
    <OutlineContext.Provider value={state}>
      <div ref={frame} class="outline" onKeyDown={onKeyDown}>
        <ul class="settings" aria-label="What starts and ends a run">
          {settings.map((setting) => (
            <SettingRow key={setting} setting={setting} />
          ))}
        </ul>
        <h3>Steps</h3>
        <Mistake id="steps" text={mistakes.get('steps')} />
        <BlockSteps block={content.steps} label="Steps" />
      </div>
      {excess !== undefined && <Notice kind="warn">{excess}</Notice>}
      <p class="small quiet">
        {size.steps} of {limits.steps} steps, {size.levels} of {limits.levels} levels. On a step,{' '}
        <kbd>Alt</kbd> <kbd>Shift</kbd> and an arrow key move it up, down, out of its parent step or into a
        neighbouring step.
      </p>
      <p class="visually-hidden" role="status" aria-live="polite">
        {said}
      </p>
    </OutlineContext.Provider>
  )
}
