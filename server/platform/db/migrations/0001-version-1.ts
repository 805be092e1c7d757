import { workspaces } from './version-1/workspaces.js'
import { signIn } from './version-1/sign-in.js'
import { messages } from './version-1/messages.js'
import { delivery } from './version-1/delivery.js'
import { events } from './version-1/events.js'
import { webhooks } from './version-1/webhooks.js'
import { domains } from './version-1/domains.js'
import { audience } from './version-1/audience.js'
import { templates } from './version-1/templates.js'
import { campaigns } from './version-1/campaigns.js'
import { automations } from './version-1/automations.js'
import { inbound } from './version-1/inbound.js'
import { audit } from './version-1/audit.js'
import { statistics } from './version-1/statistics.js'
import { processes } from './version-1/processes.js'

/**
 * The schema of version 1. Growing tables have `workspace_id` first in their primary key and every hot statement names
 * one workspace, which keeps tenants apart and lets the schema be distributed by workspace. They carry no foreign keys,
 * so that retention can drop old rows without looking at others. The time a row was made is in its id (UUIDv7).
 */
export const up = [
  workspaces,
  signIn,
  messages,
  delivery,
  events,
  webhooks,
  domains,
  audience,
  templates,
  campaigns,
  automations,
  inbound,
  audit,
  statistics,
  processes,
].join('')
