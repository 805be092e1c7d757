import type { Knex } from 'knex'
import pino from 'pino'
import { expect } from 'vitest'
import { addressTokens } from '../../../server/platform/auth/address-tokens.js'
import { pageSizes } from '../../../server/product/audience/segments/search/page-size.js'
import { subscriptionLinks } from '../../../server/product/audience/subscriptions/links/links.js'
import { defaultPrograms, type ProgramsConfig } from '../../../server/platform/config/programs.js'
import { newUuid } from '../../../server/platform/db/ids.js'
import { retentionStart } from '../../../server/platform/db/retention.js'
import type { Claimed } from '../../../server/platform/queue/leases/claim-due.js'
import { Wakes } from '../../../server/platform/queue/wakes/wakes.js'
import { openRenderer } from '../../../server/product/content/rendering/pool/renderer.js'
import { templateStore } from '../../../server/product/content/store.js'
import { senderRules } from '../../../server/product/domains/sender-rules.js'
import { ReleasePace } from '../../../server/product/programs/campaigns/release/pace.js'
import { campaignWork } from '../../../server/product/programs/campaigns/campaign-rows.js'
import { takeTurn } from '../../../server/product/programs/campaigns/release/turn.js'
import { dueNow, type CampaignKey } from './campaign-owner.js'

/** Works on campaigns turn by turn, as the worker of a process does. */
export function campaignTurns(db: Knex) {
  const lease = newUuid()
  const wakes = new Wakes()
  const sizes = pageSizes()
  const claim = (max = 1) => campaignWork.claimDue(db, { lease, leaseSeconds: 60, max })

  /** Works on a claimed campaign for a turn. */
  function turn(claimed: Claimed, config: Partial<ProgramsConfig> = {}): Promise<void> {
    const dependencies = {
      db,
      // A turn ends when it has nothing more to do, however slow the machine is.
      config: { ...defaultPrograms, turnMs: 600_000, ...config },
      // Starts no process unless a subject has variables.
      renderer: openRenderer(),
      templates: templateStore(db),
      senderRules: senderRules({ domains: undefined, staysHere: true }),
      links: subscriptionLinks(new Uint8Array(32), 'https://mail.shop.example'),
      tokens: addressTokens(new Uint8Array(32)),
      wakes,
      pace: new ReleasePace({ areComing: false }, defaultPrograms),
      retention: retentionStart(db),
      log: pino({ level: 'silent' }),
      sizes,
    }
    return takeTurn(dependencies, claimed, () => false)
  }

  /** Claims what is due, which has to be this campaign, and works on it for a turn. */
  async function turnOf(campaign: CampaignKey, config: Partial<ProgramsConfig> = {}): Promise<void> {
    await dueNow(db, campaign)
    const [claimed] = await claim()
    expect(claimed?.id).toBe(campaign.id)
    if (claimed !== undefined) await turn(claimed, config)
  }

  return { wakes, claim, turn, turnOf }
}
