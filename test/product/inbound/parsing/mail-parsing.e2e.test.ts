import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signMessage } from '../../../../server/mail/dkim/sign.js'
import { SandboxProcess } from '../../../../server/platform/sandbox/sandbox-process.js'
import {
  ParsingUnavailableError,
  type MailParsing,
  type Parsed,
} from '../../../../server/product/inbound/parsing/jobs.js'
import { openMailParsing } from '../../../../server/product/inbound/parsing/mail-parsing.js'
import type { Asked, Told } from '../../../../server/product/inbound/parsing/messages.js'
import { memory } from '../../../../server/product/inbound/parsing/parse-process.js'
import { requireDmarc } from '../../../../server/product/inbound/take/judge.js'
import { startDns, type TestDns } from '../../../support/domains/dns.js'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
let dns: TestDns
let parsing: MailParsing
let folder: string

beforeAll(async () => {
  dns = await startDns({
    'k1._domainkey.shop.example': {
      TXT: [`v=DKIM1; p=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`],
    },
    'k1._domainkey.silent.example': { fails: 'silent' },
    'shop.example': { TXT: ['v=spf1 ip4:192.0.2.1 -all'] },
    '_dmarc.shop.example': { TXT: ['v=DMARC1; p=reject'] },
  })
  parsing = openMailParsing()
  folder = await mkdtemp(path.join(tmpdir(), 'mail-parsing-'))
})
afterAll(async () => {
  parsing.close()
  await Promise.all([dns.close(), rm(folder, { recursive: true })])
})

/** A signed message with a large file. */
async function signed(fileBytes: number): Promise<Buffer> {
  const lines = [
    'From: Ada <ada@shop.example>',
    'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
    'Date: Sun, 3 May 2026 10:12:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    'Schöne Grüße\r\n\r\nAm 3. Mai 2026 um 10:12 schrieb Laden <hilfe@shop.example>:\r\n> Hallo',
    '--b',
    'Content-Type: application/octet-stream; name=a.bin',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.alloc(fileBytes, 7).toString('base64').replace(/.{76}/g, '$&\r\n'),
    '--b--',
    '',
  ]
  const key = { domain: 'shop.example', selector: 'k1', algorithm: 'rsa', privateKey } as const
  return signMessage(Buffer.from(lines.join('\r\n')), [key], new Date())
}

async function parse(source: Uint8Array | string, isAuthenticated = true): Promise<Parsed> {
  const authentication = {
    clientAddress: '192.0.2.1',
    helo: 'mail.shop.example',
    dnsServers: [dns.server],
  }
  const asked = isAuthenticated ? authentication : undefined
  const sender = 'ada@shop.example'
  return parsing.parse({ as: 'mail', source, hostname: 'mx.example', sender, authentication: asked })
}

test('messages of both kinds, from memory and from a file: their content, and who sent them', async () => {
  const sources: (Buffer | string)[] = [await signed(1_000), path.join(folder, 'large.eml')]
  await writeFile(path.join(folder, 'large.eml'), await signed(2_000_000))
  for (const [index, source] of sources.entries()) {
    const parsed = await parse(source)
    expect(parsed).toMatchObject({
      mail: {
        from: [{ email: 'ada@shop.example', name: 'Ada' }],
        subject: 'Grüße',
        replyText: 'Schöne Grüße',
        attachments: [{ filename: 'a.bin', size: index === 0 ? 1_000 : 2_000_000 }],
      },
      auth: {
        spf: { result: 'pass', domain: 'shop.example' },
        dkim: [{ result: 'pass', domain: 'shop.example', selector: 'k1' }],
        dmarc: { result: 'pass', domain: 'shop.example', policy: 'reject' },
      },
    })
  }
})

