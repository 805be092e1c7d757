import type { Knex } from 'knex'
import pino from 'pino'
import { addressTokens } from '../../../server/platform/auth/address-tokens.js'
import { subscriptionLinks } from '../../../server/product/audience/subscriptions/links/links.js'
import { defaultPrograms } from '../../../server/platform/config/programs.js'
import { openRenderer } from '../../../server/product/content/rendering/pool/renderer.js'
import { templateStore } from '../../../server/product/content/store.js'
import { openDatabase } from '../../../server/platform/db/connection/database.js'
import { newUuid } from '../../../server/platform/db/ids.js'
import { migrate } from '../../../server/platform/db/schema/migrate.js'
import { senderRules } from '../../../server/product/domains/sender-rules.js'
import {
  campaignWork,
  findCampaign,
  type CampaignRow,
} from '../../../server/product/programs/campaigns/campaign-rows.js'
import { ReleasePace } from '../../../server/product/programs/campaigns/release/pace.js'
import { pageSizes } from '../../../server/product/audience/segments/search/page-size.js'
import { takeTurn } from '../../../server/product/programs/campaigns/release/turn.js'
import { Wakes } from '../../../server/platform/queue/wakes/wakes.js'
import { retentionStart } from '../../../server/platform/db/retention.js'
import type { CampaignKey } from './population.js'

/** The work on campaigns in this process, without deliveries: what is released stays in the queue. */
export interface Engine {
  readonly db: Knex
  readonly databaseUrl: string
  /** Works on a campaign, turn by turn, until it is as it should be. */
  runUntil(campaign: CampaignKey, isDone: (row: CampaignRow) => boolean): Promise<void>
  close(): Promise<void>
}

/** Migrates the empty database at this address and opens the engine on it. */
export async function openEngine(databaseUrl: string): Promise<Engine> {
  const database = await openDatabase({
    databaseUrl,
    databaseConnections: 4,
    databaseInMemory: false,
    embeddedFlush: false,
    dataDir: '',
    statementSeconds: 30,
  })
  const { db } = database
  await migrate(db)
  const lease = newUuid()
  const unlimited = { maxUntried: 10_000_000, maxQueued: 10_000_000 }
  const dependencies = {
    db,
    config: { ...defaultPrograms, ...unlimited },
    renderer: openRenderer(),
    templates: templateStore(db),
    senderRules: senderRules({ domains: undefined, staysHere: true }),
    links: subscriptionLinks(new Uint8Array(32), 'https://mail.shop.example'),
    tokens: addressTokens(new Uint8Array(32)),
    wakes: new Wakes(),
    pace: new ReleasePace({ areComing: false }, defaultPrograms),
    retention: retentionStart(db),
    log: pino({ level: 'warn' }),
    sizes: pageSizes(),
  }
  return {
    db,
    databaseUrl,
    runUntil: async ({ workspaceId, id }, isDone) => {
      while (!isDone(await findCampaign(db, workspaceId, id))) {
        for (const claimed of await campaignWork.claimDue(db, { lease, leaseSeconds: 60, max: 1 })) {
          await takeTurn(dependencies, claimed, () => false)
        }
      }
    },
    close: () => database.close(),
  }
}
