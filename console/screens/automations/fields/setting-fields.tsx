import { Plus, X } from '../../../icons/icons.js'
import type { SegmentRule } from 'postseal'
import { Button } from '../../../ui/controls/button.js'
import { Menu } from '../../../ui/controls/menu.js'
import type { Content, Refusal } from '../definition/content.js'
import type { Named } from '../names.js'
import { RuleEditor } from './rule-rows.js'
import { refusalsOf } from '../definition/placed.js'
import { EventPart } from './event-part.js'
import { CheckPart, ChoicePart, SpanPart, TextPart, withValue } from './parts.js'
import { SenderFields } from './sender-fields.js'
import { ListPart } from './step-fields.js'
import { limits, type Body } from '../definition/steps.js'

/** The parts of an automation above its steps. */
export type Setting = 'trigger' | 'entry_rule' | 'reentry' | 'exit_on' | 'sender'

export interface SettingProps {
  readonly content: Content
  readonly named: Named
  readonly checks: number
  readonly refusals: readonly Refusal[]
  readonly onChange: (content: Content) => void
}

/** A rule without conditions. */
const emptyRule = { all: [] } as unknown as SegmentRule

export function SettingFields({ setting, ...props }: SettingProps & { setting: Setting }) {
  switch (setting) {
    case 'trigger':
      return <TriggerFields {...props} />
    case 'entry_rule':
      return <EntryFields {...props} />
    case 'reentry':
      return <ReentryFields {...props} />
    case 'exit_on':
      return <ExitsFields {...props} />
    case 'sender':
      return <SenderFields content={props.content} named={props.named} onChange={props.onChange} />
  }
}

const triggers: readonly (readonly [kind: string, label: string, first: Body])[] = [
  ['event', 'An event of the contact', { name: '' }],
  ['list', 'A subscription', { on: 'confirmed' }],
  ['contact_created', 'A new contact', {}],
  ['inbound', 'A mail of the contact', {}],
  ['manual', 'Only manually or by an API request', {}],
]

function TriggerFields({ content, named, onChange }: SettingProps) {
  const kind = triggers.find(([each]) => each in content.trigger)?.[0] ?? 'manual'
  const body = (content.trigger[kind] ?? {}) as Body
  const set = (next: Body) => onChange({ ...content, trigger: { [kind]: next } })
  return (
    <>
      <ChoicePart
        label="What starts a run"
        part="kind"
        options={triggers.map(([each, label]) => [each, label])}
        value={kind}
        onChange={(chosen = 'manual') =>
          onChange({
            ...content,
            trigger: { [chosen]: triggers.find(([each]) => each === chosen)?.[2] ?? {} },
          })
        }
      />
      {kind === 'event' && <EventPart body={body} projectId={named.projectId} onChange={set} />}
      {kind === 'list' && <SubscriptionPart body={body} named={named} onChange={set} />}
      {kind === 'inbound' && (
        <>
          <ChoicePart
            label="Inbound route"
            part="route_id"
            none="Any route of the project"
            options={named.routes.map(({ id, name }) => [id, name])}
            value={body.route_id}
            onChange={(id) => set(withValue(body, 'route_id', id))}
          />
          <CheckPart
            label="Only mail whose sender is authenticated"
            part="require_authenticated"
            hint="If off, anyone can start a run in the name of a contact whose domain has no DMARC record."
            value={body.require_authenticated !== false}
            onChange={(isIt) => set(withValue(body, 'require_authenticated', isIt ? undefined : false))}
          />
        </>
      )}
    </>
  )
}

function SubscriptionPart({
  body,
  named,
  onChange,
}: {
  body: Body
  named: Named
  onChange: (body: Body) => void
}) {
  return (
    <>
      <ListPart body={body} named={named} onChange={onChange} />
      <ChoicePart
        label="What the contact does"
        part="on"
        options={[
          ['confirmed', 'Confirms a subscription'],
          ['unsubscribed', 'Unsubscribes'],
        ]}
        value={body.on}
        onChange={(on) => onChange({ ...body, on })}
      />
    </>
  )
}

