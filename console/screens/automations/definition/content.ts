import type { AutomationVersion, CreateAutomationVersionRequest, SegmentRule } from 'postseal'
import { isComplete } from '../../segments/conditions/conditions.js'
import { fromRule } from '../../segments/rules/tree.js'
import { excessOf, fromSteps, limits, stepsOf, toSteps, type Block, type Body, type Step } from './steps.js'

/** Content of an automation that is being written, complete or not. */
export interface Content {
  readonly trigger: Body
  readonly entry_rule: SegmentRule | null
  readonly reentry: Body
  readonly exit_on: readonly Body[]
  readonly sender: Body
  readonly steps: Block
}

/** The service's message about a part of a version; the pointer starts at the version. */
export interface Refusal {
  readonly pointer: string
  readonly message: string
}

type Given = Pick<AutomationVersion, 'trigger' | 'steps'> &
  Partial<Pick<AutomationVersion, 'entry_rule' | 'reentry' | 'exit_on' | 'sender'>>

/** Converts a version into the content that the editor changes. */
export function contentOf(given: Given): Content {
  return {
    trigger: given.trigger,
    entry_rule: given.entry_rule ?? null,
    reentry: { ...given.reentry },
    exit_on: given.exit_on ?? [],
    sender: { ...given.sender },
    steps: fromSteps(given.steps),
  }
}

/** Returns the request that saves the content. It follows the contract if nothing is incomplete. */
export function requestOf(content: Content): CreateAutomationVersionRequest {
  const { trigger, entry_rule: rule, reentry, exit_on: exits, sender, steps } = content
  return {
    trigger,
    ...(rule !== null && { entry_rule: rule }),
    ...(Object.keys(reentry).length > 0 && { reentry }),
    ...(exits.length > 0 && { exit_on: exits }),
    ...(Object.keys(sender).length > 0 && { sender }),
    steps: toSteps(steps),
  } as unknown as CreateAutomationVersionRequest
}

/** Returns the definition as text, with names in a fixed order, so that equal definitions have equal texts. */
export function textOf(content: Content): string {
  return JSON.stringify(requestOf(content), null, 2)
}

export function isSame(one: Content, other: Content): boolean {
  return one === other || canonical(requestOf(one)) === canonical(requestOf(other))
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}

const eventName = /^[A-Za-z][A-Za-z0-9_.:-]{0,99}$/
const propertyName = /^[A-Za-z][A-Za-z0-9_]{0,63}$/
const stepKey = /^[a-z][a-z0-9_]{0,63}$/
const duration = /^P(?=\d|T\d)(\d{1,9}D)?(T(?=\d)(\d{1,9}H)?(\d{1,9}M)?(\d{1,9}S)?)?$/

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function lackOfEvent(body: Body): string | undefined {
  if (!isText(body.name)) return 'Enter the name of the event.'
  if (!eventName.test(body.name))
    return 'A name starts with a letter, followed by letters, digits, dots, colons, hyphens and underscores.'
  const rule = { event: { name: 'x', ...(body.where !== undefined && { where: body.where }) } }
  return lackOfRule(rule as SegmentRule) === undefined ? undefined : 'Complete the condition.'
}

function lackOfDuration(value: unknown): string | undefined {
  if (isText(value) && duration.test(value)) return undefined
  return 'Enter a number of days, hours or minutes, or a duration such as P1DT6H.'
}

function lackOfRule(rule: SegmentRule): string | undefined {
  return isComplete(fromRule(rule)) ? undefined : 'Complete the rule.'
}

function lackOfJson(value: unknown, what: string): string | undefined {
  // An object that is not valid JSON is kept as the text that was typed.
  return typeof value === 'string' ? `${what} must be a JSON object, such as {"plan": "pro"}.` : undefined
}

