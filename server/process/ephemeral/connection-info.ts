import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../platform/config/config.js'
import { createSession } from '../../operate/cli/people/session-create.js'
import { createLink } from '../../operate/cli/people/session-link.js'
import { openDatabaseBeside } from '../../platform/db/connection/database.js'
import { localUrl } from '../../platform/http/connection/public-url.js'
import type { Service } from '../service.js'
import type { FirstCredentials } from '../../product/workspace/bootstrap.js'

/** The duration of the session in minutes: longer than a test run, and the longest possible. */
const sessionMinutes = '1440'

/** The data that a test run needs to use its service. */
export interface ConnectionInfo extends FirstCredentials {
  /** A session of the workspace's owner. */
  readonly session: string
  /** A link that signs the owner in to the console in a browser: once, for 15 minutes. */
  readonly console_url: string
  /** The URL of the delivered mails, as JSON. */
  readonly sink_url: string
  /** The SMTP ports of the sink and of the receiver of bounces and complaints. */
  readonly sink_smtp_port: number | undefined
  readonly inbound_smtp_port: number | undefined
  /** The port for submission by SMTP: the user is `postseal`, the password a key. */
  readonly submission_smtp_port: number | undefined
  readonly pid: number
}

/**
 * Gathers the connection info of a running ephemeral service: the keys of its first start, addresses, a
 * session.
 */
export async function connectionInfoOf(config: Config, service: Service): Promise<ConnectionInfo> {
  const file = path.join(config.dataDir, 'credentials.json')
  const credentials = JSON.parse(readFileSync(file, 'utf8')) as FirstCredentials
  // Not the public URL: that may be an application's production address, which a test run must not call.
  const base = localUrl(config.host, service.port)
  return {
    ...credentials,
    base_url: base,
    ...(await ownerAccess(config, base)),
    sink_url: `${base}/sink/messages`,
    sink_smtp_port: service.sinkPort,
    inbound_smtp_port: service.inboundPort,
    submission_smtp_port: service.submission.port,
    pid: process.pid,
  }
}

async function ownerAccess(
  config: Config,
  base: string,
): Promise<Pick<ConnectionInfo, 'session' | 'console_url'>> {
  const database = await openDatabaseBeside(config)
  try {
    const { db } = database
    return {
      session: await createSession(config, db, { minutes: sessionMinutes }),
      console_url: await createLink(config, db, {}, base),
    }
  } finally {
    await database.close()
  }
}
