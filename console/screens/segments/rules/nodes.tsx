import type { Direction } from '../../../ui/controls/directions.js'
import { Ellipsis, Plus } from '../../../icons/icons.js'
import { createContext } from 'preact'
import { useContext, useId } from 'preact/hooks'
import { Button } from '../../../ui/controls/button.js'
import { Menu } from '../../../ui/controls/menu.js'
import { Mistake } from '../../../ui/forms/mistake.js'
import { kindWords, lackOf } from '../conditions/conditions.js'
import type { Drag } from './drag.js'
import { ConditionFields, KindItems } from '../conditions/fields.js'
import type { Choices } from '../names.js'
import {
  isGroup,
  move,
  type Body,
  type Condition,
  type ConditionKind,
  type Group,
  type Mode,
  type RuleNode,
} from './tree.js'

export const groupWords: Readonly<Record<Mode, string>> = {
  all: 'All of',
  any: 'Any of',
  none: 'None of',
  not_all: 'Not all of',
}

/** Words between the rows of a group. */
const joints: Readonly<Record<Mode, string>> = { all: 'and', any: 'or', none: 'nor', not_all: 'and' }

export interface Actions {
  readonly setBody: (id: string, body: Body) => void
  readonly setMode: (id: string, mode: Mode) => void
  readonly addCondition: (groupId: string, kind: ConditionKind) => void
  readonly addGroup: (groupId: string, mode: Mode) => void
  readonly move: (id: string, direction: Direction) => void
  readonly wrap: (id: string) => void
  readonly unwrap: (id: string) => void
  readonly duplicate: (id: string) => void
  readonly remove: (id: string) => void
  /** Called when the focus has left a row. */
  readonly leave: (id: string) => void
}

interface Context {
  readonly root: Group
  readonly choices: Choices
  readonly mistakes: ReadonlyMap<string, string>
  readonly left: ReadonlySet<string>
  readonly isChecked: boolean
  readonly drag: Drag | undefined
  readonly begin: (id: string, event: PointerEvent) => void
  readonly actions: Actions
  readonly nameOf: (node: RuleNode) => string
}

export const BuilderContext = createContext<Context | undefined>(undefined)

function useBuilder(): Context {
  const found = useContext(BuilderContext)
  if (found === undefined) throw new Error('A row stands outside of a builder')
  return found
}

