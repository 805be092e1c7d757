import type { SegmentRule } from 'postseal'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { directions, type Direction } from '../../../ui/controls/directions.js'
import { Notice } from '../../../ui/notices/notice.js'
import { toast } from '../../../ui/notices/toast.js'
import { newBodies } from '../conditions/conditions.js'
import { useDrag } from './drag.js'
import type { Choices } from '../names.js'
import { BuilderContext, GroupNode, groupWords, type Actions } from './nodes.js'
import {
  add,
  drop,
  duplicate,
  excessOf,
  isGroup,
  limits,
  move,
  newCondition,
  newGroup,
  placeOf,
  remove,
  setBody,
  setMode,
  sizeOf,
  unwrap,
  wrap,
  type Group,
  type RuleNode,
} from './tree.js'
import { conditionWords, type Names } from '../words.js'

/**
 * Milliseconds from leaving a row to showing its mistake, so that a button that is being clicked does not move away.
 */
const patience = 300

/** Sentences that are announced for a row that was moved, and for one that cannot be moved. */
const moves: Readonly<Record<Direction, readonly [moved: string, stuck: string]>> = {
  up: ['Moved up', 'This is the first in its group.'],
  down: ['Moved down', 'This is the last in its group.'],
  in: ['Moved into the group', 'There is no group above or below.'],
  out: ['Moved out of the group', 'This is already in the outermost group.'],
}

/**
 * An editor of a rule: conditions in nested groups. All of it works by keyboard; rows can be dragged, too.
 *
 * @param props.mistakes mistakes in nodes, by the nodes' ids
 */
