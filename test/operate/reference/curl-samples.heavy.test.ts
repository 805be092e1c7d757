import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { operations } from '../../support/api/contract.js'
import { unknownIds } from '../../support/instance/unknown-ids.js'
import { sharedApi } from '../../support/service/shared-service.js'
import { codeOf } from '../../support/documentation/unescaped.js'

/** The samples of the reference for curl, each as a reader pastes it into a shell. */

/** The sample for curl on the page of an operation, as it is pasted. */
async function sampleOn(url: string, operation: string): Promise<string> {
  const page = await (await fetch(`${url}/docs/api/${operation}`)).text()
  const [, source = ''] = /data-language="curl">[^]*?<code>([^]*?)<\/code>/.exec(page) ?? []
  return codeOf(source)
}

test('every sample for curl is taken by the service', async () => {
  const service = await sharedApi()
  const pasted = await Promise.all(operations.map(({ id }) => sampleOn(service.url, id)))
  const samples = pasted.map((sample) => sample.replaceAll(/prj_\w+/g, service.credentials.project_id))
  const credentials = samples.map((sample) => {
    if (sample.includes('-X DELETE') && sample.includes('/sessions/current')) return 'SESSION_TO_END'
    return sample.includes('a workspace session') ? 'SESSION' : 'WORKSPACE_KEY'
  })
  const commands = samples.map((sample, index) => `POSTSEAL_API_KEY=$${credentials[index]}\n${sample}`)
  const folder = mkdtempSync(path.join(tmpdir(), 'postseal-reference-'))
  for (const file of ['suppressions.csv', 'contacts.csv'])
    writeFileSync(path.join(folder, file), 'email\ngrace@example.com\n')
  const curl = `curl() { command curl -o /dev/null -w '%{http_code}\\n' "$@"; }`
  const { stdout } = await promisify(execFile)('bash', ['-euc', [curl, ...commands].join('\n')], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      WORKSPACE_KEY: service.credentials.workspace_key,
      SESSION: await service.session('owner'),
      SESSION_TO_END: await service.session('owner'),
    },
  })
  rmSync(folder, { recursive: true })
  const statuses = stdout.trim().split('\n').map(Number)
  const kinds = Object.keys(unknownIds).filter((kind) => kind !== 'prj')
  expect(statuses).toHaveLength(samples.length)
  for (const [index, status] of statuses.entries()) {
    // The example of an id names nothing here.
    const sample = samples[index] ?? ''
    const hasId = new RegExp(`\\b(${kinds.join('|')})_[0-9a-z]{26}`).test(sample.replace(/\?[^'\n]*/, ''))
    // Many messages are answered for one by one, and a filter by an unknown id finds nothing.
    const names = hasId && !/\/messages\/(batch|cancel)' /.test(sample)
    // Campaigns and automations name their templates in the body, and the time of the example is over.
    // So does a passkey its registration.
    const missing = /\/v1\/(campaigns|automations|passkeys)' \\$|: reschedule-/m.test(sample) ? 422 : 404
    // The token of the example is of no link, and its challenge is over.
    const isSignIn = /\/v1\/(passkey-|provider-)?sessions/.test(sample) && !sample.includes('Authorization')
    // The provider of the example does not answer, so no workspace has it.
    const ofProvider = /\/v1\/(identity-provider|sign-in-authorizations)/.test(sample)
    if (ofProvider) expect(status, sample).toBe(sample.includes('-X PUT') ? 422 : 404)
    else expect(isSignIn ? [401] : names ? [missing] : [200, 201, 202, 204], sample).toContain(status)
  }
})
