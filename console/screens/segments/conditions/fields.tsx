import { Plus, X } from '../../../icons/icons.js'
import { useId } from 'preact/hooks'
import { useProjectWithId, type Tracked } from '../../../api/project.js'
import { Button } from '../../../ui/controls/button.js'
import { later } from '../../../ui/loading/later.js'
import { textOf } from '../../../ui/forms/form.js'
import { Comparison, withValue } from './comparison.js'
import { comparedOf, fields, kindWords, newBodies, withOperator } from './conditions.js'
import { HistoryFields } from './history-fields.js'
import type { Choices } from '../names.js'
import { TopicFields } from './topic-fields.js'
import { conditionKinds, type Body, type Condition, type ConditionKind } from '../rules/tree.js'

const TrackingOff = later('the note', () => import('../../projects/tracking-off.js'))

interface Editing {
  readonly body: Body
  readonly choices: Choices
  readonly onChange: (body: Body) => void
}

/** The fields of a condition, by its kind. */
export function ConditionFields({ condition, ...rest }: Omit<Editing, 'body'> & { condition: Condition }) {
  const editing = { ...rest, body: condition.body }
  switch (condition.kind) {
    case 'property':
      return <PropertyFields {...editing} />
    case 'contact':
      return <ContactFields {...editing} />
    case 'event':
      return <EventFields {...editing} />
    case 'message':
      return <MessageFields {...editing} />
    case 'list':
      return <ListFields {...editing} />
    case 'topic':
      return <TopicFields {...editing} />
    case 'segment':
      return <SegmentField {...editing} />
  }
}

/** The menu items for the kinds of conditions that can be added. */
export function KindItems({ onChoose }: { onChoose: (kind: ConditionKind) => void }) {
  return (
    <>
      {conditionKinds.map((kind) => (
        <button key={kind} type="button" class="item kind-item" onClick={() => onChoose(kind)}>
          <span>{kindWords[kind][0]}</span> <span class="small quiet">{kindWords[kind][1]}</span>
        </button>
      ))}
    </>
  )
}

function PropertyFields({ body, choices, onChange, of = 'property' }: Editing & { of?: string }) {
  const id = useId()
  return (
    <>
      <input
        aria-label={`Name of the ${of}`}
        data-part="name"
        class="mono"
        list={id}
        placeholder="plan"
        autocomplete="off"
        spellcheck={false}
        autocapitalize="off"
        value={textOf(body.name)}
        onInput={({ currentTarget: { value: name } }) => {
          // A known name sets its type if no value was typed yet.
          const type = choices.properties.find(([each]) => each === name)?.[1]
          const isFresh = body.value === undefined && body.op === 'eq'
          const value =
            isFresh && type === 'number' ? null : isFresh && type === 'boolean' ? true : body.value
          onChange(withValue({ ...body, name }, 'value', value))
        }}
      />
      {of === 'property' && (
        <datalist id={id}>
          {choices.properties.map(([name, type]) => (
            <option key={name} value={name}>
              {type}
            </option>
          ))}
        </datalist>
      )}
      <Comparison body={body} compared="property" onChange={onChange} />
    </>
  )
}

