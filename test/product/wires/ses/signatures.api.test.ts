import { beforeAll, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import { signed, type SignedRequest } from '../../../support/wires/aws-signature.js'
import { addWireTenant, type WireTenant } from '../../../support/wires/wire-tenant.js'
import { awsKeyFor } from '../../../support/workspace/aws-keys.js'

/** Signatures of AWS, and the credentials that they are made with. */

let wire: WireTenant
beforeAll(async () => {
  wire = await addWireTenant('ses')
})

const path = '/compat/ses/v2/email/outbound-emails'
const email = JSON.stringify({
  FromEmailAddress: 'billing@shop.example',
  Destination: { ToAddresses: ['ada@example.com'] },
  Content: { Simple: { Subject: { Data: 'Hi' }, Body: { Text: { Data: 'Hi' } } } },
})

const headersOf = (given: Partial<SignedRequest> = {}, key = wire.key) =>
  signed(awsKeyFor(key), { url: new URL(path, wire.service.url), method: 'POST', body: email, ...given })
const post = (headers: Record<string, string>, raw = email, where = path) =>
  call(wire.service.url, 'POST', where, { headers, raw })
const kindOf = ({ status, headers }: { status: number; headers: Record<string, string | undefined> }) => [
  status,
  headers['x-amzn-errortype'],
]
const countOfMessages = async () => {
  const { rows } = await wire.service.sql.query<{ count: number }>(
    'select count(*)::int as count from messages where workspace_id = $1',
    [wire.tenant.workspaceId],
  )
  return rows[0]?.count
}

test('a request without a signature, or with one in its query, is refused', async () => {
  expect(kindOf(await post({}))).toEqual([403, 'MissingAuthenticationTokenException'])
  const query = `${path}?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=${'0'.repeat(64)}`
  expect(kindOf(await post({}, email, query))).toEqual([403, 'IncompleteSignatureException'])
  expect(kindOf(await post({ Authorization: `Bearer ${wire.key}` }))).toEqual([
    403,
    'IncompleteSignatureException',
  ])
})

test('a request whose body, header, query or path was altered is refused', async () => {
  const refused = [403, 'InvalidSignatureException']
  const before = await countOfMessages()
  expect(kindOf(await post(headersOf(), email.replace('Hi', 'Ho')))).toEqual(refused)
  expect(kindOf(await post(headersOf(), email, `${path}?a=b`))).toEqual(refused)
  const custom = headersOf({ headers: { 'amz-sdk-invocation-id': 'a-0123456789' } })
  expect(kindOf(await post({ ...custom, 'amz-sdk-invocation-id': 'b-0123456789' }))).toEqual(refused)
  expect(kindOf(await post(headersOf({ method: 'PUT' })))).toEqual(refused)
  const other = signed(
    { ...awsKeyFor(wire.key), secret: 'x'.repeat(40) },
    { url: new URL(path, wire.service.url), method: 'POST', body: email },
  )
  expect(kindOf(await post(other))).toEqual(refused)
  const unsignedPayload = headersOf({ headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } })
  expect(kindOf(await post(unsignedPayload))).toEqual(refused)
  expect(await countOfMessages()).toBe(before)
})

test('a signature that leaves out a header that must be signed is refused', async () => {
  const given = { ...headersOf(), 'x-amz-security-token': 'a' }
  expect(kindOf(await post(given))).toEqual([403, 'IncompleteSignatureException'])
  const host = headersOf()
  const authorization = String(host.Authorization).replace('host;', '')
  expect(kindOf(await post({ ...host, Authorization: authorization }))).toEqual([
    403,
    'IncompleteSignatureException',
  ])
  const service = headersOf({ service: 's3' })
  expect(kindOf(await post(service))).toEqual([403, 'IncompleteSignatureException'])
})

test('a signature counts for five minutes', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  expect((await post(headersOf({ at: at(-4) }))).status).toBe(200)
  expect((await post(headersOf({ at: at(4) }))).status).toBe(200)
  expect(kindOf(await post(headersOf({ at: at(-6) })))).toEqual([403, 'RequestExpired'])
  expect(kindOf(await post(headersOf({ at: at(6) })))).toEqual([403, 'RequestExpired'])
})

