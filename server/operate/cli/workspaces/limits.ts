import type { Knex } from 'knex'
import { toTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { limitRanges, limitsOf, type LimitName, type Limits } from '../../../platform/db/workspace-limits.js'
import { maxStoredBytes } from '../../../product/inbound/messages/inbound-message-rows.js'
import { setLimits } from '../../../product/workspace/limits/set-limits.js'
import { WrongUsage } from '../../command-error.js'
import { contentOf } from '../file-content.js'
import { findWorkspace } from '../find-workspace.js'
import { recordCommand } from '../record-command.js'

export interface LimitsOptions {
  readonly workspace?: string
  readonly file?: string
  readonly json?: boolean
}

/** Largest file of limits, which has only a few lines. */
const maxFileBytes = 64 * 1024

const names = Object.keys(limitRanges) as LimitName[]

/** Shows the limits of a workspace; if the command line names some, it sets these first. */
export async function changeLimits(
  db: Knex,
  given: readonly string[],
  options: LimitsOptions,
  standardInput: () => AsyncIterable<Buffer>,
): Promise<string> {
  const workspaceId = await findWorkspace(db, options.workspace)
  const file = options.file === undefined ? undefined : await limitsFile(options.file, standardInput)
  const changes = changesOf(given)
  if (file !== undefined || changes.size > 0) {
    await inTransaction(db, async ({ sql }) => {
      const before = file ?? (await limitsOf(sql, workspaceId))
      await setLimits(sql, workspaceId, merged(before, changes))
      const resource = { type: 'workspace', id: toTypeId('ws', workspaceId) }
      await recordCommand(sql, workspaceId, 'workspace limits', { resource })
    })
  }
  return showLimits(await limitsOf(db, workspaceId), workspaceId, options)
}

/**
 * Reads the limits in a file: a JSON object.
 *
 * @throws WrongUsage if it is not one
 */
export async function limitsFile(file: string, standardInput: () => AsyncIterable<Buffer>): Promise<Limits> {
  const text = (await contentOf(file, standardInput, maxFileBytes)).toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new WrongUsage(`${file} is not JSON.`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WrongUsage(`${file} is not a JSON object such as {"recipients_per_month": 10000}.`)
  const limits: Partial<Record<LimitName, number>> = {}
  for (const [name, limit] of Object.entries(value)) {
    const known = nameOf(name)
    if (limit !== null) limits[known] = checked(known, limit)
  }
  return limits
}

/** Reads changes such as `recipients_per_month=10000` and `contacts=none`; null is no limit. */
function changesOf(given: readonly string[]): ReadonlyMap<LimitName, number | null> {
  return new Map(
    given.map((each) => {
      const [name = '', value, ...rest] = each.split('=')
      if (value === undefined || rest.length > 0)
        throw new WrongUsage(`"${each}" is not a limit such as recipients_per_month=10000 or contacts=none.`)
      const known = nameOf(name)
      return [known, value === 'none' ? null : checked(known, /^\d+$/.test(value) ? Number(value) : value)]
    }),
  )
}

function merged(before: Limits, changes: ReadonlyMap<LimitName, number | null>): Limits {
  const after: Partial<Record<LimitName, number>> = { ...before }
  for (const [name, limit] of changes) {
    if (limit === null) delete after[name]
    else after[name] = limit
  }
  return after
}

function nameOf(name: string): LimitName {
  const known = names.find((each) => each === name)
  if (known === undefined)
    throw new WrongUsage(`There is no limit "${name}". There are: ${names.join(', ')}.`)
  return known
}

function checked(name: LimitName, value: unknown): number {
  const { min, max } = limitRanges[name]
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
  throw new WrongUsage(`${name} takes a whole number from ${min} to ${max}, not ${JSON.stringify(value)}.`)
}

/** Returns the limits of a workspace, one a line. */
function showLimits(limits: Limits, workspaceId: WorkspaceId, { json }: { readonly json?: boolean }): string {
  const all = Object.fromEntries(names.map((name) => [name, limits[name] ?? null]))
  if (json === true) return JSON.stringify({ workspace_id: toTypeId('ws', workspaceId), ...all }, null, 2)
  return names.map((name) => `${name.padEnd(20)}  ${limits[name] ?? usual[name]}`).join('\n')
}

/** Texts for limits that are not set. */
const usual: Readonly<Record<LimitName, string>> = {
  sends_per_minute: 'as POSTSEAL_SENDS_PER_MINUTE says',
  recipients_per_day: 'none',
  recipients_per_month: 'none',
  contacts: 'none',
  domains: String(limitRanges.domains.max),
  inbound_bytes: String(maxStoredBytes),
  retention_days: String(limitRanges.retention_days.max),
}
