import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { procStat } from '../../../base/files/proc-stat.js'
import { heldPort } from '../../support/network/ports.js'

/** The cost of a start, and the resources that the process holds. */
export interface Start {
  /** From the start of the process to its first 200, in milliseconds. */
  readonly readyMs: number
  /** The processor time until then, of all threads, in milliseconds. */
  readonly cpuMs: number
  /** Resident memory a while after that, and its max, in MB of 2^20 bytes. */
  readonly idleMb: number
  readonly maxMb: number
}

const jiffyMs = 10

/** Starts a program that listens on PORT, waits until it is ready and then as long as it is to be idle, and ends it. */
export async function measureStart(file: string, env: NodeJS.ProcessEnv, idleMs: number): Promise<Start> {
  const [port, sink, inbound] = await Promise.all([heldPort(), heldPort(), heldPort()])
  const ports = { PORT: `${port}`, POSTSEAL_SINK_PORT: `${sink}`, POSTSEAL_INBOUND_PORT: `${inbound}` }
  const began = performance.now()
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'], ...ports, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  while (!(await isReady(`http://127.0.0.1:${port}/readyz`))) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`)
    await sleep(5)
  }
  const readyMs = performance.now() - began
  const pid = child.pid ?? 0
  const field = procStat(pid)
  const cpuMs = (Number(field?.(14)) + Number(field?.(15))) * jiffyMs
  await sleep(idleMs)
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  const start = { readyMs, cpuMs, idleMb: mb('VmRSS'), maxMb: mb('VmHWM') }
  child.kill('SIGTERM')
  await ended
  return start
}

async function isReady(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url, { headers: { connection: 'close' } })
    await reply.arrayBuffer()
    return reply.ok
  } catch {
    return false
  }
}
