import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../support/api/api.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { refusalOf, templateCalls, type TemplateCalls } from '../../../support/templates/template-calls.js'
import { outcomeOf, templateSends, type TemplateSends } from '../../../support/templates/template-sends.js'
import { addTenant, type Tenant } from '../../../support/workspace/tenant.js'

/** Names of templates for code, and sends that use them. */

let service: TestService
let tenant: Tenant
let key: string
let templates: TemplateCalls
let sends: TemplateSends
/** Sends of the test project. */
let tests: TemplateSends

beforeAll(async () => {
  service = await sharedApi()
  tenant = await addTenant(service)
  key = await tenant.key()
  templates = templateCalls(service.url, await tenant.session('admin'))
  sends = templateSends(service.url, tenant.liveProject, key)
  tests = templateSends(service.url, tenant.testProject, key)
})

const sender = { from_email: 'billing@shop.example' }
const fresh = () => `a-${randomUUID()}`
/** The refusal of an alias that another template has. */
const taken = [422, 'validation_failed', '/body/alias', 'taken']

describe('an alias', () => {
  test('is given, changed and removed, and leaves the name as it is', async () => {
    const [first, second] = [fresh(), fresh()]
    const made = await templates.create({ alias: first })
    expect([made.status, made.body.alias]).toEqual([201, first])
    const id = made.body.id as string
    expect((await templates.update(id, { alias: second })).body).toMatchObject({
      alias: second,
      name: 'Receipt',
    })
    expect((await templates.rename(id, 'Invoice')).body).toMatchObject({ alias: second, name: 'Invoice' })
    expect((await templates.update(id, { alias: null })).body.alias).toBeNull()
    expect((await templates.get(id)).body.alias).toBeNull()
  })

  test.each([['-a'], ['a b'], ['ä'], [''], ['a'.repeat(65)]])('is not %j', async (alias) => {
    expect((await templates.create({ alias })).status).toBe(422)
    const id = await templates.made()
    expect((await templates.update(id, { alias })).status).toBe(422)
  })

  test('or a name is what a change needs', async () => {
    const refused = await templates.update(await templates.made(), {})
    expect(refusalOf(refused)).toEqual([422, 'validation_failed', '/body/name', 'required'])
  })

  test.each<[string, () => Record<string, unknown>]>([
    ['of every project', () => ({})],
    ['of a project', () => ({ project_id: tenant.liveProject })],
  ])('is taken once among those %s', async (_of, place) => {
    const alias = fresh()
    const id = await templates.made({ alias, ...place() })
    expect(refusalOf(await templates.create({ alias, ...place() }))).toEqual(taken)
    const other = await templates.made(place())
    expect(refusalOf(await templates.update(other, { alias }))).toEqual(taken)
    // Its own is no other's, and upper case is another.
    expect((await templates.update(id, { alias })).status).toBe(200)
    expect((await templates.update(other, { alias: alias.toUpperCase() })).status).toBe(200)
    await templates.remove(id)
    expect((await templates.update(other, { alias })).body.alias).toBe(alias)
  })

  test('is given once by two requests at the same moment', async () => {
    const alias = fresh()
    const replies = await Promise.all([templates.create({ alias }), templates.create({ alias })])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422])
  })

  test('finds its templates in the list', async () => {
    const alias = fresh()
    const shared = await templates.made({ alias })
    const own = await templates.made({ alias, project_id: tenant.liveProject })
    const found = (await templates.page(`?alias=${alias}`)).body.data as { id: string }[]
    expect(found.map(({ id }) => id)).toEqual([own, shared])
    expect((await templates.page(`?alias=${fresh()}`)).body.data).toEqual([])
  })
})

describe('a send', () => {
  const subjectOf = async (by: TemplateSends, alias: string): Promise<unknown> => {
    const reply = await by.send({ alias })
    return reply.status === 202 ? (await by.accepted(reply)).message.subject : outcomeOf(reply)
  }

  test('has the template of its project, or else that of every project', async () => {
    const alias = fresh()
    await templates.published({ alias, ...sender, subject: 'Shared' })
    expect(await subjectOf(sends, alias)).toBe('Shared')
    const ofLive = { alias, ...sender, project_id: tenant.liveProject }
    const own = await templates.published({ ...ofLive, subject: 'Own' })
    expect([await subjectOf(sends, alias), await subjectOf(tests, alias)]).toEqual(['Own', 'Shared'])
    await templates.remove(own)
    expect(await subjectOf(sends, alias)).toBe('Shared')
  })

  test('follows an alias that moves to another template', async () => {
    const alias = fresh()
    const first = await templates.published({ alias, ...sender, subject: 'First' })
    const second = await templates.published({ ...sender, subject: 'Second' })
    expect(await subjectOf(sends, alias)).toBe('First')
    await templates.update(first, { alias: null })
    expect(await subjectOf(sends, alias)).toEqual([404, 'template_not_found'])
    await templates.update(second, { alias })
    expect(await subjectOf(sends, alias)).toBe('Second')
  })

  test('does not find the alias of another project or workspace', async () => {
    const alias = fresh()
    await templates.published({ alias, ...sender, project_id: tenant.testProject })
    expect(await subjectOf(sends, alias)).toEqual([404, 'template_not_found'])
    const other = await addTenant(service)
    await templateCalls(service.url, await other.session('admin')).published({ alias, ...sender })
    expect(await subjectOf(sends, alias)).toEqual([404, 'template_not_found'])
  })

  test('names its template in exactly one way', async () => {
    const alias = fresh()
    const template_id = await templates.published({ alias, ...sender })
    const both = await sends.send({ template_id, alias })
    expect(refusalOf(both)).toEqual([422, 'validation_failed', '/body/template/alias', 'one_of'])
    const neither = await sends.send({})
    expect(refusalOf(neither)).toEqual([422, 'validation_failed', '/body/template/template_id', 'required'])
  })

  test('of a batch has the alias in either form', async () => {
    const alias = fresh()
    await templates.published({ alias, ...sender, subject: 'Of {{ n }}', variables: [{ name: 'n' }] })
    const rest = { project_id: tenant.liveProject, to: [{ email: 'ada@example.com' }] }
    const items = [
      { idempotency_key: randomUUID(), template: { ...rest, alias, variables: { n: '1' } } },
      { idempotency_key: randomUUID(), template: { ...rest, template: { alias, variables: { n: '2' } } } },
      { idempotency_key: randomUUID(), message: { ...rest, template: { alias, variables: { n: '3' } } } },
      { idempotency_key: randomUUID(), template: { ...rest, alias: fresh(), variables: { n: '4' } } },
    ]
    const { body } = await call(service.url, 'POST', '/v1/messages/batch', { key, body: { items } })
    expect([body.accepted, body.data[3].error.code]).toEqual([3, 'template_not_found'])
    const subjects = (body.data as { message: { id: string } }[]).slice(0, 3).map(async ({ message }) => {
      const reply = await call(service.url, 'GET', `/v1/messages/${message.id}`, { key })
      return reply.body.subject as string
    })
    expect(await Promise.all(subjects)).toEqual(['Of 1', 'Of 2', 'Of 3'])
  })
})
