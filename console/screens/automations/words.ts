import type { AutomationIgnoredReason, SegmentRule } from 'postseal'
import { durationWords, sentenceOf, type Names } from '../segments/words.js'
import type { Content } from './definition/content.js'
import { mailOf } from './definition/mail-events.js'
import type { Block, Body, Step, StepKind } from './definition/steps.js'

/** Names of the things that an automation refers to by id. */
export interface StepNames extends Names {
  readonly template: ReadonlyMap<string, string>
  readonly route: ReadonlyMap<string, string>
}

/** The kinds of steps, each with its name and a description. */
export const kindWords: Readonly<Record<StepKind, readonly [name: string, about: string]>> = {
  send: ['Send a mail', 'from a template'],
  wait: ['Wait', 'for a time, or until one'],
  wait_for_event: ['Wait for an event', 'with steps for when it does not come'],
  branch: ['Branch', 'by rules about the contact'],
  update_contact: ['Change the contact', 'its name or properties'],
  subscribe: ['Ask to confirm a list', 'by the list’s opt-in mail'],
  unsubscribe: ['Unsubscribe', 'from a list, or from everything'],
  record_event: ['Record an event', 'of the contact'],
  notify: ['Notify your servers', 'through your webhooks'],
  exit: ['End the run', 'before its last step'],
}

function quote(text: unknown): string {
  return typeof text === 'string' && text !== '' ? `“${text}”` : '…'
}

function nameIn(names: ReadonlyMap<string, string>, id: unknown): string {
  if (typeof id !== 'string') return '…'
  return quote(names.get(id) ?? id)
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : '…')

/** Formats a moment in the reader's zone. */
function momentText(value: unknown): string {
  const at = new Date(text(value))
  return Number.isNaN(at.getTime())
    ? '…'
    : at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}

function waitWords(body: Body): string {
  if ('for' in body) return `Wait ${durationWords(body.for)}`
  if ('until' in body) return `Wait until ${momentText(body.until)}`
  if ('until_property' in body) {
    const { name, offset } = body.until_property as Body
    if (typeof offset !== 'string' || offset === '') return `Wait until the time in ${text(name)}`
    const span = durationWords(offset.replace(/^-/, ''))
    return `Wait until ${span} ${offset.startsWith('-') ? 'before' : 'after'} the time in ${text(name)}`
  }
  const { time, timezone } = (body.time_of_day ?? {}) as Body
  return `Wait until it is ${text(time)} in ${text(timezone).replaceAll('_', ' ')}`
}

/** Describes an event with its conditions, in the words of segment rules: "order_placed with total at least 50". */
function eventWords(body: Body, names: StepNames): string {
  const where = (body.where ?? []) as readonly Body[]
  if (where.length === 0) return text(body.name)
  const rule = { event: { name: text(body.name), where } } as unknown as SegmentRule
  return sentenceOf(rule, names).replace(/^Contacts who did /, '')
}

/** Describes the event that a step waits for: "a click in the mail “welcome”". */
function waitedWords(body: Body, names: StepNames): string {
  const mail = mailOf(body)
  const where = (body.where ?? []) as readonly Body[]
  if (mail === undefined || where.length > 1) return eventWords(body, names)
  return `${mail.event === 'message.clicked' ? 'a click in' : 'an open of'} the mail “${mail.key}”`
}

function changesOf(body: Body): string {
  const properties = body.properties
  const parts =
    typeof properties === 'object' && properties !== null
      ? Object.entries(properties).map(([name, value]) =>
          value === null ? `no ${name}` : `${name} = ${JSON.stringify(value)}`,
        )
      : []
  if (body.name === null) parts.unshift('no name')
  else if (body.name !== undefined) parts.unshift(`name = ${quote(body.name)}`)
  return parts.length === 0 ? '…' : parts.join(', ')
}

/** Describes a step in words: "Wait 3 days". */
export function stepWords({ kind, body, blocks }: Step, names: StepNames): string {
  switch (kind) {
    case 'send':
      return `Send ${nameIn(names.template, body.template_id)}${
        body.transactional === true
          ? ', transactional'
          : body.topic === undefined
            ? ''
            : `, of the topic ${text(body.topic)}`
      }`
    case 'wait':
      return waitWords(body)
    case 'wait_for_event':
      return `Wait for ${waitedWords(body, names)}, at most ${durationWords(body.timeout)}`
    case 'branch': {
      const cases = blocks.filter(({ name }) => name === 'case').length
      return cases === 1 ? 'Branch: one case, or else' : `Branch: ${cases} cases, or else`
    }
    case 'update_contact':
      return `Set ${changesOf(body)}`
    case 'subscribe':
      return `Ask to confirm the list ${nameIn(names.list, body.list_id)}`
    case 'unsubscribe':
      return body.list_id === undefined
        ? 'Opt the contact out of campaigns and automations'
        : `Unsubscribe from ${nameIn(names.list, body.list_id)}`
    case 'record_event':
      return `Record ${text(body.name)}`
    case 'notify':
      return `Notify your servers ${quote(body.name)}`
    case 'exit':
      return body.reason === undefined ? 'End the run' : `End the run: ${text(body.reason)}`
  }
}

/** Returns a clause that says that a rule selects the contact: "it is one of the contacts whose plan is …". */
function selectedWords(rule: SegmentRule, names: StepNames): string {
  const words = sentenceOf(rule, names)
  const described = words.charAt(0).toLowerCase() + words.slice(1)
  return described.startsWith('all ') ? `it is among ${described}` : `it is one of the ${described}`
}

