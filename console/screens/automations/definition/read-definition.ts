import type { AutomationVersion, SegmentRule } from 'postseal'
import { fromRule } from '../../segments/rules/tree.js'
import { contentOf, type Content, type Refusal } from './content.js'
import { excessOf, stepKinds } from './steps.js'

const parts = ['trigger', 'entry_rule', 'reentry', 'exit_on', 'sender', 'steps']
const triggers = ['event', 'list', 'contact_created', 'inbound', 'manual']
const exits = ['event', 'list', 'rule']

class Wrong extends Error {
  constructor(
    readonly pointer: string,
    message: string,
  ) {
    super(message)
  }
}

/** Reads a definition from JSON, as people paste it from code. The service checks its values. */
export function readDefinition(
  text: string,
): { readonly content: Content } | { readonly mistakes: readonly Refusal[] } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { mistakes: [{ pointer: '', message: `Invalid JSON: ${(error as Error).message}` }] }
  }
  try {
    checkDefinition(value)
    const content = contentOf(value as AutomationVersion)
    const excess = excessOf(content.steps)
    return excess === undefined ? { content } : { mistakes: [{ pointer: '/steps', message: excess }] }
  } catch (error) {
    if (error instanceof Wrong) return { mistakes: [{ pointer: error.pointer, message: error.message }] }
    throw error
  }
}

function objectAt(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Wrong(at, 'This must be an object.')
  return value as Readonly<Record<string, unknown>>
}

function listAt(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Wrong(at, 'This must be a list.')
  return value as unknown[]
}

/** Returns the one key of `keys` that the object has. */
function onlyOf(
  keys: readonly string[],
  value: Readonly<Record<string, unknown>>,
  at: string,
  beside: readonly string[] = [],
): string {
  const stranger = Object.keys(value).find((key) => !keys.includes(key) && !beside.includes(key))
  if (stranger !== undefined) throw new Wrong(`${at}/${stranger}`, `“${stranger}” is not allowed here.`)
  const [found, second] = keys.filter((key) => value[key] !== undefined)
  if (found === undefined || second !== undefined)
    throw new Wrong(at, `This must have exactly one of ${keys.join(', ')}.`)
  objectAt(value[found], `${at}/${found}`)
  return found
}

function checkDefinition(value: unknown): void {
  const given = objectAt(value, '')
  const stranger = Object.keys(given).find((key) => !parts.includes(key))
  if (stranger !== undefined) throw new Wrong(`/${stranger}`, `“${stranger}” is not part of a version.`)
  onlyOf(triggers, objectAt(given.trigger, '/trigger'), '/trigger')
  if (given.entry_rule !== undefined && given.entry_rule !== null) checkRule(given.entry_rule, '/entry_rule')
  if (given.reentry !== undefined) objectAt(given.reentry, '/reentry')
  if (given.sender !== undefined) objectAt(given.sender, '/sender')
  for (const [index, exit] of listAt(given.exit_on ?? [], '/exit_on').entries()) {
    const at = `/exit_on/${index}`
    const one = objectAt(exit, at)
    if (onlyOf(exits, one, at) === 'rule') checkRule(one.rule, `${at}/rule`)
  }
  checkSteps(given.steps, '/steps')
}

function checkSteps(value: unknown, at: string): void {
  for (const [index, step] of listAt(value, at).entries()) checkStep(step, `${at}/${index}`)
}

function checkStep(value: unknown, at: string): void {
  const step = objectAt(value, at)
  if (typeof step.key !== 'string') throw new Wrong(at, 'Each step needs a key.')
  const kind = onlyOf(stepKinds, step, at, ['key'])
  const body = step[kind] as Readonly<Record<string, unknown>>
  if (kind === 'wait_for_event' && body.on_timeout !== undefined)
    checkSteps(body.on_timeout, `${at}/wait_for_event/on_timeout`)
  if (kind !== 'branch') return
  for (const [index, each] of listAt(body.cases, `${at}/branch/cases`).entries()) {
    const here = `${at}/branch/cases/${index}`
    const one = objectAt(each, here)
    checkRule(one.if, `${here}/if`)
    checkSteps(one.steps, `${here}/steps`)
  }
  if (body.else !== undefined) checkSteps(body.else, `${at}/branch/else`)
}

function checkRule(value: unknown, at: string): void {
  objectAt(value, at)
  try {
    fromRule(value as SegmentRule)
  } catch {
    throw new Wrong(at, 'This is not a segment rule.')
  }
}
