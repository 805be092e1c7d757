import type { Knex } from 'knex'
import type { Environment } from '../../../platform/auth/principal.js'
import type { Config } from '../../../platform/config/config.js'
import { fromTypeId, nilUuid, type Uuid, type WorkspaceId } from '../../../platform/db/ids.js'
import { gather } from '../../../platform/db/statements/statement.js'
import { storedMailRenderer } from '../../../product/content/render-stored.js'
import { openRenderer } from '../../../product/content/rendering/pool/renderer.js'
import { templateStore } from '../../../product/content/store.js'
import { ComposedMessages } from '../../../product/delivery/compose/composed.js'
import { contentLoader } from '../../../product/delivery/compose/load.js'
import { messageSigner } from '../../../product/delivery/compose/message-signer.js'
import { readWorkspaceHosts, WorkspaceHosts } from '../../../platform/db/workspace-hosts.js'
import { linkBase, trackingUrl } from '../../../platform/http/connection/public-url.js'
import { trackingLinks } from '../../../product/tracking/links.js'
import { openKeyRing } from '../../key-ring/key-ring.js'
import { signingKeys } from '../../../product/domains/dkim/signing-keys.js'
import { CommandError, WrongUsage } from '../../command-error.js'
import { domainCommandContext } from '../domain/domain-command.js'
import { allWorkspaces } from '../find-workspace.js'

const selectMessage = gather<
  [workspaces: readonly WorkspaceId[], id: Uuid],
  { workspace_id: WorkspaceId; environment: Environment; log_id: Uuid | null }
>(
  'select_message_to_check',
  `select workspace_id, environment,
     (select id from message_logs log
      where log.workspace_id = message.workspace_id and message_id = $2 order by id limit 1) as log_id
   from messages message where workspace_id = any($1::uuid[]) and id = $2`,
)

/** A message as it is delivered, with a flag if it only goes to the sink. */
export interface StoredMail {
  readonly raw: Buffer
  readonly staysHere: boolean
}

/**
 * Composes and signs a message of the service as the delivery to its first recipient does.
 *
 * @param id external id
 * @throws CommandError if there is no such message, or its content is gone
 */
export async function composeStored(db: Knex, config: Config, id: string): Promise<StoredMail> {
  const messageId = idOf(id)
  const workspaces = (await allWorkspaces(db)).map((workspace) => workspace.id)
  const [found] = await selectMessage(db, workspaces, messageId)
  if (found === undefined) throw new CommandError(`There is no message ${id}.`)
  const { workspace_id: workspaceId, environment, log_id: logId } = found
  const isSink = config.transport.kind === 'sink'
  const { store } = await domainCommandContext(db, config)
  const keys = (await openKeyRing(db, config)).of('tracking')
  const hosts = new WorkspaceHosts(() => new Date())
  hosts.replace(await readWorkspaceHosts(db))
  const links = trackingLinks(keys, linkBase(hosts, trackingUrl(config, config.port)))
  const renderer = openRenderer()
  try {
    const composed = new ComposedMessages(
      contentLoader(db, storedMailRenderer(templateStore(db), renderer)),
      messageSigner(signingKeys(store, isSink)),
      links,
    )
    const mail = await composed.get({ workspaceId, messageId, environment, logId: logId ?? nilUuid })
    if (mail === undefined) throw new CommandError(`The content of ${id} is no longer kept.`)
    return { raw: mail.bytes, staysHere: isSink || environment === 'test' }
  } finally {
    await renderer.close()
  }
}

function idOf(given: string): Uuid {
  try {
    return fromTypeId('msg', given)
  } catch {
    throw new WrongUsage(`"${given}" is not the id of a message.`)
  }
}
