import type { Knex } from 'knex'
import type { KeySource } from '../../../platform/auth/key-source.js'
import type { Config } from '../../../platform/config/config.js'
import {
  endLinks,
  linksEndOf,
  readLinksEnds,
  restoreLinks,
  type LinksEnd,
} from '../../../platform/db/ended-links.js'
import { fromTypeId, toTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import { parseUrl } from '../../../../base/addresses/parse-url.js'
import { subscriptionLinks } from '../../../product/audience/subscriptions/links/links.js'
import { workspaceOfToken } from '../../../product/tracking/links.js'
import { CommandError, WrongUsage } from '../../command-error.js'
import { openKeyRing } from '../../key-ring/key-ring.js'
import { allWorkspaces, findWorkspace } from '../find-workspace.js'
import { recordCommand, type ChangingCommand } from '../record-command.js'
import { table } from '../table.js'
import type { WorkspaceOptions } from './list.js'

/** Ends the links in a workspace's mail, even if the workspace was deleted before deletions ended them. */
export async function endLinksByOperator(db: Knex, options: WorkspaceOptions): Promise<string> {
  const { workspaceId, exists } = await workspaceOf(db, options)
  await changed(db, workspaceId, exists && 'workspace links end', (sql) =>
    endLinks(sql, workspaceId, 'operator'),
  )
  return showLinks(db, workspaceId, options)
}

/** Lets the links in a workspace's mail work again, whether a command or a halt for abuse has disabled them. */
export async function restoreLinksByOperator(db: Knex, options: WorkspaceOptions): Promise<string> {
  const { workspaceId, exists } = await workspaceOf(db, options)
  await changed(db, workspaceId, exists && 'workspace links restore', async (sql) => {
    if (await restoreLinks(sql, workspaceId, ['abuse', 'operator'])) return
    const isOver = (await linksEndOf(sql, workspaceId)) !== undefined
    throw new CommandError(
      isOver
        ? 'This workspace is deleted: the links in its mail are disabled for good.'
        : 'Its links are not disabled.',
    )
  })
  return showLinks(db, workspaceId, options)
}

/** Lists the workspaces whose links are disabled, or shows it for one. */
export async function listEndedLinks(db: Knex, options: WorkspaceOptions): Promise<string> {
  if (options.workspace !== undefined)
    return showLinks(db, (await workspaceOf(db, options)).workspaceId, options)
  const ends = (await readLinksEnds(db)).map(presented)
  if (options.json === true) return JSON.stringify(ends, null, 2)
  if (ends.length === 0) return 'The links of all workspaces work.'
  return table(
    ['workspace', 'links disabled at', 'reason'],
    ends.map(({ workspace_id, links_ended_at, reason }) => [workspace_id, links_ended_at, reason]),
  )
}

/** Finds the workspace whose mail contains a link that somebody has reported. */
export async function findLink(
  db: Knex,
  config: Config,
  link: string,
  { json }: WorkspaceOptions,
): Promise<string> {
  const keyRing = await openKeyRing(db, config)
  const token = parseUrl(link.trim())?.pathname.split('/').at(-1) ?? ''
  const workspaceId =
    workspaceOfToken(keyRing.of('tracking'), token.replace(/\.gif$/, '')) ??
    workspaceToLeave(keyRing.of('subscription'), token)
  if (workspaceId === undefined)
    throw new CommandError(
      'This is not a link from a mail of this service. Give the complete link, as it was reported.',
    )
  const name = (await allWorkspaces(db)).find(({ id }) => id === workspaceId)?.name ?? null
  const end = await linksEndOf(db, workspaceId)
  const workspace_id = toTypeId('ws', workspaceId)
  if (json === true)
    return JSON.stringify(
      { workspace_id, name, links_ended_at: end?.ended_at.toISOString() ?? null },
      null,
      2,
    )
  return [
    `${workspace_id}  ${name ?? 'is deleted'}`,
    end === undefined ? 'Its links work.' : linksEndLine(end),
  ].join('\n')
}

/** Returns the workspace of a link to confirm or to unsubscribe. */
function workspaceToLeave(keys: KeySource, token: string): WorkspaceId | undefined {
  const links = subscriptionLinks(keys, '')
  const found = [
    // The time accepts a link whenever it was sent.
    links.readConfirm(token, new Date(0)),
    links.readUnsubscribe(token),
    links.readContactUnsubscribe(token),
    links.readTopicUnsubscribe(token),
  ]
  return found.find((each) => typeof each !== 'string')?.workspaceId
}

/** Returns when and why the links of a workspace were disabled, in a line for a person. */
export function linksEndLine({ ended_at: at, reason }: LinksEnd): string {
  return `its links were disabled at ${at.toISOString()} ${reasons[reason]}`
}

const reasons = {
  abuse: 'because the workspace is halted for abuse',
  operator: 'by the operator',
  deletion: 'because the workspace is deleted',
} as const

async function showLinks(db: Knex, workspaceId: WorkspaceId, { json }: WorkspaceOptions): Promise<string> {
  const end = await linksEndOf(db, workspaceId)
  const workspace_id = toTypeId('ws', workspaceId)
  if (json === true)
    return JSON.stringify(
      end === undefined ? { workspace_id, links_ended_at: null, reason: null } : presented(end),
      null,
      2,
    )
  return `${workspace_id}: ${end === undefined ? 'its links work' : linksEndLine(end)}`
}

function presented({ workspace, ended_at: at, reason }: LinksEnd) {
  return { workspace_id: toTypeId('ws', workspace), links_ended_at: at.toISOString(), reason }
}

/** Finds the workspace that a command is for, which may be deleted: its mail is still out. */
async function workspaceOf(
  db: Knex,
  { workspace }: WorkspaceOptions,
): Promise<{ readonly workspaceId: WorkspaceId; readonly exists: boolean }> {
  if (workspace === undefined) return { workspaceId: await findWorkspace(db, undefined), exists: true }
  const workspaceId = idOf(workspace)
  return { workspaceId, exists: (await allWorkspaces(db)).some(({ id }) => id === workspaceId) }
}

function idOf(given: string): WorkspaceId {
  try {
    return fromTypeId('ws', given)
  } catch {
    throw new WrongUsage(`"${given}" is not the id of a workspace.`)
  }
}

/**
 * @param command undefined if the workspace, whose audit log would have it, no longer exists
 */
async function changed(
  db: Knex,
  workspaceId: WorkspaceId,
  command: ChangingCommand | false,
  change: (sql: Knex) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async ({ sql }) => {
    await change(sql)
    if (command === false) return
    const resource = { type: 'workspace', id: toTypeId('ws', workspaceId) } as const
    await recordCommand(sql, workspaceId, command, { resource })
  })
}
