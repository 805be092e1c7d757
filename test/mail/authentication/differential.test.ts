import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Resolver } from '../../../server/mail/dns/resolver.js'
import { authenticate } from '../../../server/mail/authentication/authenticate.js'
import { readSignedMail } from '../../../server/mail/authentication/signed-mail.js'
import { bufferSource } from '../../../server/mail/mime/mail-source.js'
import { authorsOf, parseMail } from '../../../server/mail/mime/parse-mail.js'
import type { ParsedMail } from '../../../server/mail/mime/parsed-mail.js'
import { walkMail } from '../../../server/mail/mime/body/walk-mail.js'
import { verifyDkim } from '../../support/mail/dkim.js'
import { mutatedMails, oddlySignedMails, signedMails } from './mutated-mails.js'

/**
 * Altered mails through our verifier and through others: mailauth, and dkimpy where a Python has it
 * (POSTSEAL_TEST_PYTHON names that, and is `python3` otherwise). POSTSEAL_TEST_MAILS says how many there are.
 */

const count = Number(process.env['POSTSEAL_TEST_MAILS'] ?? 1_500)
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`
const texts = new Map([
  ['k1._domainkey.shop.example', record],
  ['_dmarc.shop.example', 'v=DMARC1; p=reject'],
])
const nobody = () => Promise.resolve({ records: [], exists: false })
const resolver: Resolver = {
  ...{ mx: nobody, addresses: nobody, cname: nobody, names: nobody, tlsa: nobody },
  txt: (name) => {
    const text = texts.get(name)
    return Promise.resolve({ records: text === undefined ? [] : [text], exists: text !== undefined })
  },
}

interface Judged {
  readonly mail: string
  readonly original: string
  readonly passes: readonly boolean[]
  readonly dmarc: string
  readonly shown: Shown
}

type Shown = Pick<ParsedMail, 'from' | 'subject' | 'text' | 'html'>

async function read(text: string) {
  const source = bufferSource(Buffer.from(text, 'latin1'), 200)
  const walked = await walkMail(source)
  return { source, walked, shown: shownOf(await parseMail(source, walked, { hostname: 'mx.example' })) }
}

/** White space may change under a signature in relaxed form. */
function shownOf({ from, subject, text, html }: ParsedMail): Shown {
  const plain = (value: string | null) => value?.replace(/[ \t\r\n]+/g, ' ').trim() ?? null
  return { from, subject: plain(subject) ?? '', text: plain(text) || null, html: plain(html) }
}

async function judge({ mail, original }: { mail: string; original: string }): Promise<Judged> {
  const { source, walked, shown } = await read(mail)
  const signed = walked.raw && (await readSignedMail(walked.raw, source.read(walked.body, source.size)))
  const claims = { sender: '', clientAddress: '192.0.2.1', helo: 'x', mail: signed, from: authorsOf(walked) }
  const { dkim, dmarc } = await authenticate(claims, resolver, 60_000)
  return { mail, original, passes: dkim.map(({ result }) => result === 'pass'), dmarc: dmarc.result, shown }
}

let judged: readonly Judged[]
let odd: ReadonlySet<string>
beforeAll(async () => {
  odd = new Set(await oddlySignedMails(privateKey))
  const signed = [...(await signedMails(privateKey)), ...odd]
  const mails = fc.sample(mutatedMails(signed), count)
  judged = await Promise.all([...signed.map((mail) => ({ mail, original: mail })), ...mails].map(judge))
})

const failed = (found: readonly Judged[]) => found.slice(0, 3).map(({ mail }) => mail)
const doesPass = ({ passes }: Judged) => passes.includes(true)

test('what passes shows the From, the subject and the text that were signed', async () => {
  const passed = judged.filter(doesPass)
  // Else nothing is tried here.
  expect(passed.length).toBeGreaterThan(judged.length / 30)
  const others: Judged[] = []
  for (const each of passed) {
    const { shown } = await read(each.original)
    // Who does not sign the subject lets it be taken away, not be replaced.
    const { subject } = each.shown.subject === '' ? each.shown : shown
    if (JSON.stringify(each.shown) !== JSON.stringify({ ...shown, subject })) others.push(each)
  }
  expect(failed(others)).toEqual([])
})

test('DMARC passes only by a signature that passes, of the From that is shown', () => {
  const passed = judged.filter(({ dmarc }) => dmarc === 'pass')
  expect(failed(passed.filter((each) => !doesPass(each)))).toEqual([])
  expect(failed(passed.filter(({ shown }) => shown.from[0]?.email !== 'ada@shop.example'))).toEqual([])
})

test('mailauth finds no signature wrong that passes here', async () => {
  const wrong: Judged[] = []
  // Without an empty line it does not find the end of a header, and it has its own way with odd fields.
  const readable = judged.filter(
    (each) => doesPass(each) && /\n\r?\n/.test(each.mail) && !odd.has(each.original),
  )
  for (const each of readable) {
    const found = await verifyDkim(Buffer.from(each.mail, 'latin1'), Object.fromEntries(texts))
    // It leaves out what it cannot read, so places differ.
    if (!found.some(({ result }) => result === 'pass')) wrong.push(each)
  }
  expect(failed(wrong)).toEqual([])
})

const python = process.env['POSTSEAL_TEST_PYTHON'] ?? 'python3'
const hasDkimpy = spawnSync(python, ['-c', 'import dkim']).status === 0
if (!hasDkimpy) process.stderr.write('dkimpy is left out of the tests: it is not installed.\n')

test.skipIf(!hasDkimpy)('dkimpy finds no signature wrong that passes here', () => {
  const passed = judged.filter(doesPass)
  const program = path.join(path.dirname(fileURLToPath(import.meta.url)), 'dkimpy-judge.py')
  const lines = [record, ...passed.map(({ mail }) => mail)].map((text) =>
    Buffer.from(text, 'latin1').toString('base64'),
  )
  const { stdout } = spawnSync(python, [program], { input: `${lines.join('\n')}\n`, maxBuffer: 1e9 })
  const verdicts = stdout.toString().trim().split('\n')
  expect(verdicts).toHaveLength(passed.length)
  const wrong = passed.filter(({ passes }, index) => {
    const found = JSON.parse(verdicts[index] ?? '[]') as boolean[]
    return passes.some((does, signature) => does && found[signature] !== true)
  })
  expect(failed(wrong)).toEqual([])
})
