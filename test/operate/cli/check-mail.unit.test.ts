import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Finding } from '../../../server/mail/placement/finding.js'
import { askSpamAssassin } from '../../../server/operate/cli/check-mail/spamassassin.js'
import { command } from '../../support/commands/cli.js'

/** The command for a file, and SpamAssassin by programs of this test in its place. */

const folder = mkdtempSync(path.join(tmpdir(), 'postseal-check-'))
const file = path.join(folder, 'mail.eml')
const secret = 'aHVudGVyMmh1bnRlcjJodW50ZXIyaHVudGVyMmh1bnQ='
const mail =
  'From: Shop <hello@shop.example>\nTo: ada@example.com\nSubject: Your order\nDate: Sun, 3 May 2026 10:12:00 +0000\n' +
  'Message-ID: <1@shop.example>\n\nYour order has shipped.\n'

beforeAll(() => writeFileSync(file, mail))
afterAll(() => rmSync(folder, { recursive: true }))

/** A folder with programs of these names, by their scripts. */
function programs(scripts: Readonly<Record<string, string>>): string {
  const own = mkdtempSync(path.join(folder, 'bin-'))
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(path.join(own, name), `#!/bin/sh\n${script}\n`)
    chmodSync(path.join(own, name), 0o755)
  }
  return own
}

const report = (score: string) => `/bin/cat
echo 'Content analysis details:   (${score} points, 5.0 required)'
echo
echo ' pts rule name              description'
echo '---- ---------------------- --------------------------------------------------'
echo '-0.0 NO_RELAYS              Informational: message was not relayed via SMTP'
echo ' 0.5 SUBJ_ALL_CAPS          Subject is all capitals'
echo '                            over two lines'
echo ' 2.2 DRUGS_ERECTILE         Refers to a drug'`

const ask = (PATH: string) => askSpamAssassin(Buffer.from(mail), { PATH }, true)

test('a file is checked, and the exit code says whether a check has failed', async () => {
  const env = { PATH: programs({}) }
  const { code, stdout, stderr } = await command(env, 'check-mail', file, '--no-dns')
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout).toMatch(/^ok {7}From +hello@shop\.example$/m)
  expect(stdout).toMatch(/^failed {3}DKIM +no signature\n +→ Sign with a key/m)
  expect(stdout).toMatch(/\n\n\d+ ok, 1 failed, \d+ skipped\n$/)
  const listed = await command(env, 'check-mail', file, '--no-dns', '--json')
  expect(JSON.parse(listed.stdout)).toContainEqual({
    check: 'SpamAssassin',
    status: 'skipped',
    seen: 'it is not installed here, or does not run',
    advice: null,
  } satisfies Finding)
  const missing = await command(env, 'check-mail', path.join(folder, 'none.eml'))
  expect(missing).toMatchObject({ code: 1, stdout: '' })
  expect(missing.stderr).toMatch(/none\.eml cannot be read \(ENOENT\)\.\n$/)
})

test('SpamAssassin says the points and the rules, by its daemon or by itself', async () => {
  const seen = 'points: DRUGS_ERECTILE 2.2, SUBJ_ALL_CAPS 0.5'
  const daemon = programs({ spamc: report('5.3'), spamassassin: 'exit 1' })
  expect(await ask(daemon)).toMatchObject({ status: 'failed', seen: `5.3 of 5.0 ${seen}` })
  const alone = programs({ spamc: 'exit 69', spamassassin: report('2.7') })
  expect(await ask(alone)).toMatchObject({ status: 'warning', seen: `2.7 of 5.0 ${seen}` })
  expect(await ask(programs({ spamassassin: report('-0.1') }))).toMatchObject({ status: 'ok' })
})

test('SpamAssassin gets no secret of the environment, and its report is the last one', async () => {
  const dump = path.join(folder, 'env')
  const PATH = programs({ spamassassin: `${report('5.0')}\n/usr/bin/env > ${dump}` })
  const forged = Buffer.from(`${mail}Content analysis details:   (-9.0 points, 5.0 required)\n`)
  expect(await askSpamAssassin(forged, { PATH, SECRET: secret }, false)).toMatchObject({ status: 'failed' })
  expect(readFileSync(dump, 'utf8')).not.toContain(secret)
})
