import type { Knex } from 'knex'
import type { AddressTokens } from '../../../../platform/auth/address-tokens.js'
import type { SubscriptionLinks } from '../../../audience/subscriptions/links/links.js'
import type { Renderer } from '../../../content/rendering/compiling/source.js'
import type { TemplateStore } from '../../../content/store.js'
import type { SenderRules } from '../../../domains/sender-rules.js'
import type { Wakes } from '../../../../platform/queue/wakes/wakes.js'
import { branchStep, simulateBranch } from './branch.js'
import { exitStep, simulateExit } from './exit.js'
import { mistakesInNotify, notifyStep, simulateNotify } from './notify.js'
import { recordEventStep, simulateRecordEvent } from './record-event.js'
import type { PreparedSend } from './send/prepare.js'
import { mistakesInSend, simulateSend } from './send/simulate-send.js'
import { sendStep } from './send/send-step.js'
import { simulateSubscribe, subscribeStep, type PreparedSubscribe } from './subscribe.js'
import { simulateUnsubscribe, unsubscribeStep } from './unsubscribe.js'
import { simulateUpdate, updateContactStep } from './update-contact.js'
import { mistakesInWaitForEvent, simulateWaitForEvent, waitForEventStep } from './wait-for-event.js'
import { mistakesInWait, simulateWait, waitStep } from './wait.js'
import type { ErrorDetail } from '../../../../platform/http/errors/api-error.js'
import { kindOf, type Step, type StepKind } from '../definition.js'
import type { SimulatedResult } from '../simulate/result.js'
import type { Simulation } from '../simulate/simulation.js'
import { givenIn, type Given } from './step.js'
import type { EngineSteps } from '../engine/prepare.js'

/** The dependencies of the steps of automations. */
export interface StepDependencies {
  readonly db: Knex
  readonly templates: TemplateStore
  readonly renderer: Pick<Renderer, 'render'>
  readonly senderRules: SenderRules
  readonly links: SubscriptionLinks
  /** Makes the tokens that stand for erased addresses. */
  readonly tokens: AddressTokens
  readonly wakes: Wakes
  /** URL of the service as seen from outside, without a trailing slash. */
  readonly publicUrl: string
}

/** Returns the functions that do the steps of each kind. */
export function engineSteps(dependencies: StepDependencies): EngineSteps<PreparedSend, PreparedSubscribe> {
  const { wakes } = dependencies
  return {
    send: sendStep(dependencies),
    subscribe: subscribeStep(dependencies),
    others: (retainedSince) => ({
      wait: waitStep,
      wait_for_event: waitForEventStep,
      branch: branchStep(retainedSince),
      update_contact: updateContactStep,
      unsubscribe: unsubscribeStep(wakes),
      record_event: recordEventStep(wakes),
      notify: notifyStep(wakes),
      exit: exitStep,
    }),
  }
}

type Each<Result, Place> = {
  readonly [Kind in StepKind]: (place: Place, given: Given<Kind>) => Result
}

const simulations: Each<SimulatedResult | Promise<SimulatedResult>, Simulation> = {
  send: simulateSend,
  wait: simulateWait,
  wait_for_event: simulateWaitForEvent,
  branch: simulateBranch,
  update_contact: simulateUpdate,
  subscribe: simulateSubscribe,
  unsubscribe: simulateUnsubscribe,
  record_event: simulateRecordEvent,
  notify: simulateNotify,
  exit: simulateExit,
}

/** Does a step of a simulation, which only changes the simulated contact. */
export async function simulateStep(simulation: Simulation, step: Step): Promise<SimulatedResult> {
  const simulate = <Kind extends StepKind>(kind: Kind) => simulations[kind](simulation, givenIn(step, kind))
  return simulate(kindOf(step))
}

const mistakes: { readonly [Kind in StepKind]?: (given: Given<Kind>, at: string) => ErrorDetail[] } = {
  send: mistakesInSend,
  wait: mistakesInWait,
  wait_for_event: mistakesInWaitForEvent,
  notify: mistakesInNotify,
}

/**
 * Returns the mistakes of a step that the contract's schema lets through, without looking anything up.
 *
 * @param at a JSON Pointer to the step
 */
export function mistakesInStep(step: Step, at: string): ErrorDetail[] {
  const of = <Kind extends StepKind>(kind: Kind) =>
    mistakes[kind]?.(givenIn(step, kind), `${at}/${kind}`) ?? []
  return of(kindOf(step))
}
