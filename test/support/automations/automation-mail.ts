import pino from 'pino'
import { addressTokens } from '../../../server/platform/auth/address-tokens.js'
import { subscriptionLinks } from '../../../server/product/audience/subscriptions/links/links.js'
import { loadServiceKey } from '../../../server/platform/auth/service-key.js'
import { defaultAutomations } from '../../../server/platform/config/automations.js'
import { openRenderer } from '../../../server/product/content/rendering/pool/renderer.js'
import { templateStore } from '../../../server/product/content/store.js'
import { openDatabase } from '../../../server/platform/db/connection/database.js'
import { newUuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import type { Transaction } from '../../../server/platform/db/transaction/transaction.js'
import { senderRules } from '../../../server/product/domains/sender-rules.js'
import {
  workOnRuns,
  type EngineDependencies,
} from '../../../server/product/programs/automations/engine/batch.js'
import type { RunRow } from '../../../server/product/programs/automations/automation-rows.js'
import type { SendDependencies } from '../../../server/product/programs/automations/steps/send/dependencies.js'
import type { PreparedSend } from '../../../server/product/programs/automations/steps/send/prepare.js'
import { sendStep } from '../../../server/product/programs/automations/steps/send/send-step.js'
import { versionLoader } from '../../../server/product/programs/automations/versions.js'
import { Wakes } from '../../../server/platform/queue/wakes/wakes.js'
import { retentionStart } from '../../../server/platform/db/retention.js'
import { TestClock, type TestEngine } from './automation-engine.js'
import type { TestService } from '../service/service.js'

/** The engine of automations on the database of a service, moved by hand, whose only steps are those that send. */
export interface MailEngine extends Pick<TestEngine, 'db' | 'clock' | 'close'> {
  /** Claims and moves what is due of a workspace until nothing is. Those of other tests stay as they are. */
  work(workspaceId: WorkspaceId): Promise<void>
  readonly dependencies: SendDependencies
  /** Done once, between the preparation of a batch and its transaction. */
  afterPreparation: () => Promise<unknown>
  /** Done once, in the transaction behind the mails of a batch. */
  afterSend: (tx: Transaction) => Promise<unknown>
}

const nothing = () => Promise.resolve()

export async function openMailEngine({ config, credentials }: TestService): Promise<MailEngine> {
  const database = await openDatabase(config)
  const { db } = database
  const key = loadServiceKey(config)
  const renderer = openRenderer()
  const clock = new TestClock()
  const wakes = new Wakes()
  const publicUrl = credentials.base_url
  const dependencies: SendDependencies = {
    db,
    templates: templateStore(db),
    renderer,
    senderRules: senderRules({ domains: undefined, staysHere: true }),
    links: subscriptionLinks(key.derive('subscription'), publicUrl),
    tokens: addressTokens(key.derive('erasure')),
    wakes,
    publicUrl,
  }
  const step = sendStep(dependencies)
  const noStep = () => Promise.reject(new Error('an engine that only sends was asked for more'))
  const engine: EngineDependencies<PreparedSend> = {
    db,
    lease: newUuid(),
    clock: clock.now,
    config: defaultAutomations,
    versions: versionLoader(),
    steps: {
      send: {
        prepare: async (batch) => {
          const prepared = await step.prepare(batch)
          const then = self.afterPreparation
          self.afterPreparation = nothing
          await then()
          return prepared
        },
        do: async (tx, batch, prepared) => {
          const results = await step.do(tx, batch, prepared)
          const then = self.afterSend
          self.afterSend = nothing
          await then(tx)
          return results
        },
      },
      subscribe: { prepare: noStep, do: noStep },
      others: () => ({
        wait: noStep,
        wait_for_event: noStep,
        branch: noStep,
        update_contact: noStep,
        unsubscribe: noStep,
        record_event: noStep,
        notify: noStep,
        exit: noStep,
      }),
    },
    retention: retentionStart(db),
    wakes,
    log: pino({ level: 'silent' }),
  }
  const self: MailEngine = {
    db,
    clock,
    dependencies,
    afterPreparation: nothing,
    afterSend: nothing,
    work: async (workspaceId) => {
      for (;;) {
        const now = clock.now()
        const rows = (await db('automation_runs')
          .where({ workspace_id: workspaceId })
          .where('due_at', '<=', now)
          .update({ lease: engine.lease, due_at: new Date(now.getTime() + 60_000) })
          .returning('*')) as RunRow[]
        if (rows.length === 0) return
        await workOnRuns(engine, workspaceId, rows)
      }
    },
    close: async () => {
      await renderer.close()
      await database.close()
    },
  }
  return self
}
