import { once } from 'node:events'
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import request from 'supertest'
import { describe, expect, test } from 'vitest'
import { maxMessageBytes } from '../../../server/operate/sink/listener.js'
import { Dialogue, idOf, mounted, send, useSink } from './support.js'
import type { ListBody } from './support.js'

const rig = useSink()

async function inbox(sink: Parameters<typeof mounted>[0], query = ''): Promise<ListBody> {
  return (await request(mounted(sink)).get(`/sink/messages${query}`)).body as ListBody
}

describe('accepted mail', () => {
  test('is on disk, byte for byte, when the reply arrives, and outlives the process', async () => {
    const raw = Buffer.concat([
      Buffer.from('Subject: Bytes\r\nX-Odd:  two  spaces\r\n\r\n.leading dot\r\n..two\r\n'),
      Buffer.from([0xff, 0x00, 0xe4, 0x0d, 0x0a]),
    ])
    const first = await rig.start()
    const id = idOf(await send(first.port, 'ada@example.com', raw))
    const [name = ''] = await readdir(rig.folder())
    expect((await readFile(join(rig.folder(), name))).includes(raw)).toBe(true)
    await first.close()

    const second = await rig.start()
    const [message] = (await inbox(second)).data
    expect(message).toMatchObject({
      id,
      subject: 'Bytes',
      envelope: { from: 'a@shop.example', to: ['ada@example.com'] },
    })
    expect(
      (await request(mounted(second)).get(`/sink/messages/${id}/raw`).responseType('blob')).body,
    ).toEqual(raw)
  })

  test('is cleaned of what a killed process left half written, and of nothing else', async () => {
    const first = await rig.start()
    const whole = idOf(await send(first.port, 'ada@example.com'))
    await first.close()
    const [name = ''] = await readdir(rig.folder())
    const path = join(rig.folder(), name)
    const content = await readFile(path)
    await appendFile(path, content.subarray(0, -1))
    await writeFile(join(rig.folder(), 'snk_01kbf3yq0ge8gvk2c5m7x9t3ea.mail.tmp'), 'half')
    await writeFile(join(rig.folder(), 'notes.mail'), 'not ours')

    const second = await rig.start()
    expect((await inbox(second)).data.map(({ id }) => id)).toEqual([whole])
    expect((await readdir(rig.folder())).sort()).toEqual(['notes.mail', name])
    expect(await readFile(path)).toEqual(content)
  })

  test('is kept up to the limit, the oldest going first, at a restart too', async () => {
    const sink = await rig.start({ keep: 3 })
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.push(idOf(await send(sink.port, 'ada@example.com')))
    expect((await inbox(sink)).data.map(({ id }) => id)).toEqual(ids.slice(2).reverse())
    expect(await readdir(rig.folder())).toHaveLength(1)
    await sink.close()

    const smaller = await rig.start({ keep: 1 })
    expect((await inbox(smaller)).data.map(({ id }) => id)).toEqual(ids.slice(4))
  })

  test('may have addresses beyond ASCII (RFC 6531)', async () => {
    const sink = await rig.start()
    idOf(await send(sink.port, 'jörg@bücher.example'))
    expect((await inbox(sink)).data[0]?.envelope.to).toEqual(['jörg@xn--bcher-kva.example'])
  })

  test('is at most 25 MB: more is refused before and after it was sent', async () => {
    const sink = await rig.start()
    const dialogue = new Dialogue(sink.port)
    await dialogue.reply()
    await dialogue.say('EHLO test')
    expect(await dialogue.say(`MAIL FROM:<a@x.test> SIZE=${maxMessageBytes + 1}`)).toMatch(/^552 5\.3\.4 /)
    expect(await dialogue.say('MAIL FROM:<a@x.test>')).toMatch(/^250 /)
    await dialogue.say('RCPT TO:<ada@x.test>')
    await dialogue.say('DATA')
    dialogue.socket.write(Buffer.alloc(maxMessageBytes + 1, 'a'))
    expect(await dialogue.say('\r\n.')).toMatch(/^552 5\.3\.4 /)
    dialogue.socket.destroy()
    expect((await inbox(sink)).data).toEqual([])
  })
})

