import type { WorkspaceId } from '../../../../platform/db/ids.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import { resolveStored } from '../../../audience/segments/rules/resolve.js'
import type { ResolvedRule, SegmentRule } from '../../../audience/segments/rules/rule.js'
import type { AutomationDependencies } from '../dependencies.js'
import type { EventCondition } from '../definition.js'
import type { AutomationRow } from '../rows.js'
import type { LoadedVersion } from '../versions.js'
import type { SimulatedContact, SimulatedEvent } from './contact.js'
import { holds } from './judge.js'
import { firstMatching } from './matching-event.js'

/** What a simulation is asked for. */
export interface SimulationInput {
  readonly automation: AutomationRow
  readonly version: LoadedVersion
  readonly contact: SimulatedContact
  /** What stands for the properties of the event that starts it. */
  readonly data: Readonly<Record<string, unknown>>
  readonly start: Date
  /** The beginning of the workspace's retention. */
  readonly retainedSince: Date
}

/** A run whose time passes at once, and which leaves nothing behind. */
export class Simulation {
  now: Date
  readonly #rules = new Map<SegmentRule, Promise<ResolvedRule>>()

  constructor(
    readonly dependencies: AutomationDependencies,
    readonly input: SimulationInput,
  ) {
    this.now = input.start
  }

  get contact(): SimulatedContact {
    return this.input.contact
  }

  get workspaceId(): WorkspaceId {
    return this.input.automation.workspace_id
  }

  /**
   * Whether a rule holds now.
   *
   * @returns in place of it why it can no longer be judged, as where a segment of it is gone
   */
  async judge(rule: SegmentRule): Promise<boolean | { readonly invalid: string }> {
    const { automation, retainedSince } = this.input
    const place = { workspaceId: this.workspaceId, projectId: automation.project_id }
    const { db } = this.dependencies
    const known = this.#rules.get(rule) ?? resolveStored(db, place, rule)
    this.#rules.set(rule, known)
    try {
      return await holds(db, await known, this.#asRulesSee(), { ...place, asOf: this.now, retainedSince })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'validation_failed') return { invalid: error.message }
      throw error
    }
  }

  /** The contact with the event that starts the run: rules count it, but no step waits for it and no exit is it. */
  #asRulesSee(): SimulatedContact {
    const { version, data: properties, start: at } = this.input
    const { event } = version.definition.trigger
    if (event === undefined) return this.contact
    return { ...this.contact, events: [{ name: event.name, properties, at }, ...this.contact.events] }
  }

  /** The first event since the start that is as a condition says. */
  matching(condition: EventCondition, to: Date): Promise<SimulatedEvent | undefined> {
    const { start } = this.input
    return firstMatching(this.dependencies.db, condition, this.contact.events, { from: start, to }, this.now)
  }

  /** Whether an event with these properties is one that the trigger waits for. */
  async isTriggering(
    trigger: EventCondition,
    properties: SimulatedEvent['properties'],
    at: Date,
  ): Promise<boolean> {
    const event = { name: trigger.name, properties, at }
    const period = { from: at, to: at }
    return (await firstMatching(this.dependencies.db, trigger, [event], period, at)) !== undefined
  }
}
