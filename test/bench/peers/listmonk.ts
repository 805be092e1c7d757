import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { heldPort } from '../../support/network/ports.js'
import { runPeer, startPeer } from './programs.js'

export interface Listmonk {
  readonly url: string
  /** The value of the header Authorization. */
  readonly authorization: string
  /** The template of transactional messages: its text is the message's. */
  readonly templateId: number
  stop(): Promise<void>
}

const user = 'bench'

/**
 * Installs listmonk into an empty database and starts it with as many connections to the relay as the service has.
 *
 * @param relayPort where its mail goes, on this machine
 * @param connections the max number of SMTP connections, and of workers
 */
export async function startListmonk(
  file: string,
  databaseUrl: string,
  relayPort: number,
  connections: number,
): Promise<Listmonk> {
  const folder = mkdtempSync(path.join(tmpdir(), 'postseal-listmonk-'))
  const port = await heldPort()
  const config = path.join(folder, 'config.toml')
  writeFileSync(config, configOf(databaseUrl, port))
  // A build without its files reads them from the folder of its sources.
  const cwd = process.env.POSTSEAL_PEER_LISTMONK_SOURCE ?? folder
  const said = await runPeer(file, ['--config', config, '--install', '--yes'], {
    cwd,
    env: {
      LISTMONK_ADMIN_USER: 'admin',
      LISTMONK_ADMIN_PASSWORD: 'not a secret',
      LISTMONK_ADMIN_API_USER: user,
    },
  })
  const [, token] = /LISTMONK_ADMIN_API_TOKEN="([^"]+)"/.exec(said) ?? []
  if (token === undefined) throw new Error('listmonk has printed no token')
  const templateId = await configure(databaseUrl, relayPort, connections)
  const running = await startPeer(file, ['--config', config], port, { cwd })
  return {
    url: `http://127.0.0.1:${port}`,
    authorization: `token ${user}:${token}`,
    templateId,
    stop: async () => {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function configOf(databaseUrl: string, port: number): string {
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl)
  return [
    '[app]',
    `address = "127.0.0.1:${port}"`,
    '[db]',
    `host = "${hostname}"`,
    `port = ${databasePort}`,
    `user = "${username}"`,
    `password = "${password}"`,
    `database = "${pathname.slice(1)}"`,
    'ssl_mode = "disable"',
    'max_open = 25',
    'max_idle = 25',
    'max_lifetime = "300s"',
    '',
  ].join('\n')
}

/** Sets what its administrator would set on its pages, and adds a template. */
async function configure(databaseUrl: string, relayPort: number, connections: number): Promise<number> {
  const server = {
    enabled: true,
    host: '127.0.0.1',
    port: relayPort,
    auth_protocol: 'none',
    hello_hostname: 'bench.example',
    max_conns: connections,
    idle_timeout: '15s',
    wait_timeout: '5s',
    max_msg_retries: 2,
    tls_type: 'none',
    email_headers: [],
  }
  const settings = {
    smtp: [server],
    'app.concurrency': connections,
    // Of each worker, in a second: no limit that a machine could reach.
    'app.message_rate': 10_000,
    'app.check_updates': false,
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const [key, value] of Object.entries(settings)) {
      await client.query('update settings set value = $2::jsonb where key = $1', [key, JSON.stringify(value)])
    }
    const { rows } = await client.query<{ id: number }>(
      `insert into templates (name, type, subject, body) values ('bench', 'tx', 'bench', $1) returning id`,
      ['{{ .Tx.Data.html | Safe }}'],
    )
    const [template] = rows
    if (template === undefined) throw new Error('listmonk has no template')
    return template.id
  } finally {
    await client.end()
  }
}
