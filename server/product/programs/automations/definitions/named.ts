import { segmentsNamedIn, type PlacedRule } from '../../../audience/segments/rules/resolve.js'
import { checkRule, type NamedTopic } from '../../../audience/segments/rules/check.js'
import { fromTypeId, type Uuid } from '../../../../platform/db/ids.js'
import type { Definition } from '../definition.js'
import { placeSteps } from './place-steps.js'

/** A template that a step sends, with a JSON Pointer to the step. */
export interface NamedTemplate {
  /** JSON Pointer to the step's `send`. */
  readonly at: string
  readonly id: Uuid
  /** Number of the version; undefined for the published one. */
  readonly version: number | undefined
}

/** The things that a definition names, each with a JSON Pointer to its place. */
export interface Named {
  readonly templates: readonly NamedTemplate[]
  /** Lists, except those that only rules name. */
  readonly lists: readonly { readonly path: string; readonly id: Uuid }[]
  /** Topics of steps that send, without those that rules name. */
  readonly topics: readonly NamedTopic[]
  /** The inbound route of the trigger; undefined if it has none. */
  readonly route: { readonly path: string; readonly id: Uuid } | undefined
  readonly rules: readonly PlacedRule[]
}

/**
 * Collects the things that a definition names.
 *
 * @param at a JSON Pointer to the definition
 */
export function namedIn(definition: Definition, at: string): Named {
  const { trigger, entry_rule: entryRule, exit_on: exits, sender, steps } = definition
  const templates: NamedTemplate[] = []
  const lists: { path: string; id: Uuid }[] = []
  const topics: NamedTopic[] = []
  const rules: PlacedRule[] = []
  const noteList = (named: { readonly list_id?: string } | undefined, path: string) => {
    const id = named?.list_id
    if (id !== undefined) lists.push({ path: `${path}/list_id`, id: fromTypeId('lst', id) })
  }

  noteList(trigger.list, `${at}/trigger/list`)
  const routeId = trigger.inbound?.route_id
  const route =
    routeId === undefined
      ? undefined
      : { path: `${at}/trigger/inbound/route_id`, id: fromTypeId('inr', routeId) }
  if (entryRule !== null) rules.push({ rule: entryRule, at: `${at}/entry_rule` })
  for (const [index, { list, rule }] of exits.entries()) {
    noteList(list, `${at}/exit_on/${index}/list`)
    if (rule !== undefined) rules.push({ rule, at: `${at}/exit_on/${index}/rule` })
  }
  noteList(sender, `${at}/sender`)
  for (const { step, at: here } of placeSteps(steps, `${at}/steps`)) {
    const { send, branch, subscribe, unsubscribe } = step
    if (send !== undefined) {
      templates.push({ at: `${here}/send`, id: fromTypeId('tpl', send.template_id), version: send.version })
      if (send.topic !== undefined) topics.push({ path: `${here}/send/topic`, key: send.topic })
    }
    noteList(subscribe, `${here}/subscribe`)
    noteList(unsubscribe, `${here}/unsubscribe`)
    for (const [index, { if: rule }] of (branch?.cases ?? []).entries()) {
      rules.push({ rule, at: `${here}/branch/cases/${index}/if` })
    }
  }
  return { templates, lists, topics, route, rules }
}

/** The things that a stored version is recorded to name, each once. */
export interface References {
  readonly template: readonly Uuid[]
  readonly list: readonly Uuid[]
  readonly segment: readonly Uuid[]
  /** Keys of topics. */
  readonly topic: readonly string[]
}

/**
 * Returns the ids and keys of all things that a definition names, including those in its rules. Segments that other
 * segments name belong to those.
 */
export function referencesOf({ templates, lists, topics, rules }: Named): References {
  const checked = rules.map(({ rule, at }) => checkRule(rule, at))
  const listsInRules = checked.flatMap(({ named }) => named.filter(({ kind }) => kind === 'list'))
  const topicsInRules = checked.flatMap((each) => each.topics)
  return {
    template: once(templates),
    list: once([...lists, ...listsInRules]),
    segment: [...new Set(rules.flatMap(({ rule }) => segmentsNamedIn(rule)))],
    topic: [...new Set([...topics, ...topicsInRules].map(({ key }) => key))],
  }
}

function once(named: readonly { readonly id: Uuid }[]): Uuid[] {
  return [...new Set(named.map(({ id }) => id))]
}
