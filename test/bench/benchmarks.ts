import { accept } from './accept/accept.js'
import { batch } from './accept/batch.js'
import { automations } from './automations/automations.js'
import type { Benchmark } from './benchmark.js'
import { campaigns } from './campaigns/campaigns.js'
import { delivery } from './delivery/delivery.js'
import { inbound } from './inbound/inbound.js'
import { growth } from './growth/growth.js'
import { python } from './python/python.js'
import { segments } from './segments/segments.js'
import { statistics } from './statistics/statistics.js'
import { suppressions } from './suppressions/suppressions.js'
import { templates } from './templates/templates.js'
import { webhooks } from './webhooks/webhooks.js'
import { workspaces } from './workspaces/workspaces.js'

/** In the order in which they run. */
export const benchmarks: readonly Benchmark[] = [
  accept,
  batch,
  delivery,
  webhooks,
  suppressions,
  templates,
  campaigns,
  automations,
  segments,
  inbound,
  statistics,
  growth,
  workspaces,
  python,
]
