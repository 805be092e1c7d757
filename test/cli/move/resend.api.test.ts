import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { json } from '../../support/network/scripted-http.js'
import { useMoveCommand } from '../../support/move/move-commands.js'
import { paged, people, resendKey, startResendAccount } from '../../support/move/resend-account.js'

/** `postseal move resend` brings what an account has, once, and tells what it cannot bring. */

const { at, run, kinds, ask, journal, report, isPrivate } = useMoveCommand('resend', startResendAccount, {
  RESEND_API_KEY: resendKey,
})

const counts = {
  suppressions: { brought: 2, left_out: 1 },
  topics: { brought: 2 },
  segments: { brought: 1 },
  contacts: { brought: 5, already_there: 3 },
  templates: { brought: 3 },
  domains: { brought: 1 },
  webhooks: { brought: 1 },
}

async function contacts(): Promise<Record<string, any>> {
  const { data } = await ask(`/v1/contacts?limit=100&project_id=${at.tenant.liveProject}`)
  return Object.fromEntries(data.map((each: any) => [each.email.split('@')[0], each]))
}

describe('a dry run', () => {
  test('counts, shows the lines of templates, and changes nothing', async () => {
    const found = await kinds('--dry-run')
    expect(found).toMatchObject({
      suppressions: { found: 3 },
      contacts: { found: 5 },
      templates: { found: 3 },
      webhooks: { found: 1, remarks: [{ reason: expect.stringContaining('contact.created') }] },
    })
    expect(found['templates']?.remarks).toContainEqual({
      item: 'welcome',
      reason: expect.stringMatching(/^html, line 2: /),
    })
    expect((await ask('/v1/templates')).data).toEqual([])
    expect((await ask('/v1/suppressions')).data).toEqual([])
    const shown = await run(['--dry-run'])
    expect(shown.stdout).toMatch(/KIND +WOULD_BRING/i)
    expect(shown.stderr).toContain('suppressions: 3')
    expect(at.account.asked.every(({ method }) => method === 'GET')).toBe(true)
  })
})

describe('a move', () => {
  test('brings everything, and a second run has nothing to do', async () => {
    expect(await kinds('--yes')).toMatchObject(counts)
    expect((await ask('/v1/suppressions')).data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          email: 'gone@people.example',
          reason: 'hard_bounce',
          suppressed_at: '2025-10-06T23:47:56.678Z',
        }),
        expect.objectContaining({ email: 'angry@people.example', reason: 'complaint' }),
      ]),
    )
    const all = await contacts()
    expect(Object.keys(all).sort()).toEqual(['ada', 'bob', 'eve', 'joe', 'kim'])
    expect(all['ada']).toMatchObject({ name: 'ADA Lovelace', unsubscribed_at: null, topics: {} })
    expect(all['ada'].properties).toMatchObject({ plan: 'pro', first_name: 'ADA' })
    expect(all['bob'].unsubscribed_at).not.toBeNull()
    expect(all['eve'].topics).toEqual({ 'product-news': false })
    const [segment] = (await ask('/v1/segments')).data
    expect((await ask(`/v1/segments/${segment.id}/contacts`)).data).toHaveLength(3)

    const templates = (await ask('/v1/templates')).data
    const published = Object.fromEntries(templates.map((each: any) => [each.name, each.published_version]))
    expect(published).toEqual({ receipt: 1, welcome: null, draft: null })
    expect(templates.map((each: any) => String(each.alias)).sort()).toEqual(['null', 'receipt', 'welcome'])
    expect((await ask('/v1/domains')).data).toMatchObject([{ name: 'shop.example', status: 'pending' }])
    expect((await ask('/v1/webhooks/status')).data).toMatchObject([
      {
        url: 'https://hooks.shop.example/resend',
        format: 'resend',
        enabled: false,
        events: ['message.delivered', 'message.bounced'],
      },
    ])
    expect(isPrivate()).toBe(true)
    const remarks = readFileSync(report(), 'utf8')
    expect(remarks).toContain('suppressions: no address: ')
    expect(remarks).toMatch(/templates: welcome: html, line 2: /)
    expect(remarks).toMatch(/domains: ps1-\w+\._domainkey\.shop\.example: publish TXT /)

    const asked = at.account.asked.length
    expect((await run(['--yes'])).stdout).toContain('nothing to do')
    expect(at.account.asked).toHaveLength(asked)
  })

  test('asks, shows a secret once, and prints a table', async () => {
    expect(await run([])).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    expect(await run([], { isAsked: true, stdin: 'n\n' })).toMatchObject({ code: 2 })
    const ended = await run([], { isAsked: true, stdin: 'y\n' })
    expect(ended.code, ended.stderr).toBe(0)
    const [secret = ''] = /whsec_\S+/.exec(ended.stdout) ?? []
    expect(secret).not.toBe('')
    expect(readFileSync(journal(), 'utf8') + readFileSync(report(), 'utf8')).not.toContain(secret)
    expect(ended.stdout).toMatch(/KIND +BROUGHT/)
  })

  test('brings what is new, and opt-outs, and keeps changes made here', async () => {
    await kinds('--yes', '--only', 'suppressions,topics,segments,contacts')
    const { ada } = await contacts()
    const headers = {
      Authorization: `Bearer ${at.env['POSTSEAL_API_KEY']}`,
      'Content-Type': 'application/json',
    }
    const changed = { method: 'PATCH', headers, body: JSON.stringify({ name: 'Countess' }) }
    expect((await fetch(`${at.url}/v1/contacts/${ada.id}`, changed)).status).toBe(200)
    const later = [
      { ...people[0], id: 'contact-9', email: 'new@people.example' },
      ...people.map((each) => ({ ...each, unsubscribed: true })),
    ]
    at.account.change({
      'GET /contacts': paged(later),
      'GET /contacts/contact-9': later[0],
      'GET /contacts/contact-9/topics': paged([]),
      'GET /segments': paged([]),
    })
    const again = await kinds('--yes', '--again', '--only', 'suppressions,topics,contacts')
    expect(again).toMatchObject({
      suppressions: { brought: 0, already_there: 2 },
      topics: { brought: 0, already_there: 2 },
      contacts: { brought: 1, already_there: 5 },
    })
    const all = await contacts()
    expect(all['ada']).toMatchObject({ name: 'Countess', unsubscribed_at: expect.any(String) })
    expect(all['new']).toBeDefined()
  })

  test('leaves what Postseal has already', async () => {
    await kinds('--yes', '--only', 'templates,webhooks,domains')
    const ended = await run([
      '--yes',
      '--only',
      'templates,webhooks,domains',
      '--journal',
      `${journal()}.2`,
      '--json',
    ])
    const shown = JSON.parse(ended.stdout) as { kinds: { brought: number }[] }
    expect(shown.kinds.map(({ brought }) => brought)).toEqual([0, 0, 0])
    expect((await ask('/v1/templates')).data).toHaveLength(3)
  })
})

