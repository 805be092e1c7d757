import { Ellipsis, Plus } from '../../../icons/icons.js'
import { Menu } from '../../../ui/controls/menu.js'
import { useOutline } from './outline-context.js'
import type { Direction } from '../../../ui/controls/directions.js'
import { move } from '../definition/edit-steps.js'
import { placeOf, stepKinds, type Block, type Step } from '../definition/steps.js'
import { kindWords } from '../words.js'

/**
 * A menu of the kinds of steps that can be added.
 *
 * @param props.index position of the new step; the end of the block if absent
 */
export function AddMenu({ block, index }: { block: Block; index?: number }) {
  const { actions } = useOutline()
  return (
    <Menu
      {...(index !== undefined && { label: 'Add a step after this one' })}
      buttonClass={index === undefined ? 'button' : 'button plain icon add-behind'}
      button={
        <>
          <Plus size={16} aria-hidden />
          {index === undefined && 'Add a step'}
        </>
      }
    >
      {stepKinds.map((kind) => (
        <button
          type="button"
          class="item kind-item"
          key={kind}
          onClick={() => actions.add(block.id, kind, index)}
        >
          {kindWords[kind][0]}
          <span class="small quiet">{kindWords[kind][1]}</span>
        </button>
      ))}
    </Menu>
  )
}

/** A menu to move, copy or remove a step. */
export function RowMenu({ step }: { step: Step }) {
  const { content, actions } = useOutline()
  const { id } = step
  const can = (direction: Direction) => move(content.steps, id, direction) !== undefined
  const isInside = placeOf(content.steps, id)?.owner !== undefined
  return (
    <Menu
      label="Move or change the step"
      buttonClass="button plain icon row-menu"
      button={<Ellipsis size={16} aria-hidden />}
    >
      {can('up') && <Item keys="↑" text="Move up" run={() => actions.move(id, 'up')} />}
      {can('down') && <Item keys="↓" text="Move down" run={() => actions.move(id, 'down')} />}
      {can('in') && (
        <Item keys="→" text="Move into the neighbouring step" run={() => actions.move(id, 'in')} />
      )}
      {isInside && <Item keys="←" text="Move out of the step" run={() => actions.move(id, 'out')} />}
      <Item text="Copy the step" run={() => actions.copy(id)} />
      <Item text="Remove the step" run={() => actions.remove(id)} />
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
