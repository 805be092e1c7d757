import { isIPv4 } from 'node:net'
import { isOwn } from '../../../mail/network/address-guard.js'
import { contains } from '../../../mail/network/address-ranges.js'
import type { Uuid } from '../../../platform/db/ids.js'
import type { Stream } from '../../mail/stream.js'
import type { Source, Sources } from './source-rows.js'

/** Name of the pool of all mail that is assigned to no other. */
export const defaultPool = 'default'

/** The properties of a mail that decide which pool it goes by. */
export interface PooledMail {
  readonly workspaceId: Uuid
  readonly stream: Stream
  /** Domain of the mail's From field. */
  readonly fromDomain: string
}

/** Returns whether any mail is assigned by its sender's domain, so that the domain has to be known. */
export function assignsDomains({ assignments }: Sources): boolean {
  return assignments.some(({ kind }) => kind === 'domain')
}

/**
 * Returns the name of the pool that a mail goes by: that of its sender's domain, else of its workspace, else of its
 * stream, else the default one. Undefined if mail that is assigned to no pool leaves as if there were no pools.
 */
export function poolOf(
  sources: Sources,
  { workspaceId, stream, fromDomain }: PooledMail,
): string | undefined {
  const assigned = (kind: string, value: string) =>
    sources.assignments.find((assignment) => assignment.kind === kind && assignment.value === value)?.pool
  return (
    assigned('domain', fromDomain) ??
    assigned('workspace', workspaceId) ??
    assigned('stream', stream) ??
    (sendsBy(sources, defaultPool) ? defaultPool : undefined)
  )
}

/** Returns whether a pool has a source or a relay. */
export function sendsBy({ sources, relays }: Sources, name: string): boolean {
  return [...sources, ...relays].some(({ pool }) => pool === name)
}

/** Returns whether a pool may have transactional mail, as every pool may that is not assigned bulk alone. */
export function isMixed({ assignments }: Sources, pool: string): boolean {
  const own = assignments.filter((assignment) => assignment.pool === pool)
  return own.length === 0 || own.some(({ kind, value }) => kind !== 'stream' || value !== 'bulk')
}

export const sourceStates = ['warm', 'warming_up', 'failing', 'unchecked', 'draining'] as const

/** Returns the state of a source according to its operator and its last check. */
export function stateOf({ draining, checkedAt, problem, warm }: Source): (typeof sourceStates)[number] {
  if (draining) return 'draining'
  if (checkedAt === null) return 'unchecked'
  if (problem !== null) return 'failing'
  return warm ? 'warm' : 'warming_up'
}

/** Returns whether mail may leave by a source, according to its operator and its last check. */
export function isUsable(source: Source): boolean {
  return ['warm', 'warming_up'].includes(stateOf(source))
}

/** Returns whether this host has the address of a source. Linux has all of 127.0.0.0/8 on its loopback. */
export function isOnThisHost({ bind }: Pick<Source, 'bind'>): boolean {
  return isOwn(bind) || (isIPv4(bind) && contains('127.0.0.0/8', bind))
}
