import type { Knex } from 'knex'
import { cleanName } from '../../../../base/text/clean-name.js'
import { foldAddress, isEmailAddress } from '../../../../base/addresses/address.js'
import { sealer } from '../../../platform/auth/sealed.js'
import type { Config } from '../../../platform/config/config.js'
import { toTypeId } from '../../../platform/db/ids.js'
import { inTransaction } from '../../../platform/db/transaction/transaction.js'
import type { Limits } from '../../../platform/db/workspace-limits.js'
import { addressTokens } from '../../../platform/auth/address-tokens.js'
import { signInMails } from '../../../product/sign-in/mails/queue.js'
import { createWorkspace, insertKeys, presentKeys } from '../../../product/workspace/create.js'
import { setLimits } from '../../../product/workspace/limits/set-limits.js'
import { WrongUsage } from '../../command-error.js'
import { openKeyRing } from '../../key-ring/key-ring.js'
import { recordCommand } from '../record-command.js'
import { createLink } from '../people/session-link.js'
import { limitsFile } from './limits.js'

export interface CreateOptions {
  readonly owner: string
  readonly limits?: string
  readonly keys?: boolean
  readonly json?: boolean
}

/**
 * Makes a workspace with its owner and a live and a test project. The owner gets a link to sign in by mail; if mail
 * only goes to the sink, the link is printed.
 */
export async function createByOperator(
  config: Config,
  db: Knex,
  given: string,
  {
    options,
    standardInput,
  }: { readonly options: CreateOptions; readonly standardInput: () => AsyncIterable<Buffer> },
): Promise<string> {
  const name = nameOf(given)
  if (!isEmailAddress(options.owner))
    throw new WrongUsage(`"${options.owner}" is not an address such as ada@shop.example.`)
  const owner = foldAddress(options.owner)
  const limits: Limits = options.limits === undefined ? {} : await limitsFile(options.limits, standardInput)
  const keyRing = await openKeyRing(db, config)
  const sendsMail = config.transport.kind !== 'sink'
  const mails = signInMails(sealer(keyRing.of('sign-in')), addressTokens(keyRing.of('erasure')))

  const credentials = await inTransaction(db, async (tx) => {
    const made = await createWorkspace(tx.sql, { name, owner })
    const { workspaceId, ownerId: userId } = made
    await setLimits(tx.sql, workspaceId, limits)
    const resource = { type: 'workspace', id: toTypeId('ws', workspaceId) }
    await recordCommand(tx.sql, workspaceId, 'workspace create', { resource })
    if (sendsMail) await mails.invite(tx, { workspaceId, userId, email: owner })
    const keys = options.keys === true ? await insertKeys(tx.sql, made, 'workspace create') : undefined
    const { workspace_id, project_id, test_project_id, ...secrets } = presentKeys(
      made,
      keys ?? { live: '', test: '', workspace: '' },
    )
    return { workspace_id, name, owner, project_id, test_project_id, ...(keys && secrets) }
  })
  const { workspace_id: workspace } = credentials
  const link = sendsMail ? null : await createLink(config, db, { workspace, email: owner })
  if (options.json === true) return JSON.stringify({ ...credentials, sign_in_link: link }, null, 2)
  return [
    ...Object.entries(credentials).map(([field, value]) => `${field.padEnd(16)}  ${value}`),
    link === null ? `${owner} is sent a link to sign in.` : `To sign in, within 15 minutes: ${link}`,
  ].join('\n')
}

/**
 * @throws WrongUsage if the text cannot be the name of a workspace
 */
export function nameOf(given: string): string {
  const name = cleanName(given)
  if (name === null || name.length > 100) throw new WrongUsage('A name has 1 to 100 visible characters.')
  return name
}