test('a replayed request, and a further attempt of one call, send nothing and get the first reply', async () => {
  const before = (await countOfMessages()) ?? 0
  const headers = headersOf({ at: new Date(Date.now() - 30_000) })
  const first = await post(headers)
  const again = await post(headers)
  expect([again.status, again.body]).toEqual([200, first.body])
  const attempt = (seconds: number) =>
    headersOf({
      at: new Date(Date.now() - seconds * 1000),
      headers: {
        'amz-sdk-invocation-id': '5c4ad3ee-0000-4000-8000-000000000001',
        'amz-sdk-request': `attempt=${seconds}`,
      },
    })
  const one = await post(attempt(1))
  const two = await post(attempt(2))
  expect(two.body).toEqual(one.body)
  expect(await countOfMessages()).toBe(before + 2)
})

test('a key that does not exist, has expired, is limited to other addresses or is revoked is refused', async () => {
  const unknown = { accessKeyId: 'PSAK01KBF3X5VFE4GT7C3P8S6D1B9N', secret: 'x'.repeat(40) }
  const url = new URL(path, wire.service.url)
  expect(kindOf(await post(signed(unknown, { url, method: 'POST', body: email })))).toEqual([
    403,
    'UnrecognizedClientException',
  ])
  const foreign = { ...unknown, accessKeyId: 'AKIAIOSFODNN7EXAMPLE' }
  expect(kindOf(await post(signed(foreign, { url, method: 'POST', body: email })))).toEqual([
    403,
    'UnrecognizedClientException',
  ])
  const project = wire.tenant.liveProject
  const expired = await wire.tenant.key({ project, restrictions: { expiresAt: new Date(Date.now() - 1000) } })
  expect(kindOf(await post(headersOf({}, expired)))).toEqual([403, 'UnrecognizedClientException'])
  const elsewhere = await wire.tenant.key({ project, restrictions: { ipCidrs: ['203.0.113.0/24'] } })
  expect(kindOf(await post(headersOf({}, elsewhere)))).toEqual([403, 'AccessDeniedException'])
})

test('a key gets its own credentials, an admin those of a project key; revoking the key ends them', async () => {
  const admin = await wire.tenant.session('admin')
  const request = {
    name: 'SES',
    kind: 'project',
    project_id: wire.tenant.liveProject,
    scopes: ['messages:send'],
  }
  const created = await call(wire.service.url, 'POST', '/v1/api-keys', { key: admin, body: request })
  const { id } = created.body.api_key
  const of = (key: string) => call(wire.service.url, 'POST', `/v1/api-keys/${id}/aws-credentials`, { key })
  const own = await of(created.body.secret)
  expect(own.body).toMatchObject({
    access_key_id: expect.stringMatching(/^PSAK\w{26}$/) as string,
    secret_withheld: null,
  })
  expect((await of(admin)).body).toEqual(own.body)
  const current = '/v1/api-keys/current/aws-credentials'
  const bySecret = await call(wire.service.url, 'POST', current, { key: created.body.secret })
  expect(bySecret.body).toEqual(own.body)
  const bySession = await call(wire.service.url, 'POST', current, { key: admin })
  expect([bySession.status, bySession.body.error.details[0].path]).toEqual([422, '/path/id'])
  expect((await of(wire.key)).status).toBe(404)
  expect((await of(await wire.tenant.key())).status).toBe(404)
  const aws = { accessKeyId: own.body.access_key_id as string, secret: own.body.secret as string }
  const sign = () => signed(aws, { url: new URL(path, wire.service.url), method: 'POST', body: email })
  const ok = await post(sign())
  expect(ok.status, ok.text).toBe(200)
  await call(wire.service.url, 'DELETE', `/v1/api-keys/${id}`, { key: admin })
  expect(kindOf(await post(sign()))).toEqual([403, 'UnrecognizedClientException'])
  expect((await of(admin)).body.error.code).toBe('invalid_state')
})
