import type { Prefix } from '../db/ids.js'
import type { AuditResource } from './entry.js'

/** The kind of resource that each prefix of an id stands for; null if no mutation is about such a resource. */
const types: Record<Prefix, string | null> = {
  ws: 'workspace',
  usr: 'user',
  ses: 'session',
  psk: 'passkey',
  pkr: null,
  pkc: null,
  aud: null,
  prj: 'project',
  key: 'api_key',
  dom: 'domain',
  dms: 'dmarc_source',
  msg: 'message',
  log: 'message_log',
  evt: 'event',
  whk: 'webhook',
  whd: 'webhook_delivery',
  whr: 'webhook_receiver',
  whq: null,
  sup: 'suppression',
  con: 'contact',
  cim: 'contact_import',
  cev: 'contact_event',
  lst: 'subscriber_list',
  sub: 'subscription',
  top: 'topic',
  del: 'deletion',
  tpl: 'template',
  seg: 'segment',
  cmp: 'campaign',
  aut: 'automation',
  run: 'automation_run',
  inr: 'inbound_route',
  inm: 'inbound_message',
  att: null,
  req: null,
  snk: null,
}

const form = /^([a-z]{2,4})_[0-7][0-9a-hjkmnp-tv-z]{25}$/

/**
 * Returns the resource that an id belongs to, or null if it is not an id of ours: the entry leaves it out then, since
 * it may be anything that a client put there.
 */
export function resourceOf(id: unknown): AuditResource | null {
  const prefix = typeof id === 'string' ? form.exec(id)?.[1] : undefined
  const type = prefix !== undefined && Object.hasOwn(types, prefix) ? types[prefix as Prefix] : null
  return type === null ? null : { type, id: id as string }
}