function lackOfCondition(kind: string | undefined, body: Body): string | undefined {
  if (kind === 'event') return lackOfEvent(body)
  if (kind === 'list') return isText(body.list_id) ? undefined : 'Choose a list.'
  if (kind === 'rule') return lackOfRule(body as unknown as SegmentRule)
  return undefined
}

function lackOfWait(body: Body): string | undefined {
  if ('for' in body) return lackOfDuration(body.for)
  if ('until' in body) return isText(body.until) ? undefined : 'Enter the end of the wait.'
  if ('until_property' in body) {
    const { name, offset } = body.until_property as Body
    if (!isText(name) || !propertyName.test(name))
      return 'Enter the name of the property: a letter, then letters, digits and underscores.'
    return offset === undefined
      ? undefined
      : lackOfDuration(isText(offset) ? offset.replace(/^-/, '') : offset)
  }
  const { time } = (body.time_of_day ?? {}) as Body
  return isText(time) ? undefined : 'Enter the time of day.'
}

function lackOfBody({ kind, body }: Step): string | undefined {
  switch (kind) {
    case 'send':
      if (!isText(body.template_id)) return 'Choose a template.'
      return lackOfJson(body.variables, 'The variables')
    case 'wait':
      return lackOfWait(body)
    case 'wait_for_event':
      return lackOfEvent(body) ?? lackOfDuration(body.timeout)
    case 'update_contact': {
      const { properties, name } = body
      const isEmpty =
        typeof properties === 'object' && properties !== null && Object.keys(properties).length === 0
      if (name === undefined && (properties === undefined || isEmpty)) return 'Enter at least one change.'
      return lackOfJson(properties, 'The properties')
    }
    case 'subscribe':
      return isText(body.list_id) ? undefined : 'Choose a list.'
    case 'record_event':
      return lackOfEvent({ name: body.name }) ?? lackOfJson(body.properties, 'The properties')
    case 'notify':
      return isText(body.name) ? lackOfJson(body.data, 'The data') : 'Enter a name.'
    case 'branch':
    case 'unsubscribe':
    case 'exit':
      return undefined
  }
}

function lackOfStep(step: Step, all: readonly Step[]): string | undefined {
  if (!stepKey.test(step.key))
    return 'A key is a lowercase letter followed by up to 63 lowercase letters, digits and underscores.'
  if (all.some((other) => other.key === step.key && other.id !== step.id))
    return `Another step already has the key ${step.key}.`
  return lackOfBody(step)
}

/**
 * Returns messages about what is missing or wrong before the content is sent, by the ids of steps and cases, or the
 * names of the other parts.
 */
export function lacksOf(content: Content): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const note = (id: string, message: string | undefined) => {
    if (message !== undefined && !found.has(id)) found.set(id, message)
  }
  const [trigger] = Object.entries(content.trigger)
  note('trigger', lackOfCondition(trigger?.[0], (trigger?.[1] ?? {}) as Body))
  if (content.entry_rule !== null) note('entry_rule', lackOfRule(content.entry_rule))
  const { min_interval: interval, key } = content.reentry
  if (interval !== undefined) note('reentry', lackOfDuration(interval))
  if (isText(key) && !propertyName.test(key))
    note('reentry', 'A property is a letter followed by up to 63 letters, digits and underscores.')
  for (const [index, exit] of content.exit_on.entries()) {
    const [kind] = Object.keys(exit)
    const message = lackOfCondition(kind, (exit[kind ?? ''] ?? {}) as Body)
    note('exit_on', message === undefined ? undefined : `Exit ${index + 1}: ${message}`)
  }
  if (content.exit_on.length > limits.exits) note('exit_on', `At most ${limits.exits} exits.`)
  const all = stepsOf(content.steps)
  note('steps', all.length === 0 ? 'Add at least one step.' : excessOf(content.steps))
  for (const step of all) {
    note(step.id, lackOfStep(step, all))
    for (const block of step.blocks) if (block.rule !== undefined) note(block.id, lackOfRule(block.rule))
  }
  return found
}
