import { X } from '../../../icons/icons.js'
import { Button } from '../../../ui/controls/button.js'
import type { Tracked } from '../../../api/project.js'
import TrackingOff from '../../projects/tracking-off.js'
import { Comparison, withValue } from '../../segments/conditions/comparison.js'
import { mailEvents, mailOf } from '../definition/mail-events.js'
import type { Body } from '../definition/steps.js'
import { ChoicePart, TextPart } from './parts.js'

/** A mail that a step sends. */
export interface SentMail {
  /** Key of the step. */
  readonly key: string
  readonly name: string
}

const trackedBy: Readonly<Record<string, Tracked>> = {
  'message.opened': 'opens',
  'message.clicked': 'clicks',
}

/**
 * Fields for an event of the contact and the conditions on its properties.
 *
 * @param props.mails the mails whose opens and clicks are offered beside other events
 */
export function EventPart({
  body,
  projectId,
  mails = [],
  onChange,
}: {
  body: Body
  projectId: string
  mails?: readonly SentMail[]
  onChange: (body: Body) => void
}) {
  const where = (body.where ?? []) as readonly Body[]
  const set = (next: readonly Body[]) =>
    onChange(withValue(body, 'where', next.length === 0 ? undefined : next))
  const mail = mailOf(body)
  const isOffered = mail !== undefined && mails.some(({ key }) => key === mail.key)
  // The condition on the mail is the choice above the others.
  const own = isOffered ? 1 : 0
  const tracked = trackedBy[String(body.name)]
  return (
    <>
      {mails.length > 0 && (
        <ChoicePart
          label="Event"
          part="event-of"
          none="An event of your own"
          options={mails.flatMap(({ key, name }) =>
            Object.entries(mailEvents).map(
              ([event, words]) => [`${event} ${key}`, `${words} the mail ${name}`] as const,
            ),
          )}
          value={isOffered ? `${mail.event} ${mail.key}` : undefined}
          onChange={(chosen) => {
            const [event = '', key = ''] = chosen?.split(' ') ?? []
            onChange(waitingFor(body, event, key))
          }}
        />
      )}
      {!isOffered && (
        <TextPart
          label={mails.length > 0 ? 'Name of the event' : 'Event'}
          part="name"
          mono
          placeholder="order_placed"
          value={body.name}
          list={Object.keys(trackedBy)}
          hint={
            tracked === undefined
              ? 'The name under which your servers record it.'
              : 'Recorded by Postseal. You can compare campaign_id, step_key and url.'
          }
          onChange={(name) => onChange({ ...body, name: name ?? '' })}
        />
      )}
      <div class="stack tight wide-part">
        {tracked !== undefined && (
          <TrackingOff projectId={projectId} tracked={[tracked]}>
            , so only mail that was tracked earlier causes this event.
          </TrackingOff>
        )}
        {where.slice(own).map((each, index) => (
          <div
            class="where-part row"
            key={index}
            role="group"
            aria-label={`Condition ${index + 1} of the event`}
          >
            <input
              class="mono"
              aria-label="Property of the event"
              data-part="name"
              placeholder={isOffered ? 'url' : 'total'}
              autocomplete="off"
              spellcheck={false}
              value={typeof each.name === 'string' ? each.name : ''}
              onInput={({ currentTarget: { value } }) =>
                set(where.with(index + own, { ...each, name: value }))
              }
            />
            <Comparison
              body={each}
              compared="property"
              onChange={(next) => set(where.with(index + own, next))}
            />
            <Button
              kind="plain"
              icon={X}
              label={`Remove condition ${index + 1}`}
              onClick={() => set(where.toSpliced(index + own, 1))}
            />
          </div>
        ))}
        <div>
          <Button
            kind="plain"
            disabled={where.length >= 10}
            onClick={() => set([...where, { name: '', op: 'eq' }])}
          >
            Add a condition on a property
          </Button>
        </div>
      </div>
    </>
  )
}

/** Returns a wait for an event of a mail; without an event, for one that is still to be named. */
function waitingFor({ where: _, ...body }: Body, event: string, key: string): Body {
  if (event === '') return { ...body, name: '' }
  return { ...body, name: event, where: [{ name: 'step_key', op: 'eq', value: key }] }
}
