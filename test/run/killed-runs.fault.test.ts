import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { follow, type Started } from '../support/service/process.js'
import { newDataDir } from '../support/run/scratch-folder.js'
import { processesOf } from '../support/run/processes.js'
import { testAll } from '../support/run/sampled.js'
import { until } from '../support/time/until.js'

interface Run extends Started {
  /** Returns what the run prints once it has begun. */
  begun(): Promise<{ readonly scratchFolder: string; readonly children: readonly number[] }>
  end(): Promise<unknown>
}

let places: { memory: string; disk: string }

beforeEach(() => {
  places = { memory: newDataDir(), disk: newDataDir('postseal-disk-', tmpdir()) }
  // As /dev/shm and /tmp do, they let PostgreSQL through, which has a user of its own.
  for (const place of Object.values(places)) chmodSync(place, 0o755)
})

function startRun(database = false): Run {
  const program = ['--import', './scripts/typescript/register.mjs', 'test/run/a-run.ts']
  const args = [...program, places.memory, places.disk, ...(database ? ['database'] : [])]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  const started = follow(child)
  let ended = false
  void started.ended.then(() => (ended = true))
  const begun = async () => {
    await until(() => ended || started.stdout().includes('\n'), 'the run to have begun')
    expect(ended, started.stderr()).toBe(false)
    return JSON.parse(started.stdout()) as Awaited<ReturnType<Run['begun']>>
  }
  const end = () => {
    child.stdin.end()
    return started.ended
  }
  return { ...started, begun, end }
}

const inMemory = () => readdirSync(places.memory)
const onDisk = () => readdirSync(places.disk)

/** Returns the processes that work in both places or have been told of them. */
const processes = () => [...new Set(Object.values(places).flatMap(processesOf))]

const idOf = ({ pid }: Run) => `-${pid.toString(36)}-`

const kills = testAll ? 10 : 2

describe.runIf(process.platform === 'linux')('a run of the tests', () => {
  test(`ends what ${kills} killed ones have left`, async () => {
    for (let kill = 0; kill < kills; kill++) {
      const run = startRun(kill % 4 === 1)
      // While it begins, or in its middle.
      if (kill % 2 === 1) await run.begun()
      else await until(() => onDisk().some((name) => name.includes(idOf(run))), 'the folder of the run')
      await run.kill()
      expect(onDisk()).toEqual([expect.stringContaining(idOf(run))])
    }
    expect(processes()).not.toEqual([])
    const last = startRun()
    const { children } = await last.begun()
    expect(processes().toSorted()).toEqual([last.pid, ...children].toSorted())
    await last.end()
    expect([...inMemory(), ...onDisk(), ...processes()]).toEqual([])
  })

  test('uses the disk while another one is in memory, and leaves alone what is not of an ended one', async () => {
    const others = ['postseal-run-', 'postseal-run-other-1-2']
    for (const other of others) mkdirSync(path.join(places.disk, other))
    const first = startRun()
    const { scratchFolder, children } = await first.begun()
    const second = startRun()
    expect((await second.begun()).scratchFolder).toContain(places.disk)
    expect(scratchFolder).toContain(places.memory)
    await second.end()
    expect(processes()).toEqual(expect.arrayContaining([...children]))
    await first.kill()
    const third = startRun()
    expect((await third.begun()).scratchFolder).toContain(places.memory)
    await third.end()
    expect(onDisk()).toEqual(others)
  })
})