export function Builder({
  root,
  choices,
  names,
  mistakes,
  checks,
  onChange,
}: {
  root: Group
  choices: Choices
  names: Names
  mistakes: ReadonlyMap<string, string>
  /**
   * Number of attempts to save: from the first on, an incomplete node counts as a mistake even if the focus was never
   * in it.
   */
  checks: number
  onChange: (root: Group) => void
}) {
  const [said, say] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const frame = useRef<HTMLDivElement>(null)
  const wanted = useRef<{ readonly id: string; readonly part?: string }>()
  const latest = useRef(root)
  latest.current = root

  // The focus follows a moved row once the row is rendered: in the field that had it, or else on the row's menu.
  useEffect(() => {
    if (wanted.current === undefined) return
    const { id, part } = wanted.current
    wanted.current = undefined
    const line = frame.current?.querySelector(`[data-node="${id}"] > .rule-line`)
    const field = part === undefined ? null : line?.querySelector<HTMLElement>(`[data-part="${part}"]`)
    const found = field ?? line?.querySelector<HTMLElement>('.row-menu')
    found?.focus()
  }, [root])

  // The first mistake gets the focus.
  useEffect(() => {
    if (checks > 0) frame.current?.querySelector<HTMLElement>('.wrong [data-part]')?.focus()
  }, [checks])
  const isChecked = checks > 0

  const nameOf = (node: RuleNode) =>
    isGroup(node)
      ? `the group “${groupWords[node.mode]}”`
      : conditionWords({ [node.kind]: node.body } as unknown as SegmentRule, names)
  const whereIs = (in_: Group, id: string) => {
    const place = placeOf(in_, id)
    if (place?.parent === undefined) return ''
    return `, now ${place.index + 1} of ${place.parent.children.length} in “${groupWords[place.parent.mode]}”`
  }
  /**
   * Applies a change of the rule and returns true, or shows in a sentence which of the contract's limits it would
   * exceed.
   */
  const apply = (next: Group, done: string, focus?: { id: string; part?: string }): boolean => {
    const excess = excessOf(next)
    // A rule that exceeds the limits already can still be reduced step by step.
    if (excess !== undefined && excessOf(latest.current) === undefined) {
      setRefusal(excess)
      return false
    }
    setRefusal(undefined)
    latest.current = next
    wanted.current = focus
    say(done)
    onChange(next)
    return true
  }
  const partWithFocus = () => (document.activeElement as HTMLElement | null)?.dataset.part
  const restore = (node: RuleNode, parentId: string, index: number) => {
    const group = placeOf(latest.current, parentId)?.node
    const to = group !== undefined && isGroup(group) ? parentId : latest.current.id
    apply(add(latest.current, to, node, index), 'Restored.', { id: node.id })
  }

  const actions: Actions = {
    setBody: (id, body) => {
      setRefusal(undefined)
      latest.current = setBody(latest.current, id, body)
      onChange(latest.current)
    },
    setMode: (id, mode) =>
      void apply(setMode(latest.current, id, mode), `The group is “${groupWords[mode]}”.`),
    addCondition: (groupId, kind) => {
      const node = newCondition(kind, newBodies[kind])
      apply(add(latest.current, groupId, node), 'Added a condition.', { id: node.id, part: 'name' })
    },
    addGroup: (groupId, mode) => {
      const node = newGroup(mode)
      apply(add(latest.current, groupId, node), `Added a group “${groupWords[mode]}”.`, {
        id: node.id,
        part: 'mode',
      })
    },
    move: (id, direction) => {
      const next = move(latest.current, id, direction)
      if (next === undefined) return say(moves[direction][1])
      const part = partWithFocus()
      const focus = part === undefined ? { id } : { id, part }
      return void apply(next, `${moves[direction][0]}${whereIs(next, id)}.`, focus)
    },
    wrap: (id) => {
      const { root: next, group } = wrap(latest.current, id, 'any')
      apply(next, 'Put in a group “Any of”.', { id: group.id, part: 'mode' })
    },
    unwrap: (id) => {
      const parent = placeOf(latest.current, id)?.parent
      apply(unwrap(latest.current, id), 'The group was removed. Its conditions were kept.', {
        id: parent?.id ?? root.id,
      })
    },
    duplicate: (id) => {
      const made = duplicate(latest.current, id)
      if (made !== undefined) apply(made.root, 'Duplicated.', { id: made.copy.id })
    },
    remove: (id) => {
      const place = placeOf(latest.current, id)
      if (place?.parent === undefined) return
      const { node, parent, index } = place
      const next = parent.children[index + 1] ?? parent.children[index - 1] ?? parent
      if (apply(remove(latest.current, id), `Removed ${nameOf(node)}.`, { id: next.id })) {
        const what = isGroup(node) ? 'The group was removed.' : 'The condition was removed.'
        toast(what, () => restore(node, parent.id, index))
      }
    },
    leave: (id) =>
      setTimeout(() => setLeft((before) => (before.has(id) ? before : new Set([...before, id]))), patience),
  }
  const { drag, begin } = useDrag((id, target, where) => {
    const next = drop(latest.current, id, target, where)
    if (next !== undefined) apply(next, `Moved${whereIs(next, id)}.`, { id })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    // A person who fills in a row does not mean to save yet.
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) return event.preventDefault()
    const direction = directions[event.key]
    if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey || direction === undefined) return
    const node = (event.target as Element).closest<HTMLElement>('[data-node]')
    const id = node?.dataset.node
    if (node === null || id === undefined || id === root.id) return
    event.preventDefault()
    const isRtl = getComputedStyle(node).direction === 'rtl'
    const swapped = { in: 'out', out: 'in', up: 'up', down: 'down' } as const
    actions.move(id, isRtl ? swapped[direction] : direction)
  }

  const context = useMemo(
    () => ({ root, choices, mistakes, left, isChecked, drag, begin, actions, nameOf }),
    [root, choices, mistakes, left, isChecked, drag, names],
  )
  const size = sizeOf(root)
  return (
    <BuilderContext.Provider value={context}>
      <div
        ref={frame}
        class={`builder ${drag === undefined ? '' : 'dragging'}`}
        data-builder
        onKeyDown={onKeyDown}
      >
        <GroupNode group={root} level={1} />
      </div>
      {refusal !== undefined && <Notice kind="warn">{refusal}</Notice>}
      <p class="small quiet">
        {size.conditions} of {limits.conditions} conditions, {size.levels} of {limits.levels} levels. In a
        row, <kbd>Alt</kbd> <kbd>Shift</kbd> and an arrow key move it up, down, out of its group or into the
        next one.
      </p>
      <p class="visually-hidden" role="status" aria-live="polite">
        {said}
      </p>
    </BuilderContext.Provider>
  )
}
