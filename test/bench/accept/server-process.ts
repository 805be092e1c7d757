import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Profiler } from 'node:inspector'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { placePrepared } from '../../../embedded/prepared.js'
import type { FirstCredentials } from '../../../server/product/workspace/bootstrap.js'

const preparedFiles = fileURLToPath(new URL('../../../dist/embedded/prepared.tar.br', import.meta.url))

export interface ServerProcess {
  readonly pid: number
  readonly url: string
  /** 0 unless the environment asks for one. */
  readonly submissionPort: number
  /** 0 unless it has the role. */
  readonly inboundPort: number
  /** Empty for the embedded database. */
  readonly databaseUrl: string
  /** Credentials of the first process on a database; the others have none. */
  readonly credentials: FirstCredentials
  /** Begins a CPU profile of its main thread. @returns ends it */
  profile(): Promise<() => Promise<Profiler.Profile>>
  /** Its memory once its garbage is collected, in bytes. */
  memory(): Promise<NodeJS.MemoryUsage>
  stop(): Promise<void>
}

/**
 * Starts `server.ts` as a process of its own, so that who asks and who answers do not share a core by design.
 *
 * @param way `built` is the service of the build, whose files are those of the last `npm run build`
 * @param databaseUrl empty for the embedded database, whose files are the build's: `npm run build` first
 * @param env what differs from a service that only accepts
 * @param mxPort where mail exchanges listen, if not on the usual port
 */
export async function startServer(
  way: 'service' | 'built' | 'floor' | 'transactions',
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
  mxPort = 0,
): Promise<ServerProcess> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'postseal-bench-'))
  if (databaseUrl === '') {
    mkdirSync(path.join(dataDir, 'db'), { mode: 0o700 })
    await placePrepared(preparedFiles, path.join(dataDir, 'db'), true)
  }
  const child = fork(new URL('server.ts', import.meta.url), [way, String(mxPort)], {
    // As npm start and the packages have it.
    execArgv: [
      '--max-semi-space-size=32',
      '--import',
      new URL('../../../scripts/typescript/register.mjs', import.meta.url).href,
    ],
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: databaseUrl,
      POSTSEAL_DATA_DIR: dataDir,
      POSTSEAL_SECRET_KEY: randomBytes(32).toString('base64'),
      POSTSEAL_ROLES: 'api',
      POSTSEAL_SHUTDOWN_GRACE: '0',
      POSTSEAL_SENDS_PER_MINUTE: '100000000',
      POSTSEAL_REQUESTS_PER_MINUTE: '100000000',
      ...env,
    },
  })
  const [{ port, submissionPort, inboundPort }] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the server ended with ${code}`))),
  ])) as [{ port: number; submissionPort: number; inboundPort: number }]
  let credentials: FirstCredentials | undefined
  return {
    // It has said something, so it has been started.
    pid: child.pid as number,
    url: `http://127.0.0.1:${port}`,
    submissionPort,
    inboundPort,
    databaseUrl,
    get credentials() {
      credentials ??= JSON.parse(
        readFileSync(path.join(dataDir, 'credentials.json'), 'utf8'),
      ) as FirstCredentials
      return credentials
    },
    profile: async () => {
      child.send('profile')
      await once(child, 'message')
      return async () => {
        child.send('profile')
        const [{ profile }] = (await once(child, 'message')) as [Profiler.StopReturnType]
        return profile
      }
    },
    memory: async () => {
      child.send('memory')
      const [{ memory }] = (await once(child, 'message')) as [{ memory: NodeJS.MemoryUsage }]
      return memory
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.send('stop')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