function ContactFields({ body, onChange }: Editing) {
  return (
    <>
      <select
        aria-label="Field of the contact"
        data-part="name"
        value={String(body.field)}
        onChange={({ currentTarget: { value: field } }) => {
          const compared = comparedOf(field)
          // Each type has operators of its own, and begins with the most common one.
          onChange(withOperator({ field }, compared === 'time' ? 'within' : 'eq', compared))
        }}
      >
        {fields.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
      <Comparison body={body} compared={comparedOf(body.field)} onChange={onChange} />
    </>
  )
}

/** Maximum number of details of an event by the contract. */
const maxDetails = 10

function EventFields({ body, choices, onChange }: Editing) {
  const where = (body.where ?? []) as readonly Body[]
  const setWhere = (next: readonly Body[]) =>
    onChange(withValue(body, 'where', next.length === 0 ? undefined : next))
  return (
    <>
      <input
        aria-label="Name of the event"
        data-part="name"
        class="mono"
        placeholder="order_placed"
        autocomplete="off"
        spellcheck={false}
        autocapitalize="off"
        value={textOf(body.name)}
        onInput={({ currentTarget: { value: name } }) => onChange({ ...body, name })}
      />
      <HistoryFields body={body} onChange={onChange} />
      {where.length > 0 && (
        <ul class="details-of" aria-label="Properties of the counted events">
          {where.map((detail, index) => (
            <li key={index}>
              <span class="quiet">{index === 0 ? 'where its' : 'and its'}</span>
              <PropertyFields
                of="detail"
                body={detail}
                choices={choices}
                onChange={(next) => setWhere(where.with(index, next))}
              />
              <Button
                kind="plain"
                icon={X}
                label="Remove this detail"
                onClick={() => setWhere(where.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ul>
      )}
      {where.length < maxDetails && (
        <Button
          kind="plain"
          icon={Plus}
          title="Count only events with certain properties"
          onClick={() => setWhere([...where, newBodies.property])}
        >
          Detail
        </Button>
      )}
    </>
  )
}

function MessageFields({ body, choices, onChange }: Editing) {
  const campaign = body.campaign_id as string | undefined
  const isKnown = campaign === undefined || choices.campaigns.some(({ id }) => id === campaign)
  const noteId = useId()
  const tracked = body.status === 'opened' ? 'opens' : body.status === 'clicked' ? 'clicks' : undefined
  const isOff = useProjectWithId(choices.projectId)?.tracking[tracked ?? 'opens'] === false
  return (
    <>
      <select
        aria-label="Outcome of the mail"
        aria-describedby={tracked === undefined ? undefined : noteId}
        data-part="name"
        value={String(body.status)}
        onChange={({ currentTarget: { value: status } }) => onChange({ ...body, status })}
      >
        <option value="delivered">was delivered</option>
        <option value="bounced">bounced</option>
        <option value="complained">was reported as spam</option>
        <option value="replied">was answered</option>
        <option value="opened">was opened</option>
        <option value="clicked">was clicked in</option>
      </select>
      <HistoryFields body={body} onChange={onChange} />
      <select
        aria-label="Campaign"
        data-part="campaign"
        value={campaign ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange(withValue(body, 'campaign_id', value === '' ? undefined : value))
        }
      >
        <option value="">any mail</option>
        {!isKnown && <option value={campaign}>{campaign}</option>}
        {choices.campaigns.map(({ id, name }) => (
          <option key={id} value={id}>
            of “{name}”
          </option>
        ))}
      </select>
      {tracked !== undefined && isOff && (
        <TrackingOff projectId={choices.projectId} tracked={[tracked]} id={noteId}>
          {untrackedWords(body, tracked)}
        </TrackingOff>
      )}
      {tracked !== undefined && !isOff && (
        <p id={noteId} class="small quiet rule-note">
          {body.status === 'opened'
            ? 'A lower bound. Some mail programs load no images, and untracked mail counts as not opened.'
            : 'Only clicks by people count. Untracked mail counts as not clicked.'}
        </p>
      )}
    </>
  )
}

/** Says what a condition about opens or clicks selects while mail is sent without tracking. */
function untrackedWords({ count }: Body, tracked: Tracked): string {
  const { op, value } = (count ?? { op: 'gte', value: 1 }) as Body
  const holdsForNone = op === 'lte' || (op === 'lt' || op === 'ne' ? value !== 0 : op !== 'gt' && value === 0)
  const mail = tracked === 'opens' ? 'opened' : 'clicked'
  return holdsForNone
    ? `, so new mail counts as never ${mail}.`
    : ', so this matches nobody unless mail was tracked earlier.'
}

function ListFields({ body, choices, onChange }: Editing) {
  return (
    <>
      <select
        aria-label="Subscription"
        data-part="status"
        value={String(body.status)}
        onChange={({ currentTarget: { value: status } }) => onChange({ ...body, status })}
      >
        <option value="confirmed">is subscribed to</option>
        <option value="pending">was asked to confirm</option>
        <option value="unsubscribed">unsubscribed from</option>
      </select>
      <NamedSelect
        label="List"
        part="name"
        id={body.list_id as string | undefined}
        of={choices.lists}
        none={choices.lists.length === 0 ? 'This project has no lists' : 'Choose a list'}
        onChange={(list) => onChange(withValue(body, 'list_id', list))}
      />
    </>
  )
}

function SegmentField({ body, choices, onChange }: Editing) {
  return (
    <>
      <span class="quiet">is in</span>
      <NamedSelect
        label="Segment"
        part="name"
        id={body.segment_id as string | undefined}
        of={choices.segments}
        none={choices.segments.length === 0 ? 'This project has no other segments' : 'Choose a segment'}
        onChange={(segment) => onChange(withValue(body, 'segment_id', segment))}
      />
    </>
  )
}

/**
 * A choice of one of several named things. An unknown one, such as a thing of another project, is shown by its id.
 */
function NamedSelect({
  label,
  part,
  id,
  of,
  none,
  onChange,
}: {
  label: string
  part: string
  id: string | undefined
  of: readonly { readonly id: string; readonly name: string }[]
  none: string
  onChange: (id: string | undefined) => void
}) {
  return (
    <select
      aria-label={label}
      data-part={part}
      value={id ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? undefined : value)}
    >
      <option value="">{none}</option>
      {id !== undefined && !of.some((each) => each.id === id) && <option value={id}>{id}</option>}
      {of.map((each) => (
        <option key={each.id} value={each.id}>
          {each.name}
        </option>
      ))}
    </select>
  )
}
