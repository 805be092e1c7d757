import type { Knex } from 'knex'
import { openResolver } from '../../../mail/dns/open-resolver.js'
import type { Config } from '../../../platform/config/config.js'
import { toTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { readWorkspaceHosts, type WorkspaceHost } from '../../../platform/db/workspace-hosts.js'
import { serviceHosts } from '../../../platform/http/connection/public-url.js'
import { checkHost } from '../../../product/domains/hosts/check.js'
import { deleteHost, insertHost, saveHostCheck } from '../../../product/domains/hosts/host-rows.js'
import { domainName, isPublicSuffix } from '../../../product/domains/names.js'
import { CommandError, WrongUsage } from '../../command-error.js'
import { findWorkspace } from '../find-workspace.js'
import { recordCommand, type ChangingCommand } from '../record-command.js'
import { table } from '../table.js'
import type { WorkspaceOptions } from './list.js'
import { hostLine, presentHost } from './shown-hosts.js'
import type { Outcome } from '../with-database.js'

/**
 * Gives a workspace a host of its own, and checks it. Mail has links to the host once a check finds that it leads
 * here.
 */
export async function addHost(
  db: Knex,
  config: Config,
  given: string,
  options: WorkspaceOptions,
): Promise<string> {
  const host = hostNamed(given)
  const targets = targetsOf(config)
  if (targets.includes(host)) throw new CommandError(`${host} is a host of the service itself.`)
  const workspaceId = await findWorkspace(db, options.workspace)
  await inTransaction(db, async ({ sql }) => {
    if (!(await insertHost(sql, host, workspaceId))) {
      const owner = (await readWorkspaceHosts(sql)).find((each) => each.host === host)?.workspace_id
      throw new CommandError(
        owner === workspaceId
          ? `${host} is a host of this workspace already.`
          : `${host} is a host of another workspace.`,
      )
    }
    await record(sql, 'workspace host add', workspaceId)
  })
  return shown(await checked(db, config, targets, host), options)
}

/** Lists the hosts of a workspace, or of all. */
export async function listHosts(db: Knex, options: WorkspaceOptions): Promise<string> {
  const workspaceId = options.workspace === undefined ? undefined : await findWorkspace(db, options.workspace)
  const hosts = (await readWorkspaceHosts(db))
    .filter((each) => workspaceId === undefined || each.workspace_id === workspaceId)
    .map(presentHost)
  if (options.json === true) return JSON.stringify(hosts, null, 2)
  if (hosts.length === 0) return 'There are no hosts of workspaces: links lead to the service itself.'
  return table(
    ['host', 'status', 'workspace'],
    hosts.map(({ host, status, workspace_id }) => [host, status, workspace_id]),
  )
}

/** Checks a host now. The command succeeds if the host leads here. */
export async function checkHostNow(
  db: Knex,
  config: Config,
  given: string,
  options: WorkspaceOptions,
): Promise<Outcome> {
  const host = hostNamed(given)
  const row = await checked(db, config, targetsOf(config), host)
  await record(db, 'workspace host check', row.workspace_id)
  return { text: shown(row, options), succeeded: row.status === 'verified' }
}

/** Takes a host from its workspace. */
export async function removeHost(db: Knex, given: string, options: WorkspaceOptions): Promise<string> {
  const host = hostNamed(given)
  const workspaceId = await inTransaction(db, async ({ sql }) => {
    const owner = await deleteHost(sql, host)
    if (owner === undefined) throw noHost(host)
    await record(sql, 'workspace host remove', owner)
    return owner
  })
  if (options.json === true)
    return JSON.stringify({ host, workspace_id: toTypeId('ws', workspaceId) }, null, 2)
  return `Removed ${host}. Running services notice within five seconds; links to it in old mail stop working.`
}

/** Returns the host as a check has left it. If the DNS gave no answer, it is unchanged, with that as its problem. */
async function checked(
  db: Knex,
  config: Config,
  targets: readonly string[],
  host: string,
): Promise<WorkspaceHost> {
  const find = async () => (await readWorkspaceHosts(db)).find((each) => each.host === host)
  if ((await find()) === undefined) throw noHost(host)
  const problem = await checkHost(openResolver(config.dnsServers), host, targets)
  const row = problem === undefined ? await find() : await saveHostCheck(db, host, problem)
  if (row === undefined) throw noHost(host)
  const silent = 'The DNS gave no answer. The service tries again within five minutes.'
  return problem === undefined ? { ...row, problem: silent } : row
}

function shown(row: WorkspaceHost, { json }: WorkspaceOptions): string {
  return json === true ? JSON.stringify(presentHost(row), null, 2) : hostLine(row)
}

async function record(sql: Knex, command: ChangingCommand, workspaceId: WorkspaceId): Promise<void> {
  await recordCommand(sql, workspaceId, command, {
    resource: { type: 'workspace', id: toTypeId('ws', workspaceId) },
  })
}

/** Returns the hosts of the service, which other hosts have to lead to. */
function targetsOf(config: Config): string[] {
  const targets = serviceHosts(config)
  if (targets.length > 0) return targets
  throw new CommandError(
    'Set POSTSEAL_PUBLIC_URL first: hosts of workspaces point to the host of that address.',
  )
}

function hostNamed(given: string): string {
  const host = domainName(given)
  if (host === undefined || isPublicSuffix(host) || host.endsWith('.localhost'))
    throw new WrongUsage(`"${given}" is not a host such as links.customer.example, without a port.`)
  return host
}

function noHost(host: string): CommandError {
  return new CommandError(`${host} is not a host of any workspace: postseal workspace host list shows them.`)
}