/** Says when a run enters a block: "If it is one of the contacts whose plan is …". */
export function blockWords({ name, rule }: Block, index: number, names: StepNames): string {
  if (name === 'else') return 'Or else'
  if (name === 'on_timeout') return 'If it does not arrive in time'
  if (rule === undefined) return `Case ${index + 1}`
  return `${index === 0 ? 'If' : 'Or if'} ${selectedWords(rule, names)}`
}

/** Describes the trigger of runs in words. */
export function triggerWords(trigger: Body, names: StepNames): string {
  const { event, list, inbound } = trigger as Readonly<Record<string, Body | undefined>>
  if (event !== undefined) return `On event ${eventWords(event, names)}`
  if (list !== undefined) return `When the contact ${listWords(list, names)}`
  if (inbound !== undefined) {
    return inbound.route_id === undefined
      ? 'When a mail from the contact arrives'
      : `When a mail from the contact arrives at ${nameIn(names.route, inbound.route_id)}`
  }
  if ('contact_created' in trigger) return 'When a contact is added'
  return 'Only manually or by an API request'
}

function listWords(list: Body, names: StepNames): string {
  const name = nameIn(names.list, list.list_id)
  return list.on === 'unsubscribed' ? `unsubscribes from the list ${name}` : `confirms the list ${name}`
}

export function entryWords(rule: SegmentRule | null, names: StepNames): string {
  return rule === null ? 'Every contact' : sentenceOf(rule, names)
}

const modes: Readonly<Record<string, string>> = {
  once: 'Once per contact',
  after_exit: 'One run at a time',
  always: 'Any number of runs at a time',
}

export function reentryWords({ mode, min_interval: interval, key }: Body): string {
  const parts = [modes[typeof mode === 'string' ? mode : 'after_exit'] ?? text(mode)]
  if (interval !== undefined) parts.push(`at least ${durationWords(interval)} apart`)
  if (key !== undefined) parts.push(`for each ${text(key)}`)
  return parts.join(', ')
}

function exitWords(exit: Body, names: StepNames): string {
  const { event, list, rule } = exit as Readonly<Record<string, Body | undefined>>
  if (event !== undefined) return `the contact does ${eventWords(event, names)}`
  if (list !== undefined) return `the contact ${listWords(list, names)}`
  return selectedWords(rule as unknown as SegmentRule, names)
}

export function exitsWords(exits: readonly Body[], names: StepNames): string {
  if (exits.length === 0) return 'Nothing ends a run early'
  return `Ends when ${exits.map((exit) => exitWords(exit, names)).join(', or ')}`
}

export function senderWords(sender: Body, names: StepNames): string {
  const { from_email: from, from_name: name, list_id: list } = sender
  const parts = [
    from === undefined
      ? 'As each template says'
      : `${name === undefined ? '' : `${text(name)}, `}${text(from)}`,
  ]
  if (list !== undefined) parts.push(`to subscribers of ${nameIn(names.list, list)}`)
  return parts.join(', ')
}

/** Returns the outline as lines of text, for comparisons of versions. */
export function outlineText(
  { trigger, entry_rule, reentry, exit_on, sender, steps }: Content,
  names: StepNames,
) {
  const lines = (block: Block, indent: string): string[] =>
    block.steps.flatMap((step) => [
      `${indent}${stepWords(step, names)} [${step.key}]`,
      ...step.blocks.flatMap((inner, index) =>
        inner.name !== 'case' && inner.steps.length === 0
          ? []
          : [`${indent}  ${blockWords(inner, index, names)}:`, ...lines(inner, `${indent}    `)],
      ),
    ])
  return [
    triggerWords(trigger, names),
    `Enters: ${entryWords(entry_rule, names)}`,
    reentryWords(reentry),
    exitsWords(exit_on, names),
    `Sender: ${senderWords(sender, names)}`,
    ...lines(steps, ''),
  ].join('\n')
}

/** Turns a code that this console does not know into words. */
function plain(code: string): string {
  return `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('_', ' ')}`
}

/** Reasons why a trigger started no run, in words. */
const ignoredWords: Readonly<Record<AutomationIgnoredReason, string>> = {
  automation_paused: 'The automation was paused',
  entry_rule: 'The contact did not meet the entry rule',
  already_entered: 'The contact had a run before',
  already_running: 'The contact already had a run',
  min_interval: 'The contact’s last run started too recently',
  too_many_runs: 'The contact started 10 runs within 24 hours',
  too_old: 'The event happened more than 24 hours before it was recorded',
  max_depth: 'Five runs had caused each other before',
}

export function ignoredText(reason: string | null): string {
  return reason === null
    ? 'It was ignored'
    : (ignoredWords[reason as AutomationIgnoredReason] ?? plain(reason))
}

const endings: Readonly<Record<string, string>> = {
  exit_step: 'Ended by a step',
  exit_event: 'Ended by an event',
  exit_list: 'Ended by a subscription',
  exit_rule: 'Ended by a rule',
  max_depth: 'Five runs have caused each other',
  manual: 'Cancelled manually',
  automation_archived: 'The automation was archived',
  contact_erased: 'The contact was erased',
}

/** Returns in words why a run ended before its last step. */
export function endingText(reason: string): string {
  return endings[reason] ?? plain(reason)
}

/** Says which of the blocks inside a step a run took. */
export function takenText(taken: string): string {
  if (taken === 'else') return 'took “Or else”'
  if (taken === 'on_timeout') return 'it did not come in time'
  return `took case ${Number(taken.split('/')[1]) + 1}`
}
