import { addressTokens } from '../../platform/auth/address-tokens.js'
import { segmentCounts } from '../../product/programs/segment-counts.js'
import { subscriptionLinks } from '../../product/audience/subscriptions/links/links.js'
import { configuredSenderRules } from '../../product/domains/sender-rules.js'
import { linkBase, publicUrl } from '../../platform/http/connection/public-url.js'
import { engineSteps } from '../../product/programs/automations/steps/kinds.js'
import { inboxKind } from '../../product/programs/automations/inbox/work.js'
import { automationJobs } from '../../product/programs/automations/jobs/turn.js'
import { versionLoader } from '../../product/programs/automations/versions.js'
import { Turns } from '../../platform/queue/turns.js'
import { startAutomationsWorker } from '../../product/programs/automations/worker.js'
import { contactImports } from '../../product/programs/contact-imports/work.js'
import { campaignWork } from '../../product/programs/campaigns/rows.js'
import { ReleasePace } from '../../product/programs/campaigns/release/pace.js'
import { pageSizes } from '../../product/audience/segments/search/page-size.js'
import { takeTurn } from '../../product/programs/campaigns/release/turn.js'
import { startProgramsWorker } from '../../product/programs/worker.js'
import { retentionStart } from '../../platform/db/retention.js'
import type { RoleContext } from './context.js'

/**
 * Starts the role `programs`: the worker that sends campaigns, counts segments, imports contacts, and retries or cancels many runs of
 * automations, and the worker that starts and moves these runs.
 *
 * @param httpPort the port that HTTP is bound to, which links in mail need where no public URL is configured
 */
export function startProgramsRole(context: RoleContext, httpPort: number): void {
  const { config, db, keyRing, owner, parts, progress, templates, wakes } = context
  const log = context.logOf('programs')
  const retention = retentionStart(db)
  const versions = versionLoader()
  const url = publicUrl(config, httpPort)
  const sending = {
    db,
    templates,
    senderRules: configuredSenderRules(config, db),
    links: subscriptionLinks(keyRing.of('subscription'), linkBase(context.workspaceHosts, url)),
    tokens: addressTokens(keyRing.of('erasure')),
    wakes,
  }
  const campaigns = {
    ...sending,
    config: config.programs,
    pace: new ReleasePace(context.recentSends, config.programs),
    retention,
    log,
    sizes: pageSizes(),
  }
  const worker = startProgramsWorker({
    db,
    owner,
    kinds: [
      {
        prefix: 'cmp',
        leases: campaignWork.leases,
        claim: campaignWork.claimDue,
        takeTurn: (claimed, isStopping) => takeTurn(campaigns, claimed, isStopping),
      },
      segmentCounts(db, config.programs),
      contactImports({ ...sending, config: config.programs }),
      automationJobs({
        db,
        config: config.programs,
        automations: config.automations,
        versions,
        wakes,
      }),
    ],
    config: config.programs,
    log,
    progress,
  })
  wakes.attach('programs', worker)
  parts.addWorker('programs', () => worker.stop())

  const turns = new Turns({ worker: 'automation triggers worker', progress })
  const runs = startAutomationsWorker({
    engine: {
      db,
      lease: owner.id,
      config: config.automations,
      versions,
      steps: engineSteps({ ...sending, renderer: context.renderer, publicUrl: url }),
      retention,
      wakes,
      log,
    },
    owner,
    workInbox: inboxKind({ db, config: config.automations, versions, retention, turns, wakes, log }),
    progress,
  })
  wakes.attach('automations', runs)
  parts.addWorker('automations', async () => {
    const unrecorded = await runs.stop()
    await turns.ended()
    return unrecorded
  })
}