/** A group with its nodes. The root is not an item of a list, and can't be moved. */
export function GroupNode({
  group,
  level,
  joint,
}: {
  group: Group
  level: number
  joint?: string | undefined
}) {
  const { root, mistakes, isChecked, actions, drag } = useBuilder()
  const { id, mode, children } = group
  const isRoot = id === root.id
  const base = useId()
  const lack = children.length === 0 && isChecked ? 'This group is empty.' : undefined
  const mistake = mistakes.get(id) ?? lack
  const Item = isRoot ? 'div' : 'li'
  return (
    <Item
      class={`rule-group ${mode} ${dragClass(drag, id)}`}
      data-node={id}
      data-group={isRoot ? 'root' : 'nested'}
    >
      <div class="rule-line">
        {!isRoot && <Grip id={id} />}
        {joint !== undefined && <span class="rule-kind joint">{joint}</span>}
        <select
          aria-label={
            isRoot ? 'Conditions that must match' : `Conditions of this group that must match, level ${level}`
          }
          aria-describedby={mistake === undefined ? undefined : `${base}-mistake`}
          data-part="mode"
          value={mode}
          onChange={(event) => actions.setMode(id, event.currentTarget.value as Mode)}
        >
          {Object.entries(groupWords).map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
        <span class="quiet rule-fill">these</span>
        {!isRoot && <NodeMenu node={group} />}
      </div>
      <Mistake id={base} text={mistake} />
      {children.length > 0 && (
        <ul aria-label={`${groupWords[mode]} these, level ${level}`}>
          {children.map((child, index) => {
            const joint = index === 0 ? undefined : joints[mode]
            return isGroup(child) ? (
              <GroupNode key={child.id} group={child} level={level + 1} joint={joint} />
            ) : (
              <Row key={child.id} condition={child} joint={joint} />
            )
          })}
        </ul>
      )}
      <div class="row rule-add">
        <Menu
          buttonClass="button"
          button={
            <>
              <Plus size={16} aria-hidden />
              Add a condition
            </>
          }
        >
          <KindItems onChoose={(kind) => actions.addCondition(id, kind)} />
        </Menu>
        <Button kind="plain" icon={Plus} onClick={() => actions.addGroup(id, mode === 'any' ? 'all' : 'any')}>
          Add a group
        </Button>
      </div>
    </Item>
  )
}

function dragClass(drag: Drag | undefined, id: string): string {
  if (drag?.id === id) return 'dragged'
  return drag?.target?.id === id ? `drop-${drag.target.where}` : ''
}

/** The row of one condition. */
function Row({ condition, joint }: { condition: Condition; joint: string | undefined }) {
  const { choices, mistakes, left, isChecked, actions, drag, nameOf } = useBuilder()
  const { id, kind } = condition
  const base = useId()
  const lack = isChecked || left.has(id) ? lackOf(condition) : undefined
  const mistake = mistakes.get(id) ?? lack
  return (
    <li
      class={`rule-row ${mistake === undefined ? '' : 'wrong'} ${dragClass(drag, id)}`}
      data-node={id}
      onFocusOut={(event) => {
        const to = event.relatedTarget
        const isInside = to instanceof Node && event.currentTarget.contains(to)
        // Moving to another window does not count as leaving the row.
        if (!isInside && document.hasFocus()) actions.leave(id)
      }}
    >
      <div
        class="rule-line"
        role="group"
        aria-label={`${kindWords[kind][0]}: ${nameOf(condition)}`}
        aria-describedby={mistake === undefined ? undefined : `${base}-mistake`}
      >
        <Grip id={id} />
        <span class="rule-kind">
          {joint !== undefined && <span class="joint">{joint} </span>}
          {kindWords[kind][0]}
        </span>
        <div class="rule-fields">
          <ConditionFields
            condition={condition}
            choices={choices}
            onChange={(body) => actions.setBody(id, body)}
          />
        </div>
        <NodeMenu node={condition} />
      </div>
      <Mistake id={base} text={mistake} />
    </li>
  )
}

/** The handle to drag a node. It is for pointers only: the menu and the keys do the same. */
function Grip({ id }: { id: string }) {
  const { begin } = useBuilder()
  return (
    <span
      class="grip"
      aria-hidden
      title="Drag to another place"
      onPointerDown={(event) => begin(id, event)}
    ></span>
  )
}

function NodeMenu({ node }: { node: RuleNode }) {
  const { root, actions } = useBuilder()
  const { id } = node
  const can = (direction: Direction) => move(root, id, direction) !== undefined
  const what = isGroup(node) ? 'group' : 'condition'
  return (
    <Menu
      label={`Move or change the ${what}`}
      buttonClass="button plain icon row-menu"
      button={<Ellipsis size={16} aria-hidden />}
    >
      {can('up') && <Item keys="↑" text="Move up" run={() => actions.move(id, 'up')} />}
      {can('down') && <Item keys="↓" text="Move down" run={() => actions.move(id, 'down')} />}
      {can('in') && (
        <Item keys="→" text="Move into the neighbouring group" run={() => actions.move(id, 'in')} />
      )}
      {can('out') && <Item keys="←" text="Move out of the group" run={() => actions.move(id, 'out')} />}
      <Item text="Put in a group" run={() => actions.wrap(id)} />
      {isGroup(node) && <Item text="Ungroup" run={() => actions.unwrap(id)} />}
      <Item text="Duplicate" run={() => actions.duplicate(id)} />
      <Item text={`Remove the ${what}`} run={() => actions.remove(id)} />
    </Menu>
  )
}

function Item({ text, keys, run }: { text: string; keys?: string; run: () => void }) {
  return (
    <button type="button" class="item" onClick={run}>
      <span class="rule-fill">{text}</span>
      {keys !== undefined && <span class="small quiet">Alt Shift {keys}</span>}
    </button>
  )
}
