import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import fc from 'fast-check'
import type { SMTPServerDataStream } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import type { SmtpRefusal } from '../../../../server/mail/smtp-listener/refusal.js'
import { chunkBytes } from '../../../../server/product/inbound/messages/inbound-message-rows.js'
import {
  defaultSpoolLimits,
  Spool,
  type SpooledMail,
  type SpoolLimits,
} from '../../../../server/product/inbound/take/spool.js'
import { scratchFolder } from '../../../support/run/scratch-folder.js'
import { runs } from '../../../support/run/sampled.js'

const origin = { clientAddress: '198.51.100.1', workspaceIds: ['ws'] }

function newSpool(limits: Partial<SpoolLimits> = {}) {
  const folder = mkdtempSync(path.join(scratchFolder, 'postseal-spool-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, spool: new Spool(folder, { ...defaultSpoolLimits, ...limits }) }
}

const streamOf = (chunks: Iterable<Buffer>) =>
  Object.assign(Readable.from(chunks), { sizeExceeded: false }) as unknown as SMTPServerDataStream

async function bytesOf(pieces: AsyncGenerator<Buffer>): Promise<{ all: Buffer; lengths: number[] }> {
  const copies: Buffer[] = []
  for await (const piece of pieces) copies.push(Buffer.from(piece))
  return { all: Buffer.concat(copies), lengths: copies.map(({ length }) => length) }
}

test('gives back every byte, in pieces of one size, however it came', async () => {
  const { folder, spool } = newSpool()
  const sizes = fc.oneof(
    fc.nat(100),
    fc.integer({ min: chunkBytes - 2, max: chunkBytes + 2 }),
    fc.nat(900_000),
  )
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 1, max: 200_000 }), async (size, chunk) => {
      const raw = Buffer.alloc(size, 'The quick brown fox\r\n')
      const chunks = Array.from({ length: Math.ceil(size / chunk) }, (_, index) =>
        raw.subarray(index * chunk, (index + 1) * chunk),
      )
      const mail = await spool.receive(streamOf(chunks), origin)
      expect(mail.size).toBe(size)
      expect(mail.sha256.equals(createHash('sha256').update(raw).digest())).toBe(true)
      expect(typeof mail.source).toBe(size > chunkBytes ? 'string' : 'object')
      const { all, lengths } = await bytesOf(mail.pieces())
      expect(all.equals(raw)).toBe(true)
      for (const length of lengths.slice(0, -1)) expect(length).toBe(chunkBytes)
      await mail.discard()
      expect(readdirSync(folder)).toEqual([])
    }),
    { numRuns: runs(12) },
  )
})

test('refuses what is too large once it has come, and keeps nothing of it', async () => {
  const { folder, spool } = newSpool({ messageBytes: 600_000 })
  const chunks = Array.from({ length: 10 }, () => Buffer.alloc(100_000, 'x'))
  await expect(spool.receive(streamOf(chunks), origin)).rejects.toMatchObject({ responseCode: 552 })
  expect(readdirSync(folder)).toEqual([])
})

test('refuses a message that pretends to end more than once', async () => {
  const { spool } = newSpool()
  const raw = Buffer.from('Subject: x\r\n\r\nHello\n.\nMAIL FROM:<x@example.com>\r\n')
  await expect(spool.receive(streamOf([raw]), origin)).rejects.toMatchObject({
    responseCode: 550,
    closes: true,
  })
})

test('takes so many large messages at once, and small ones all the same', async () => {
  const { spool } = newSpool({ largeMessages: 1 })
  const large = [Buffer.alloc(chunkBytes + 1, 'x')]
  const first = await spool.receive(streamOf(large), origin)
  await expect(spool.receive(streamOf(large), origin)).rejects.toMatchObject({ responseCode: 452 })
  expect((await spool.receive(streamOf([Buffer.from('x')]), origin)).size).toBe(1)
  await first.discard()
  await (await spool.receive(streamOf(large), origin)).discard()
})

test('takes a quarter of them for a workspace, and an eighth of a network', async () => {
  const { spool } = newSpool({ largeMessages: 16 })
  const large = [Buffer.alloc(chunkBytes + 1, 'x')]
  const taken: SpooledMail[] = []
  // Node 26 ends a process that leaves an open file to the garbage collector.
  onTestFinished(async () => void (await Promise.all(taken.map((mail) => mail.discard()))))
  const take = (clientAddress: string, workspaceId: string) =>
    spool.receive(streamOf(large), { clientAddress, workspaceIds: [workspaceId] }).then(
      (mail) => {
        taken.push(mail)
        return 'taken'
      },
      ({ responseCode }: SmtpRefusal) => responseCode,
    )
  // Two of each network, and four of the workspace.
  for (const [address, expected] of [
    ['192.0.2.1', ['taken', 'taken', 452]],
    ['2001:db8::1', ['taken']],
    ['2001:db8::2', ['taken', 452]],
    ['192.0.2.2', [452]],
  ] as const)
    for (const outcome of expected) expect(await take(address, 'a')).toBe(outcome)
  expect(await take('192.0.2.2', 'b')).toBe('taken')
})

test('keeps nothing of a client that goes away', async () => {
  const { folder, spool } = newSpool()
  const stream = Object.assign(new PassThrough(), { sizeExceeded: false })
  const receiving = spool.receive(stream as unknown as SMTPServerDataStream, origin)
  stream.write(Buffer.alloc(chunkBytes + 1, 'x'), () => stream.destroy(new Error('it has gone')))
  await expect(receiving).rejects.toThrow('it has gone')
  expect(readdirSync(folder)).toEqual([])
})

test('deletes what another process has left behind, and nothing that may be in use', async () => {
  const { folder, spool } = newSpool()
  const [old, recent] = [path.join(folder, 'old.eml'), path.join(folder, 'recent.eml')]
  for (const file of [old, recent]) writeFileSync(file, 'x')
  const twoHoursAgo = Date.now() / 1000 - 7200
  utimesSync(old, twoHoursAgo, twoHoursAgo)
  await (await spool.receive(streamOf([Buffer.alloc(chunkBytes + 1)]), origin)).discard()
  expect([existsSync(old), existsSync(recent)]).toEqual([false, true])
})
