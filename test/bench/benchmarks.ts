import { accept } from './accept/accept.js'
import { batch } from './accept/batch.js'
import { submission } from './accept/submission.js'
import { acceptByWires } from './accept/wires.js'
import { embedded } from './accept/embedded.js'
import { automations } from './automations/automations.js'
import type { Benchmark } from './benchmark.js'
import { campaigns } from './campaigns/campaigns.js'
import { contacts } from './contacts/contacts.js'
import { delivery } from './delivery/delivery.js'
import { heavyMail } from './inbound/heavy-mail.js'
import { inbound } from './inbound/inbound.js'
import { logSearch } from './log-search/log-search.js'
import { growth } from './growth/growth.js'
import { peerSenders } from './peers/senders.js'
import { peerSinks } from './peers/sinks.js'
import { processes } from './processes/processes.js'
import { providers } from './providers/providers.js'
import { python } from './python/python.js'
import { routes } from './routes/routes.js'
import { segments } from './segments/segments.js'
import { soak } from './soak/soak.js'
import { start } from './start/start.js'
import { statistics } from './statistics/statistics.js'
import { suppressions } from './suppressions/suppressions.js'
import { templates } from './templates/templates.js'
import { webhooks } from './webhooks/webhooks.js'
import { workspaces } from './workspaces/workspaces.js'

/** In the order in which they run. */
export const benchmarks: readonly Benchmark[] = [
  accept,
  routes,
  batch,
  submission,
  acceptByWires,
  embedded,
  delivery,
  providers,
  webhooks,
  processes,
  suppressions,
  contacts,
  templates,
  campaigns,
  automations,
  segments,
  inbound,
  heavyMail,
  statistics,
  growth,
  logSearch,
  start,
  workspaces,
  python,
  soak,
  peerSinks,
  peerSenders,
]
