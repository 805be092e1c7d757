import { describe, expect, test } from 'vitest'
import { toTypeId } from '../../../../server/platform/db/ids.js'
import { useProvider } from '../../../support/sign-in/provider-workspace.js'

/** Tests how an owner sets a provider and proves domains, and which providers are refused. */

const { at, ask, settings, publishRecord, configured, begin } = useProvider()

describe('setting a provider', () => {
  test('shows what to publish and to register, and no secret', async () => {
    expect((await ask('GET', '/v1/identity-provider')).status).toBe(404)
    expect((await ask('GET', '/v1/workspace')).body.has_identity_provider).toBe(false)
    const reply = await ask('PUT', '/v1/identity-provider', {
      ...settings(),
      domains: [at.domain.toUpperCase(), at.domain],
    })
    expect(reply.status).toBe(201)
    expect((await ask('GET', '/v1/workspace')).body.has_identity_provider).toBe(true)
    const publicUrl = at.service.credentials.base_url
    expect(reply.body).toMatchObject({
      has_client_secret: true,
      redirect_uri: `${publicUrl}/console/sign-in/callback`,
      domains: [
        {
          domain: at.domain,
          status: 'pending',
          problem: `_postseal-sign-in.${at.domain} has no TXT record.`,
          record: {
            type: 'TXT',
            name: `_postseal-sign-in.${at.domain}`,
            value: `postseal-workspace=${toTypeId('ws', at.tenant.workspaceId)}`,
          },
        },
      ],
      default_role: 'member',
    })
    expect(reply.text).not.toContain('a secret')
    const { rows } = await at.service.sql.query(
      'select client_secret from identity_providers where workspace_id = $1',
      [at.tenant.workspaceId],
    )
    expect((rows[0] as { client_secret: Buffer }).client_secret.toString('latin1')).not.toContain('a secret')

    publishRecord()
    const checked = await ask('POST', '/v1/identity-provider/check')
    expect(checked.body.domains).toMatchObject([{ status: 'verified', problem: null }])
    delete at.dns.zone[`_postseal-sign-in.${at.domain}`]
    expect((await ask('POST', '/v1/identity-provider/check')).body.domains).toMatchObject([
      { status: 'failing' },
    ])
    expect((await begin()).status).toBe(404)
  })

  test('keeps the secret as long as it is for the same client', async () => {
    await configured()
    const { client_secret: _given, ...without } = settings()
    const kept = await ask('PUT', '/v1/identity-provider', without)
    expect([kept.status, kept.body.has_client_secret]).toEqual([200, true])
    const other = await ask('PUT', '/v1/identity-provider', { ...without, client_id: 'another' })
    expect(other.body.has_client_secret).toBe(false)
  })

  test.each<[string, object, string]>([
    ['an address where nobody answers', { issuer: 'http://127.0.0.1:9' }, '/body/issuer'],
    ['an address that is not public', { issuer: 'https://10.0.0.1/' }, '/body/issuer'],
    ['an address of the machine by another number', { issuer: 'http://0x7f.1:80' }, '/body/issuer'],
    ['plain http elsewhere', { issuer: 'http://192.0.2.1/' }, '/body/issuer'],
    ['metadata of clouds', { issuer: 'http://169.254.169.254' }, '/body/issuer'],
    ['a domain that is none', { domains: ['localhost'] }, '/body/domains/0'],
    ['a domain with a path', { domains: ['shop.example/x'] }, '/body/domains/0'],
    ['no role for anybody', { default_role: null }, '/body/default_role'],
  ])('refuses %s', async (_what, given, path) => {
    const reply = await ask('PUT', '/v1/identity-provider', { ...settings(), ...given })
    expect(reply.status).toBe(422)
    expect(reply.body.error.details[0].path).toBe(path)
  })

  test('refuses one that says that it is another, or that sends elsewhere', async () => {
    at.provider.lies = { configuration: { issuer: 'https://accounts.example' } }
    expect((await ask('PUT', '/v1/identity-provider', settings())).status).toBe(422)
    at.provider.lies = { configuration: { token_endpoint: null } }
    expect((await ask('PUT', '/v1/identity-provider', settings())).status).toBe(422)
    at.provider.lies = { redirect: 'http://127.0.0.1:1/' }
    expect((await ask('PUT', '/v1/identity-provider', settings())).status).toBe(422)
    at.provider.lies = { switchesProtocol: true }
    expect((await ask('PUT', '/v1/identity-provider', settings())).status).toBe(422)
  })

  test('is an owner’s; an admin may look', async () => {
    const [admin, member] = [await at.tenant.session('admin'), await at.tenant.session('member')]
    await configured()
    expect((await ask('GET', '/v1/identity-provider', undefined, admin)).status).toBe(200)
    expect((await ask('GET', '/v1/identity-provider', undefined, member)).status).toBe(403)
    expect((await ask('PUT', '/v1/identity-provider', settings(), admin)).status).toBe(403)
    expect((await ask('DELETE', '/v1/identity-provider', undefined, admin)).status).toBe(403)
    expect((await ask('DELETE', '/v1/identity-provider')).status).toBe(204)
    expect((await begin()).status).toBe(404)
  })
})
