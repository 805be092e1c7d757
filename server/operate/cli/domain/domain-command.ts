import type { Knex } from 'knex'
import type { Config } from '../../../platform/config/config.js'
import { toTypeId, type WorkspaceId } from '../../../platform/db/ids.js'
import { keyMaker } from '../../../product/domains/dkim/key-maker.js'
import { dkimKeyStore } from '../../../product/domains/dkim/key-store.js'
import { domainName } from '../../../product/domains/names.js'
import { findDomainOfName, type DomainRow } from '../../../product/domains/domain-rows.js'
import { sendingSetupOf } from '../../../product/domains/sending-setup.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { openKeyRing } from '../../key-ring/key-ring.js'
import { SealedError, sealer } from '../../../platform/auth/sealed.js'
import { CommandError, WrongUsage } from '../../command-error.js'
import { findWorkspace } from '../find-workspace.js'

export interface DomainOptions {
  readonly workspace?: string
  readonly json?: boolean
}

/** Returns the services that commands about domains use, configured as in the service. */
export async function domainCommandContext(db: Knex, config: Config) {
  const keyRing = await openKeyRing(db, config)
  const key = sealer(keyRing.of('dkim'))
  return {
    db,
    sendingSetup: sendingSetupOf(config),
    store: dkimKeyStore(db, key),
    maker: keyMaker(key),
  }
}

export type DomainCommandContext = Awaited<ReturnType<typeof domainCommandContext>>

/** Workspace and name of the domain that a command is about, whether it exists or not. */
export interface Named {
  readonly workspaceId: WorkspaceId
  readonly name: string
}

/**
 * @throws CommandError if the text is not a domain, or the workspace is not clear
 */
export async function namedBy(db: Knex, given: string, options: DomainOptions): Promise<Named> {
  const name = domainName(given)
  if (name === undefined) throw new WrongUsage(`"${given}" is not a domain such as shop.example.`)
  return { workspaceId: await findWorkspace(db, options.workspace), name }
}

/**
 * @throws CommandError if the workspace has no such domain
 */
export async function expectNamed(db: Knex, { workspaceId, name }: Named): Promise<DomainRow> {
  const row = await findDomainOfName(db, workspaceId, name)
  if (row === undefined) throw noDomain({ workspaceId, name })
  return row
}

export function noDomain({ workspaceId, name }: Named): CommandError {
  return new CommandError(`${toTypeId('ws', workspaceId)} has no domain ${name}.`)
}

/** Does the same work as the API, and reports a refusal as a command does. */
export async function forCommand<T>({ name }: Pick<Named, 'name'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SealedError) throw new CommandError(error.message)
    if (!(error instanceof ApiError)) throw error
    const [detail] = error.details ?? []
    throw new CommandError(detail === undefined ? error.message : `${name} ${detail.message}.`)
  }
}