test('a port that is taken is an error of the start', async () => {
  const { port } = await rig.start()
  await expect(rig.start({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('pipelined commands are answered in order, with enhanced codes announced', async () => {
  const sink = await rig.start()
  const dialogue = new Dialogue(sink.port)
  await dialogue.reply()
  let greeting = ''
  dialogue.socket.on('data', (chunk: Buffer) => (greeting += chunk.toString()))
  await dialogue.say('EHLO test')
  for (const feature of ['PIPELINING', 'SMTPUTF8', 'ENHANCEDSTATUSCODES', `SIZE ${maxMessageBytes}`]) {
    expect(greeting).toContain(feature)
  }
  expect(greeting).not.toMatch(/AUTH|STARTTLS/)
  expect(await dialogue.say('STARTTLS')).toMatch(/^502 5\.5\.1 The sink has no TLS/)
  expect(await dialogue.say('AUTH PLAIN AGEAYg==')).toMatch(/^502 5\.5\.1 The sink accepts any mail/)
  const commands = ['MAIL FROM:<a@x.test>', 'RCPT TO:<bounce@x.test>', 'RCPT TO:<ada@x.test>', 'DATA']
  dialogue.socket.write(commands.map((line) => `${line}\r\n`).join(''))
  expect(await dialogue.reply()).toMatch(/^250 2\.1\.0 /)
  expect(await dialogue.reply()).toMatch(/^550 5\.1\.1 /)
  expect(await dialogue.reply()).toMatch(/^250 2\.1\.5 /)
  expect(await dialogue.reply()).toMatch(/^354 /)
  expect(await dialogue.say('Subject: x\r\n\r\nx\r\n.')).toMatch(/^250 2\.0\.0 OK snk_/)
  dialogue.socket.destroy()
  expect((await inbox(sink)).data[0]?.envelope.to).toEqual(['ada@x.test'])
})

describe('recipients that misbehave', () => {
  test.each([
    ['bounce@x.test', 550, '550 5.1.1 '],
    ['Bounce+552@x.test', 552, '552 5.2.2 '],
    ['bounce+421@x.test', 421, '421 4.3.2 '],
    ['bounce+5.7.26@x.test', 550, '550 5.7.26 '],
    ['bounce+4.7.1@x.test', 450, '450 4.7.1 '],
    ['defer+always@x.test', 451, '451 4.3.0 '],
  ])('%s is refused', async (address, code, start) => {
    const sink = await rig.start()
    const result = await send(sink.port, address)
    expect(result).toMatchObject({ accepted: false, code })
    expect(result.response).toContain(start)
    expect((await inbox(sink)).data).toEqual([])
  })

  test('bounce refuses its own recipient and leaves the others', async () => {
    const sink = await rig.start()
    idOf(await send(sink.port, ['bounce@x.test', 'ada@x.test']))
    expect((await inbox(sink)).data[0]?.envelope.to).toEqual(['ada@x.test'])
  })

  test('defer refuses a message twice, then accepts it for ever', async () => {
    const sink = await rig.start()
    const mail = (id: string) => `Message-ID: <${id}@x.test>\r\nSubject: x\r\n\r\nx\r\n`
    const attempts = []
    for (const id of ['one', 'one', 'two', 'one', 'one']) {
      attempts.push((await send(sink.port, 'defer@x.test', mail(id))).accepted)
    }
    expect(attempts).toEqual([false, false, false, true, true])
    expect((await send(sink.port, 'defer@other.test', mail('one'))).code).toBe(451)
  })

  test('slow holds back its reply', async () => {
    const sink = await rig.start()
    const started = performance.now()
    idOf(await send(sink.port, 'slow+150@x.test'))
    expect(performance.now() - started).toBeGreaterThan(140)
  })

  test('slow keeps nothing for a client that did not wait', async () => {
    const sink = await rig.start()
    const dialogue = await readyForData(sink.port, 'slow+50@x.test')
    dialogue.socket.end('Subject: x\r\n\r\nx\r\n.\r\n')
    await once(dialogue.socket, 'close')
    // Answered long after the first one's time is up.
    const waited = idOf(await send(sink.port, 'slow+200@x.test'))
    expect((await inbox(sink)).data.map(({ id }) => id)).toEqual([waited])
  })

  test('a closing sink does not wait for a slow recipient', async () => {
    const sink = await rig.start()
    const dialogue = await readyForData(sink.port, 'slow+600000@x.test')
    dialogue.socket.write('Subject: x\r\n\r\nx\r\n.\r\n')
    await sink.close()
    expect((await dialogue.reply()) ?? '421 ').toMatch(/^421 /)
    expect(await readdir(rig.folder())).toEqual([])
  })

  test('drop cuts the connection instead of a reply, and keeps nothing', async () => {
    const sink = await rig.start()
    const dialogue = await readyForData(sink.port, 'drop@x.test')
    expect(await dialogue.say('Subject: x\r\n\r\nx\r\n.')).toBeUndefined()
    expect((await inbox(sink)).data).toEqual([])
  })
})

async function readyForData(port: number, to: string): Promise<Dialogue> {
  const dialogue = new Dialogue(port)
  await dialogue.reply()
  await dialogue.say('EHLO test')
  await dialogue.say('MAIL FROM:<a@x.test>')
  expect(await dialogue.say(`RCPT TO:<${to}>`)).toMatch(/^250 /)
  expect(await dialogue.say('DATA')).toMatch(/^354 /)
  return dialogue
}
