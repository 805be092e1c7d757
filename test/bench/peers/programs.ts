import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { until } from '../../support/time/until.js'
import type { BenchmarkResult } from '../benchmark.js'

/** The programs of others, each with the environment variable that names its file. */
export const peerVariables = {
  'smtp-source': 'POSTSEAL_PEER_SMTP_SOURCE',
  'smtp-sink': 'POSTSEAL_PEER_SMTP_SINK',
  mailpit: 'POSTSEAL_PEER_MAILPIT',
  listmonk: 'POSTSEAL_PEER_LISTMONK',
} as const

export type Peer = keyof typeof peerVariables

/**
 * The file of a program.
 *
 * @returns undefined where its variable is not set
 * @throws Error where the variable names no file
 */
export function fileOf(peer: Peer): string | undefined {
  const file = process.env[peerVariables[peer]]
  if (file === undefined || file === '') return undefined
  if (!existsSync(file)) throw new Error(`${peerVariables[peer]}: there is no file ${file}`)
  return file
}

/** The result of a benchmark that was left out because programs are missing. */
export function leftOut(missing: readonly Peer[]): BenchmarkResult {
  return {
    rows: missing.map((peer) => ({
      'left out': `${peer} is missing`,
      'name its file by': peerVariables[peer],
    })),
    ratios: {},
  }
}

export interface RunningPeer {
  stop(): Promise<void>
}

/** Starts a server and waits until it takes connections on the port. */
export async function startPeer(
  file: string,
  args: readonly string[],
  port: number,
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<RunningPeer> {
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000)
  })
  const ended = once(child, 'exit')
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}: ${said}`)
      return takesConnections(port)
    },
    `${file} to listen`,
    20_000,
  )
  return {
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/**
 * Runs a program to its end.
 *
 * @returns its output on both streams
 * @throws Error where it fails
 */
export async function runPeer(
  file: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const child: ChildProcess = spawn(file, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${said.slice(-2000)}`)
  return said
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
