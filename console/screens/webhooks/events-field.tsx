import { useId, useRef } from 'preact/hooks'
import { useForm } from '../../ui/forms/form.js'
import { wordsOf } from '../../ui/meaning.js'
import { Mistake } from '../../ui/forms/mistake.js'
import { typesIn, type WebhookFormat } from './words.js'

/** Groups event types by resource, in the order of the contract. */
function groupsOf(types: readonly string[]): (readonly [resource: string, types: readonly string[]])[] {
  return [...new Set(types.map(resourceOf))].map((resource) => [
    resource,
    types.filter((type) => resourceOf(type) === resource),
  ])
}

function resourceOf(type: string): string {
  return type.split('.')[0] ?? type
}

/** Event types that are chosen at first when not all are wanted: the outcomes of messages. */
const settled = ['message.delivered', 'message.bounced', 'message.failed', 'message.complained']

/** The choice of a webhook's events: all that the format has, or types chosen by resource. */
export function EventsField({ format }: { format: WebhookFormat }) {
  const { values, mistakes, set, disabled } = useForm()
  const all = typesIn(format)
  const events = (values.events as readonly string[] | undefined) ?? []
  const isEverything = events.includes('*')
  const chosen = events.filter((type) => type === '*' || all.includes(type))
  const before = useRef<readonly string[]>(settled)
  const id = useId()
  const mistake = mistakes.events
  const choose = (types: readonly string[], isChosen: boolean) =>
    set(
      'events',
      // In the order of the contract, whatever the order of the clicks.
      all.filter((type) => (types.includes(type) ? isChosen : chosen.includes(type))),
    )
  return (
    <fieldset class="stack tight" aria-describedby={mistake === undefined ? undefined : `${id}-mistake`}>
      <legend>Events</legend>
      <div class="choice">
        <input
          id={`${id}-all`}
          type="radio"
          name={`${id}-which`}
          data-field="events"
          disabled={disabled}
          checked={isEverything}
          onChange={() => {
            if (chosen.length > 0) before.current = chosen
            set('events', ['*'])
          }}
        />
        <label for={`${id}-all`}>All events</label>
        <span class="hint quiet small">
          {format === 'postseal'
            ? 'Including types added in later versions.'
            : 'All types that the format has.'}
        </span>
      </div>
      <div class="choice">
        <input
          id={`${id}-some`}
          type="radio"
          name={`${id}-which`}
          data-field="events"
          disabled={disabled}
          aria-invalid={mistake === undefined ? undefined : 'true'}
          checked={!isEverything}
          onChange={() => set('events', before.current)}
        />
        <label for={`${id}-some`}>Selected events</label>
      </div>
      {!isEverything && (
        <div class="event-groups">
          {groupsOf(all).map(([resource, types]) => (
            <Group
              key={resource}
              resource={resource}
              types={types}
              chosen={chosen}
              disabled={disabled}
              onChoose={choose}
            />
          ))}
        </div>
      )}
      <Mistake id={id} text={mistake} />
    </fieldset>
  )
}

function Group({
  resource,
  types,
  chosen,
  disabled,
  onChoose,
}: {
  resource: string
  types: readonly string[]
  chosen: readonly string[]
  disabled: boolean
  onChoose: (types: readonly string[], isChosen: boolean) => void
}) {
  const id = useId()
  const count = types.filter((type) => chosen.includes(type)).length
  return (
    <fieldset>
      <legend>
        <span class="choice">
          <input
            id={id}
            type="checkbox"
            disabled={disabled}
            checked={count === types.length}
            indeterminate={count > 0 && count < types.length}
            onChange={(event) => onChoose(types, event.currentTarget.checked)}
          />
          <label for={id}>{wordsOf(resource)}</label>
        </span>
      </legend>
      {types.length > 1 &&
        types.map((type) => (
          <div class="choice" key={type}>
            <input
              id={`${id}-${type}`}
              type="checkbox"
              disabled={disabled}
              checked={chosen.includes(type)}
              onChange={(event) => onChoose([type], event.currentTarget.checked)}
            />
            <label for={`${id}-${type}`} class="mono small">
              {type}
            </label>
          </div>
        ))}
      {types.length === 1 && <p class="mono small quiet only-type">{types[0]}</p>}
    </fieldset>
  )
}
