import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { MessageStore } from '../../../server/operate/sink/kept/store.js'
import { until, useSink } from './support.js'

/** A process that is killed while it keeps and deletes messages. */

const rig = useSink()
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Keeps messages, deletes each tenth, and tells what it does. Of what it had told, all was on disk. */
const program = (folder: string) => `
  import { MessageStore } from './server/operate/sink/kept/store.ts'
  const log = { info() {}, warn() {}, error() {} }
  const store = await MessageStore.open(${JSON.stringify(folder)}, 100_000, log)
  const envelope = { from: 'shop@shop.example', to: ['ada@example.com'] }
  let count = 0
  const work = async () => {
    for (;;) {
      count += 1
      const turn = count
      const { id } = await store.add(envelope, Buffer.from('secret-'.repeat(turn % 3_000)))
      process.send({ kept: id, size: 7 * (turn % 3_000) })
      if (turn % 10 !== 0) continue
      process.send({ leaving: id })
      await store.remove([id])
      process.send({ gone: id })
    }
  }
  for (let workers = 0; workers < 20; workers += 1) void work()
`

interface Told {
  readonly kept?: string
  readonly size?: number
  readonly leaving?: string
  readonly gone?: string
}

test('what a killed process had answered is kept, and what it had deleted is not', async () => {
  const kept = new Map<string, number>()
  const gone: string[] = []
  for (const rounds of [1, 2, 3]) {
    const code = program(rig.folder())
    const args = ['--import', './scripts/typescript/register.mjs', '--input-type=module', '--eval', code]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    child.on('message', ({ kept: id, size = 0, leaving = '', gone: deleted }: Told) => {
      if (id !== undefined) kept.set(id, size)
      if (deleted !== undefined) gone.push(deleted)
      kept.delete(leaving)
    })
    await until('messages are kept', () => gone.length >= rounds * 50 || undefined)
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  const store = await MessageStore.open(rig.folder(), 100_000, log)
  rig.onEnd(() => store.close())
  expect(gone.filter((id) => store.find(id) !== undefined)).toEqual([])
  for (const [id, size] of kept) {
    const message = store.find(id)
    const content = message && (await store.beginning(message, message.size))
    expect([id, content?.toString()]).toEqual([id, 'secret-'.repeat(size / 7)])
  }
  expect(kept.size).toBeGreaterThan(1_000)
})
