import type { Counter } from '../../platform/http/rate-limit/counter.js'
import { Turns } from '../../platform/queue/turns.js'
import type { ServiceContext } from '../../platform/service/context.js'
import type { Audience } from '../audience/open.js'
import { pageSizes } from '../audience/segments/search/page-size.js'
import { suppressionFinder } from '../audience/suppressions/find.js'
import type { Content } from '../content/open.js'
import type { Domains } from '../domains/open.js'
import type { Admission } from '../messages/admit/admit.js'
import { automationDefinitionHandlers } from './automations/definition-handlers.js'
import { inboxKind } from './automations/inbox/work.js'
import { automationJobs } from './automations/jobs/turn.js'
import { automationRunHandlers } from './automations/run-handlers.js'
import { engineSteps } from './automations/steps/kinds.js'
import { versionLoader } from './automations/versions.js'
import { startAutomationsWorker } from './automations/worker.js'
import { campaignHandlers } from './campaigns/campaign-handlers.js'
import { ReleasePace } from './campaigns/release/pace.js'
import { takeTurn } from './campaigns/release/turn.js'
import { campaignWork } from './campaigns/campaign-rows.js'
import { contactImportHandlers } from './contact-imports/import-handlers.js'
import { contactImports } from './contact-imports/work.js'
import { optInHandlers } from './opt-in.js'
import { segmentCounts } from './segment-counts.js'
import { startProgramsWorker } from './worker.js'

interface ProgramsNeeds {
  readonly audience: Pick<Audience, 'links' | 'tokens'>
  readonly content: Pick<Content, 'renderer' | 'templates'>
  readonly domains: Pick<Domains, 'senderRules'>
  readonly admission: Admission
  /** Counts the test mails of a workspace. */
  readonly testMails: Counter
}

/** Opens campaigns, automations, opt-in mails and imports of contacts. */
export function openPrograms(context: ServiceContext, needs: ProgramsNeeds) {
  const { clock, config, db, owner, parts, progress, publicUrl, retention, wakes } = context
  const { admission, testMails } = needs
  const { links, tokens } = needs.audience
  const { renderer, templates } = needs.content
  const { senderRules } = needs.domains
  const versions = versionLoader()
  const sending = { db, templates, senderRules, links, tokens, wakes }
  const shared = {
    ...sending,
    renderer,
    retention,
    publicUrl,
    findSuppressions: suppressionFinder(db, tokens),
  }
  const automations = { ...shared, clock, versions, log: context.logOf('api') }

  const startSending = () => {
    const log = context.logOf('programs')
    const pace = new ReleasePace(context.recentSends, config.programs)
    const campaigns = {
      ...sending,
      renderer,
      config: config.programs,
      pace,
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
        automationJobs({ db, clock, config: config.programs, versions, wakes }),
      ],
      config: config.programs,
      log,
      progress,
    })
    wakes.attach('programs', worker)
    parts.addWorker('programs', () => worker.stop())
  }

  const startRuns = () => {
    const log = context.logOf('programs')
    const turns = new Turns({ worker: 'automation triggers worker', progress })
    const common = { db, clock, config: config.automations, versions, retention, wakes, log }
    const worker = startAutomationsWorker({
      engine: { ...common, lease: owner.id, steps: engineSteps({ ...sending, renderer, publicUrl }) },
      owner,
      workInbox: inboxKind({ ...common, turns }),
      progress,
    })
    wakes.attach('automations', worker)
    parts.addWorker('automations', async () => {
      const unrecorded = await worker.stop()
      await turns.ended()
      return unrecorded
    })
  }

  return {
    handlers: {
      ...automationDefinitionHandlers(automations),
      ...automationRunHandlers(automations),
      ...campaignHandlers({ ...shared, testMails }),
      ...optInHandlers({ tokens, links, wakes, admission }),
      ...contactImportHandlers({ admission, wakes }),
    },
    /**
     * Starts the worker that sends campaigns, counts segments, imports contacts, and retries or cancels many runs of
     * automations; and the worker that starts and moves these runs.
     */
    start: () => {
      startSending()
      startRuns()
    },
  }
}