describe('mistakes of the other service', () => {
  test('429 and 500 are waited for', async () => {
    at.account.first('GET /suppressions', json({}, 429, { 'Retry-After': '0' }), json({}, 500))
    const ended = await run(['--yes', '--only', 'suppressions'])
    expect(ended.code, ended.stderr).toBe(0)
    expect(ended.stderr).toContain('Resend answered 429')
  })

  test('a key that is refused is named by its variable', async () => {
    at.env['RESEND_API_KEY'] = 're_another'
    const ended = await run(['--dry-run'])
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toContain(`RESEND_API_KEY is not accepted by ${at.account.url}`)
  })

  test('a key that is repeated in an error is not shown', async () => {
    at.account.first('GET /suppressions', json({ message: `bad \u001b[31m${resendKey}` }, 400))
    const ended = await run(['--dry-run'])
    expect(ended.stderr).toContain('bad  [31m***')
  })

  test('a redirect is not followed', async () => {
    at.account.first('GET /suppressions', json({}, 302, { Location: `${at.account.url}/elsewhere` }))
    expect((await run(['--dry-run'])).stderr).toContain('not followed')
    expect(at.account.asked.map(({ url }) => url)).not.toContain('/elsewhere')
  })

  test('what the key may not read is told, and read by a later run', async () => {
    at.account.first('GET /topics', json({ message: 'restricted' }, 403))
    const first = await kinds('--yes', '--only', 'suppressions,topics')
    expect(first).toMatchObject({
      suppressions: { brought: 2 },
      topics: { brought: 0, not_read: expect.stringContaining('restricted') },
    })
    expect(await kinds('--yes', '--only', 'suppressions,topics')).toMatchObject({ topics: { brought: 2 } })
  })
})

test.each([
  ['an unknown kind', ['--only', 'webhoks']],
  ['several modes', ['--only', 'contacts', '--project', 'x', '--again', '--dry-run']],
  ['JSON that cannot ask', ['--json']],
])('%s: wrong usage', async (_, args) => {
  expect(await run(args)).toMatchObject({ code: 2, stdout: '' })
})

test('a journal of another move is not used', async () => {
  await kinds('--yes', '--only', 'suppressions')
  const ended = await run(['--yes', '--from-url', 'http://127.0.0.1:1'])
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('another from') })
})

test('what one run leaves out, another brings, in spite of several projects', async () => {
  await at.tenant.project('live')
  await kinds('--yes', '--only', 'suppressions')
  const ended = await run(['--yes', '--only', 'topics'])
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('--project') })
  const project = ['--project', at.tenant.liveProject]
  expect(await kinds('--yes', '--only', 'topics', ...project)).toMatchObject({ topics: { brought: 2 } })
})

test('a key without a scope is told which', async () => {
  at.env['POSTSEAL_API_KEY'] = await at.tenant.key({ scopes: ['suppressions:*'] })
  const ended = await run(['--yes', '--only', 'suppressions,templates'])
  expect(ended.code).toBe(1)
  expect(ended.stderr).toContain('the key needs the scope templates:*')
  expect((await ask('/v1/suppressions')).data).toHaveLength(2)
})
