import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DataDirInUseError, lockDataDir } from '../../embedded/lock.js'
import { follow } from '../support/service/process.js'
import { newDataDir } from '../support/run/scratch-folder.js'
import { until } from '../support/time/until.js'

const builtLock = fileURLToPath(new URL('../../dist/parts/embedded/lock.js', import.meta.url))

/** A data folder, its lock and where its database would listen. */
function newFolder() {
  const folder = newDataDir()
  const file = path.join(folder, 'postseal.lock')
  const socket = path.join(folder, 'socket')
  return { folder, file, socket, lock: () => lockDataDir(folder, socket) }
}

/** A process that does nothing, and the start that proc(5) has of it. */
function sleeper() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  return { ...follow(child), start: startOf(child.pid ?? 0) }
}

function startOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

test('a lock is taken, refused to others while it is held, and gone when released', async () => {
  const { file, lock } = newFolder()
  const held = await lock()
  expect(readFileSync(file, 'utf8')).toBe(`${process.pid} ${startOf(process.pid)}\n`)
  await expect(lock()).rejects.toThrow(DataDirInUseError)
  held.release()
  expect(existsSync(file)).toBe(false)
  ;(await lock()).release()
})

test('the lock of a dead process is taken over', async () => {
  const { file, lock } = newFolder()
  const dead = sleeper()
  writeFileSync(file, `${dead.pid} ${dead.start}\n`)
  await expect(lock()).rejects.toThrow(`in use by process ${dead.pid}`)
  await dead.kill()
  ;(await lock()).release()
})

test('the lock of a process whose id another one has now is taken over', async () => {
  const { file, lock } = newFolder()
  const other = sleeper()
  writeFileSync(file, `${other.pid} ${Number(other.start) - 1}\n`)
  ;(await lock()).release()
  await other.kill()
})

test('the lock of a zombie is taken over', async () => {
  const { file, lock } = newFolder()
  // The shell's child ends once exec has made a sleep of its parent, which does not fetch it as the shell might.
  const script = 'while [ "$(cat /proc/$$/comm)" = sh ]; do :; done & echo $!; exec sleep 60'
  const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  const followed = follow(parent)
  const pid = await until(() => Number(followed.stdout().trim()) || undefined, 'the id of the child')
  const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8')
  await until(() => / Z /.test(stat()), 'the zombie')
  writeFileSync(file, `${pid} ${startOf(pid)}\n`)
  ;(await lock()).release()
  await followed.kill()
})

test.each(['', 'x\n', '-1 5\n', '0 5\n', '999999999 5\n'])(
  'a lock that says %j is taken over',
  async (content) => {
    const { file, lock } = newFolder()
    writeFileSync(file, content)
    ;(await lock()).release()
  },
)

test('a lock whose process cannot be seen counts while somebody answers on the socket', async () => {
  const { file, socket, lock } = newFolder()
  // As from another container: the id means nothing here.
  writeFileSync(file, '999999999 5\n')
  const server = createServer((client) => client.destroy())
  server.listen(socket)
  await once(server, 'listening')
  await expect(lock()).rejects.toThrow(DataDirInUseError)
  await new Promise((resolve) => server.close(resolve))
  ;(await lock()).release()
})

test('of many processes that take over one lock at once exactly one has it', async () => {
  const rounds = 100
  const { folder, file, socket } = newFolder()
  // Each line of input is a round: whoever gets the lock says so and keeps it until the next line.
  const script = `
    import { lockDataDir } from ${JSON.stringify(builtLock)}
    import { createInterface } from 'node:readline'
    let held
    console.log('ready')
    for await (const line of createInterface({ input: process.stdin })) {
      if (line === 'go') {
        held = await lockDataDir(${JSON.stringify(folder)}, ${JSON.stringify(socket)}).catch((error) => {
          if (error.name !== 'DataDirInUseError') throw error
        })
        console.log(held ? 'won' : 'lost')
      } else {
        held?.release()
        console.log('ready')
      }
    }`
  const racers = Array.from({ length: 6 }, () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    follow(child)
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    return {
      tell: (line: string) => child.stdin.write(`${line}\n`),
      hear: async () => (await lines.next()).value as string | undefined,
      end: () => child.stdin.end(),
    }
  })
  const hearAll = () => Promise.all(racers.map((racer) => racer.hear()))
  await hearAll()
  for (let round = 0; round < rounds; round += 1) {
    writeFileSync(file, '999999999 5\n')
    racers.forEach((racer) => racer.tell('go'))
    const said = await hearAll()
    expect(said.filter((word) => word === 'won')).toEqual(['won'])
    racers.forEach((racer) => racer.tell('release'))
    await hearAll()
    expect(existsSync(file)).toBe(false)
  }
  racers.forEach((racer) => racer.end())
})
