import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { procStat } from '../../../base/files/proc-stat.js'
import { SandboxProcess } from '../../../server/platform/sandbox/sandbox-process.js'
import { until } from '../../support/time/until.js'

const scripted = fileURLToPath(new URL('scripted-process.mjs', import.meta.url))
const stopped: (() => void)[] = []
afterEach(() => stopped.splice(0).forEach((stop) => stop()))

/** A process that does as it is asked, with the ids that it has answered and all that was told of its end. */
function start(program = scripted) {
  const [pids, ends]: [number[], string[][]] = [[], []]
  const child = new SandboxProcess<string, { readonly pid: number }>({
    program,
    heapMb: 16,
    onSaid: ({ pid }) => pids.push(pid),
    onEnd: (...end) => ends.push(end),
  })
  stopped.push(() => child.kill())
  /** Asks the process, without waiting for its rest, and returns the answer: its process id. */
  const answer = async () => {
    const before = pids.length
    child.ask('answer', 10_000)
    return until(() => pids[before], 'an answer')
  }
  return { child, ends, answer }
}

/** Asks a process something that ends it, and returns the reports of its end once no more can come. */
async function endOf(asked: string, maxMs = 30_000, meanwhile: (pid: number) => void = () => undefined) {
  const { child, ends, answer } = start()
  const pid = await answer()
  child.ask(asked, maxMs)
  meanwhile(pid)
  await until(() => ends.length > 0 && procStat(pid) === undefined, 'the end')
  return ends
}

test('it answers what it was asked before it was ready, and what it is asked afterwards', async () => {
  const { child, ends, answer } = start()
  const pid = await answer()
  child.rest()
  expect(await answer()).toBe(pid)
  expect(ends).toEqual([])
})

test('it has none of the environment of this process, where the secrets are', async () => {
  const { answer } = start()
  const variables = readFileSync(`/proc/${await answer()}/environ`, 'utf8').split('\0')
  const names = variables.map((variable) => variable.split('=')[0] ?? '').filter((name) => name !== '')
  // Node tells the process of the channel to this one.
  expect(names.filter((name) => !name.startsWith('NODE_CHANNEL_'))).toEqual(['TZ'])
})

test('one that computes for longer than it may is slow, also where its limit was renewed', async () => {
  expect(await endOf('compute', 300)).toEqual([['slow', 'SIGKILL']])
  const { child, ends, answer } = start()
  const pid = await answer()
  child.ask('compute', 60_000)
  child.limit(100)
  await until(() => ends.length > 0 && procStat(pid) === undefined, 'the end')
  expect(ends).toEqual([['slow', 'SIGKILL']])
})

test('one that waits for six times as long as it may compute is late', async () => {
  expect(await endOf('wait', 200)).toEqual([['late', 'SIGKILL']])
})

test.each(['SIGTERM', 'SIGKILL'] as const)('one that something else ends by %s is late', async (signal) => {
  const ends = await endOf('wait', 30_000, (pid) => process.kill(pid, signal))
  expect(ends).toEqual([['late', signal]])
})

test('one that ends by itself has ended, also where it needs too much memory', async () => {
  expect(await endOf('exit')).toEqual([['ended', 'code 3']])
  expect(await endOf('fill')).toEqual([
    ['ended', expect.stringMatching(/^(SIGABRT|SIGTRAP|SIGILL|code \d+)$/)],
  ])
})

test('one that ends before it is ready, or is not ready in time, is unstarted', async () => {
  const { child, ends } = start('/nowhere/process.mjs')
  child.ask('answer', 10_000)
  await until(() => ends.length > 0, 'the end')
  expect(ends).toEqual([['unstarted', 'code 1']])
  expect(child.hasEnded).toBe(true)
  // Nobody else waits meanwhile.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const late = start()
    vi.advanceTimersByTime(29_999)
    expect(late.ends).toEqual([])
    vi.advanceTimersByTime(1)
    expect(late.ends).toEqual([['unstarted', 'SIGKILL']])
  } finally {
    vi.useRealTimers()
  }
})

test('it keeps its parent running while it has work, and ends with it when it rests', async () => {
  const code = `
    import { SandboxProcess } from './server/platform/sandbox/sandbox-process.ts'
    const onSaid = ({ pid }) => {
      console.log(pid)
      child.rest()
    }
    const child = new SandboxProcess({ program: process.argv[1], heapMb: 16, onSaid, onEnd: () => {} })
    child.ask('answer', 10_000)`
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...['--import', './scripts/typescript/register.mjs', '--input-type=module', '--eval', code],
    scripted,
  ])
  expect(stdout).toMatch(/^\d+\n$/)
  await until(() => procStat(Number(stdout)) === undefined, 'the end of the process')
})
