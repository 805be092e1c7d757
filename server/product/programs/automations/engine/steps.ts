import type { Knex } from 'knex'
import type { AddressTokens } from '../../../audience/erasure/address-tokens.js'
import type { SubscriptionLinks } from '../../../audience/subscriptions/links/links.js'
import type { Renderer } from '../../../content/rendering/source.js'
import type { TemplateStore } from '../../../content/store.js'
import type { SenderRules } from '../../../domains/sender-rules.js'
import type { Wakes } from '../../../../platform/queue/wakes.js'
import { branchStep } from '../steps/branch.js'
import { exitStep } from '../steps/exit.js'
import { notifyStep } from '../steps/notify.js'
import { recordEventStep } from '../steps/record-event.js'
import type { PreparedSend } from '../steps/send/prepare.js'
import { sendStep } from '../steps/send/send-step.js'
import { subscribeStep, type PreparedSubscribe } from '../steps/subscribe.js'
import { unsubscribeStep } from '../steps/unsubscribe.js'
import { updateContactStep } from '../steps/update-contact.js'
import { waitForEventStep } from '../steps/wait-for-event.js'
import { waitStep } from '../steps/wait.js'
import type { EngineSteps } from './prepare.js'

/** What the steps of automations need. */
export interface StepDependencies {
  readonly db: Knex
  readonly templates: TemplateStore
  readonly renderer: Pick<Renderer, 'render'>
  readonly senderRules: SenderRules
  readonly links: SubscriptionLinks
  /** What erased addresses stand under. */
  readonly tokens: AddressTokens
  readonly wakes: Wakes
  /** How the service is reached from outside, without a trailing slash. */
  readonly publicUrl: string
}

/** How a step of each kind is done. */
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
