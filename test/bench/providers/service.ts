import { randomBytes } from 'node:crypto'
import knex from 'knex'
import pg from 'pg'
import { openResolver } from '../../../server/mail/dns/open-resolver.js'
import { readConfig } from '../../../server/platform/config/config.js'
import { fromTypeId } from '../../../server/platform/db/ids.js'
import { addSource } from '../../../server/product/delivery/sources/change.js'
import { checkAndSave } from '../../../server/product/delivery/sources/reputation/check.js'
import { defaultPool } from '../../../server/product/delivery/sources/pools.js'
import { insertKeyedDomain } from '../../support/domains/domains.js'
import { startServer, type ServerProcess } from '../accept/server-process.js'
import { exchangeRange, sourceAddresses } from './exchanges.js'
import type { Taken } from './receivers.js'

/** The domain of the From field, which is verified and has a key of RSA with 2048 bits. */
export const senderDomain = 'shop.example'

const noLists = { working: [], silent: [], remarks: [] }

/** Starts the service by `mx`, with four warm sources in its pool. */
export async function startSender(databaseUrl: string, { port, dnsServer }: Taken): Promise<ServerProcess> {
  const env = {
    POSTSEAL_ROLES: 'api,delivery,webhooks,scheduler',
    POSTSEAL_ALLOW_HTTP: 'true',
    POSTSEAL_TRANSPORT: 'mx',
    POSTSEAL_HOSTNAME: 'mail.sender.example',
    POSTSEAL_RETURN_PATH_DOMAIN: 'bounces.sender.example',
    POSTSEAL_DNS_SERVERS: dnsServer,
    POSTSEAL_ALLOWED_MX_CIDRS: exchangeRange,
    POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
  }
  const service = await startServer('service', databaseUrl, env, port)
  const sql = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const db = knex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 1 } })
  try {
    const config = readConfig({ ...env, DATABASE_URL: databaseUrl })
    const workspaceId = fromTypeId('ws', service.credentials.workspace_id)
    await insertKeyedDomain({ sql, config }, workspaceId, senderDomain, 'verified')
    const resolver = openResolver([dnsServer])
    for (const address of sourceAddresses) {
      const name = `mta${address.split('.').at(-1)}.sender.example`
      await addSource(db, { address, bind: address, name, pool: defaultPool, warm: true })
      const problem = await checkAndSave(db, resolver, noLists, { address, name, problem: null })
      if (problem !== null) throw new Error(problem ?? `${address} could not be checked`)
    }
    return service
  } catch (error) {
    await service.stop()
    throw error
  } finally {
    await sql.end()
    await db.destroy()
  }
}