test("an attacker's words or From pass under no signature of somebody's", async () => {
  const raw = (await signed(10)).toString('latin1').replace(/h=[^;]*;/s, 'h=from:to:subject:date;')
  const key = { domain: 'shop.example', selector: 'k1', algorithm: 'rsa', privateKey } as const
  const sealed = await signMessage(
    Buffer.from('From: ada@shop.example\r\n\r\nWords of Ada\r\n'),
    [key],
    new Date(),
  )
  const words = ['-', '\x0b', '\xa0', '\r', '\r\r', ': x', 'no colon', '\x85x'].map((line) =>
    sealed.toString('latin1').replace('\r\n\r\n', `\r\n${line}\r\nWords of Eve\r\n\r\n`),
  )
  const author = ['\x0b', '\x0c', '\xa0', '\0', '\r', ' '].map(
    (mark) => `From: <eve@shop.example>\r\n${raw.replace(/^From:/m, `From${mark}:`)}`,
  )
  for (const forged of [...words, ...author]) {
    const parsed = await parsing.parse({
      ...{ as: 'mail', source: Buffer.from(forged, 'latin1'), hostname: 'mx.example', sender: '' },
      authentication: { clientAddress: '192.0.2.9', helo: 'evil.example', dnsServers: [dns.server] },
    })
    expect(parsed).not.toMatchObject({ auth: { dmarc: { result: 'pass' } } })
    expect(() => requireDmarc(parsed)).toThrow('takes only mail that passes DMARC')
  }
})

test('a process waits for the DNS about forty mails with all the fields that there can be', async () => {
  const emptyBody = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
  const signature = `v=1; a=rsa-sha256; c=relaxed/relaxed; d=silent.example; s=k1; h=from; bh=${emptyBody}; b=eA==`
  const source = Buffer.from(
    `DKIM-Signature: ${signature}\nFrom: <a@silent.example>\n${'Ab:\n'.repeat(63_000)}\n`,
  )
  const asked: Asked = Array.from({ length: 40 }, (_, id) => ({
    id,
    job: {
      ...({ as: 'mail', source, hostname: 'mx.example', sender: '' } as const),
      authentication: { clientAddress: '192.0.2.9', helo: 'peer.example', dnsServers: [dns.server] },
    },
  }))
  const program = fileURLToPath(
    new URL('../../../../dist/product/inbound/parsing/process.js', import.meta.url),
  )
  let child: SandboxProcess<Asked, Told> | undefined
  try {
    const results: (string | undefined)[] = []
    await new Promise<void>((resolve, reject) => {
      const onSaid = ({ authenticated }: Told) => {
        for (const { auth } of authenticated) results.push(auth.dkim[0]?.result)
        if (results.length === asked.length) resolve()
      }
      const onEnd = (_: unknown, reason: string) => reject(new Error(`the process ended: ${reason}`))
      child = new SandboxProcess<Asked, Told>({ program, ...memory, onSaid, onEnd })
      child.ask(asked, 60_000)
    })
    expect(new Set(results)).toEqual(new Set(['temperror']))
  } finally {
    child?.kill()
  }
})

test('where live mail goes to the sink nobody is authenticated, and the DNS not asked', async () => {
  const before = dns.asked.length
  expect(await parse(await signed(10), false)).toMatchObject({
    mail: { subject: 'Grüße' },
    auth: {
      spf: { result: 'not_checked', domain: null },
      dkim: [],
      dmarc: { result: 'not_checked', domain: null, policy: null },
    },
  })
  expect(dns.asked.length).toBe(before)
})

test('many at once have their own answers, and a file that is gone is another time’s business', async () => {
  const mails = Array.from({ length: 100 }, (_, index) =>
    Buffer.from(`From: <a@shop.example>\r\nSubject: ${index}\r\n\r\nHello`),
  )
  const parsed = await Promise.all(mails.map((mail) => parse(mail)))
  expect(parsed.map((each) => ('mail' in each ? each.mail.subject : each))).toEqual(
    mails.map((_, index) => `${index}`),
  )
  await expect(parse(path.join(folder, 'gone.eml'))).rejects.toThrow(ParsingUnavailableError)
})
