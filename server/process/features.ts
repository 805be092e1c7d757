import { eventHandlers } from '../platform/events/event-handlers.js'
import type { Config } from '../platform/config/config.js'
import { limitRanges } from '../platform/db/workspace-limits.js'
import type { Handlers } from '../platform/http/operation/handler.js'
import type { ServiceContext } from '../platform/service/context.js'
import { statisticsHandlers } from '../platform/statistics/statistics.js'
import { openAudience } from '../product/audience/open.js'
import { openContent } from '../product/content/open.js'
import { reviewReply } from '../product/delivery/bounce/review-reply.js'
import { openDelivery } from '../product/delivery/open.js'
import { sourceProblems } from '../product/delivery/sources/source-rows.js'
import { maxDomains } from '../product/domains/create.js'
import { openDomains } from '../product/domains/open.js'
import { maxStoredBytes } from '../product/inbound/messages/inbound-message-rows.js'
import { openInbound } from '../product/inbound/open.js'
import { openMessages } from '../product/messages/open.js'
import { campaignBrake } from '../product/programs/campaigns/release/brake.js'
import { openPrograms } from '../product/programs/open.js'
import { openSignIn } from '../product/sign-in/open.js'
import { openTracking } from '../product/tracking/open.js'
import { openWebhooks } from '../product/webhooks/open.js'
import { openWorkspace } from '../product/workspace/open.js'
import { projectStore } from '../product/workspace/projects/projects.js'
import type { StandardLimits } from '../product/workspace/settings.js'
import type { Access } from './access.js'
import { erasureSteps } from './erasure-steps.js'

/** All features of the service, open. */
export type Features = ReturnType<typeof openFeatures>

/** Opens all features, each with the earlier ones that it needs. Nothing is started yet. */
export function openFeatures(context: ServiceContext, access: Access) {
  const { config, db, log, retention, wakes } = context
  const { console, findLimits, keys, limits, sessions, waiters } = access
  const projects = projectStore(db)
  const brake = campaignBrake(db, wakes, log)
  const domains = openDomains(context, {
    sourceProblems: async () => (config.transport.kind === 'mx' ? sourceProblems(db) : []),
  })
  const webhooks = openWebhooks(context)
  const audience = openAudience(context, { erasureSteps, reviewReply })
  const content = openContent(context)
  const tracking = openTracking(context)
  const delivery = openDelivery(context, { content, domains, tracking, brake })
  const messages = openMessages(context, {
    audience,
    content,
    delivery,
    domains,
    projects,
    keys,
    findLimits,
  })
  const { admission } = messages.sending
  const { testMails, invitations } = limits
  const programs = openPrograms(context, { audience, content, domains, admission, testMails })
  const inbound = openInbound(context, { domains, delivery, brake })
  const signIn = openSignIn(context, { sessions, console, domains, delivery })
  const workspace = openWorkspace(context, {
    keys,
    projects,
    sessions,
    invitations,
    invite: (tx, user) => signIn.mails.invite(tx, user),
    standardLimits: standardLimits(config),
  })
  // An operation that has no handler here, or that the contract lacks, does not compile.
  const handlers: Handlers = {
    ...audience.handlers,
    ...content.handlers,
    ...domains.handlers,
    ...eventHandlers(retention, waiters),
    ...inbound.handlers,
    ...messages.handlers,
    ...programs.handlers,
    ...signIn.handlers,
    ...statisticsHandlers(),
    ...webhooks.handlers,
    ...workspace.handlers,
  }
  return {
    audience,
    content,
    delivery,
    domains,
    inbound,
    messages,
    programs,
    signIn,
    tracking,
    webhooks,
    workspace,
    handlers,
  }
}

/** Returns the limits of a workspace that has none of its own. */
function standardLimits(config: Config): StandardLimits {
  return {
    sends_per_minute: config.sendsPerMinute,
    requests_per_minute: config.requestsPerMinute,
    checks_per_minute: config.rateLimits.checksPerMinute,
    domains: maxDomains,
    inbound_bytes: maxStoredBytes,
    retention_days: limitRanges.retention_days.max,
  }
}
