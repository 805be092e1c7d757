import type { Knex } from 'knex'
import type { Config } from '../../../platform/config/config.js'
import { toTypeId } from '../../../platform/db/ids.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { prepareDomain } from '../../../product/domains/create.js'
import { deleteDomain } from '../../../product/domains/delete.js'
import { prepareRotation } from '../../../product/domains/dkim/rotate.js'
import type { DomainRow } from '../../../product/domains/domain-rows.js'
import { findWorkspace } from '../find-workspace.js'
import {
  domainCommandContext,
  forCommand,
  namedBy,
  noDomain,
  expectNamed,
  type DomainOptions,
} from './domain-command.js'
import { recordDomainCommand } from '../record-command.js'
import { answer } from './text.js'

export interface AddOptions extends DomainOptions {
  readonly ed25519?: boolean
}

/** Adds a domain, pending, and returns the records to publish for it. */
export async function addDomain(
  db: Knex,
  config: Config,
  given: string,
  options: AddOptions,
): Promise<string> {
  const named = await namedBy(db, given, options)
  const context = await domainCommandContext(db, config)
  const algorithms = options.ed25519 === true ? (['rsa', 'ed25519'] as const) : (['rsa'] as const)
  const row = await forCommand(named, async () => {
    const keep = await prepareDomain(db, context.maker, named.workspaceId, { name: named.name, algorithms })
    return inTransaction(db, async ({ sql }) => recordDomainCommand(sql, 'domain add', await keep(sql)))
  })
  const headline = `${named.name} is pending. Publish these records in its DNS: it is verified once all that is required is found.`
  return answer(context, row, options, headline)
}

/** Shows a domain with its status and its records, as of its last check. */
export async function showDomain(
  db: Knex,
  config: Config,
  given: string,
  options: DomainOptions,
): Promise<string> {
  const row = await expectNamed(db, await namedBy(db, given, options))
  return answer(await domainCommandContext(db, config), row, options)
}

/** Makes the next keys of a domain, and returns the records to publish. */
export async function rotateKey(
  db: Knex,
  config: Config,
  given: string,
  options: DomainOptions,
): Promise<string> {
  const named = await namedBy(db, given, options)
  const { id, workspace_id } = await expectNamed(db, named)
  const context = await domainCommandContext(db, config)
  const row = await forCommand(named, async () => {
    const rotate = await prepareRotation(db, context, workspace_id, id)
    return inTransaction(db, async ({ sql }) =>
      recordDomainCommand(sql, 'domain rotate-key', await rotate(sql)),
    )
  })
  const headline = `${named.name} has a new key. Publish its record, and keep the old one, which signs until the new one is found.`
  return answer(context, row, options, headline)
}

/** Lists the workspace's domains, one a line with its status. */
export async function listDomains(db: Knex, options: DomainOptions): Promise<string> {
  const workspace_id = await findWorkspace(db, options.workspace)
  const domains = await db<DomainRow>('domains')
    .select('name', 'status')
    .where({ workspace_id })
    .orderBy('name')
  if (options.json === true) return JSON.stringify(domains, null, 2)
  return domains.map(({ name, status }) => `${name}  ${status}`).join('\n') || 'There are no domains yet.'
}

/** Removes a domain from the workspace, with everything that belongs to it. */
export async function removeDomain(db: Knex, given: string, options: DomainOptions): Promise<string> {
  const named = await namedBy(db, given, options)
  const row = await expectNamed(db, named)
  await inTransaction(db, async ({ sql }) => {
    if (!(await deleteDomain(sql, row))) throw noDomain(named)
    await recordDomainCommand(sql, 'domain remove', row)
  })
  const workspace = toTypeId('ws', named.workspaceId)
  return `Removed ${named.name} from ${workspace}. Running services notice within 5 seconds.`
}
