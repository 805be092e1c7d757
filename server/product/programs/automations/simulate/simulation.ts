import type { WorkspaceId } from '../../../../platform/db/ids.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import { resolveStored } from '../../../audience/segments/rules/resolve.js'
import type { ResolvedRule, SegmentRule } from '../../../audience/segments/rules/rule.js'
import type { AutomationDependencies } from '../dependencies.js'
import type { EventCondition } from '../definition.js'
import type { AutomationRow } from '../automation-rows.js'
import type { LoadedVersion } from '../versions.js'
import type { SimulatedContact, SimulatedEvent } from './contact.js'
import { holds } from './judge.js'
import { firstMatching } from './matching-event.js'

/** The input of a simulation. */
export interface SimulationInput {
  readonly automation: AutomationRow
  readonly version: LoadedVersion
  readonly contact: SimulatedContact
  /** Data in place of the properties of the event that starts the run. */
  readonly data: Readonly<Record<string, unknown>>
  readonly start: Date
  /** Beginning of the workspace's retention. */
  readonly retainedSince: Date
}

/** Simulates a run whose time passes at once, and which leaves nothing behind. */
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
   * Judges a rule now.
   *
   * @returns whether the rule selects the contact, or the reason why it can no longer be judged, for example because
   *   one of its segments was deleted
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

  /**
   * Returns the contact with the event that starts the run. Rules count that event, but it ends no wait and is no
   * exit.
   */
  #asRulesSee(): SimulatedContact {
    const { version, data: properties, start: at } = this.input
    const { event } = version.definition.trigger
    if (event === undefined) return this.contact
    return { ...this.contact, events: [{ name: event.name, properties, at }, ...this.contact.events] }
  }

  /** Returns the first event since the start that meets a condition. */
  matching(condition: EventCondition, to: Date): Promise<SimulatedEvent | undefined> {
    const { start } = this.input
    return firstMatching(this.dependencies.db, condition, {
      events: this.contact.events,
      period: { from: start, to },
      asOf: this.now,
    })
  }

  /** Returns true if an event with these properties fires the trigger. */
  async isTriggering(
    trigger: EventCondition,
    properties: SimulatedEvent['properties'],
    at: Date,
  ): Promise<boolean> {
    const event = { name: trigger.name, properties, at }
    const period = { from: at, to: at }
    return (
      (await firstMatching(this.dependencies.db, trigger, { events: [event], period, asOf: at })) !==
      undefined
    )
  }
}