function EntryFields({ content, named, checks, refusals, onChange }: SettingProps) {
  const { entry_rule: rule } = content
  return (
    <>
      <ChoicePart
        label="Who enters"
        part="kind"
        options={[
          ['all', 'Every contact'],
          ['rule', 'Contacts that match a rule'],
        ]}
        value={rule === null ? 'all' : 'rule'}
        onChange={(chosen) => onChange({ ...content, entry_rule: chosen === 'rule' ? emptyRule : null })}
      />
      {rule !== null && (
        <RuleEditor
          rule={rule}
          named={named}
          checks={checks}
          refusals={refusalsOf(refusals, '/entry_rule')}
          onChange={(next) => onChange({ ...content, entry_rule: next })}
        />
      )}
    </>
  )
}

function ReentryFields({ content, onChange }: SettingProps) {
  const { reentry } = content
  const set = (name: string) => (value: unknown) =>
    onChange({ ...content, reentry: withValue(reentry, name, value) })
  const interval = reentry.min_interval
  return (
    <>
      <ChoicePart
        label="Re-entry"
        part="mode"
        options={[
          ['once', 'Once ever'],
          ['after_exit', 'One run at a time'],
          ['always', 'Any number of runs at a time'],
        ]}
        value={reentry.mode ?? 'after_exit'}
        onChange={set('mode')}
      />
      <TextPart
        label="For each value of the property"
        part="key"
        mono
        placeholder="cart_id"
        hint="A property of the event. For example, cart_id allows one run per cart instead of one per contact."
        value={reentry.key}
        onChange={set('key')}
      />
      <CheckPart
        label="Minimum time between two runs"
        part="min_interval"
        value={interval !== undefined}
        onChange={(isIt) => set('min_interval')(isIt ? 'P7D' : undefined)}
      />
      {interval !== undefined && (
        <SpanPart label="At least" part="min_interval" value={interval} onChange={set('min_interval')} />
      )}
    </>
  )
}

const exits: readonly (readonly [kind: string, label: string, first: Body])[] = [
  ['event', 'When an event happens', { name: '' }],
  ['list', 'Once a subscription begins or ends', { on: 'unsubscribed' }],
  ['rule', 'When a rule matches', emptyRule],
]

function ExitsFields({ content, named, checks, refusals, onChange }: SettingProps) {
  const all = content.exit_on
  const set = (next: readonly Body[]) => onChange({ ...content, exit_on: next })
  return (
    <div class="stack wide-part">
      {all.map((exit, index) => {
        const kind = exits.find(([each]) => each in exit)?.[0] ?? 'event'
        const body = (exit[kind] ?? {}) as Body
        const change = (next: Body) => set(all.with(index, { [kind]: next }))
        return (
          <fieldset class="exit-part" key={index}>
            <legend>{exits.find(([each]) => each === kind)?.[1]}</legend>
            <div class="step-fields">
              {kind === 'event' && <EventPart body={body} projectId={named.projectId} onChange={change} />}
              {kind === 'list' && <SubscriptionPart body={body} named={named} onChange={change} />}
              {kind === 'rule' && (
                <RuleEditor
                  rule={body as unknown as SegmentRule}
                  named={named}
                  checks={checks}
                  refusals={refusalsOf(refusals, `/exit_on/${index}/rule`)}
                  onChange={(next) => change(next)}
                />
              )}
            </div>
            <Button
              kind="plain"
              icon={X}
              label={`Remove exit ${index + 1}`}
              onClick={() => set(all.toSpliced(index, 1))}
            />
          </fieldset>
        )
      })}
      {all.length < limits.exits ? (
        <div class="row">
          <Menu
            buttonClass="button"
            button={
              <>
                <Plus size={16} aria-hidden />
                Add an exit
              </>
            }
          >
            {exits.map(([kind, label, first]) => (
              <button type="button" class="item" key={kind} onClick={() => set([...all, { [kind]: first }])}>
                {label}
              </button>
            ))}
          </Menu>
        </div>
      ) : (
        <p class="quiet">There are {limits.exits} exits, the maximum.</p>
      )}
    </div>
  )
}
