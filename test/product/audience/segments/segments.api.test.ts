import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromTypeId, newUuid, toTypeId } from '../../../../server/platform/db/ids.js'
import { call } from '../../../support/api/api.js'
import type { TestService } from '../../../support/service/service.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { isPro, refusalsOf, segmentCalls, type SegmentCalls } from './calls.js'

let service: TestService
let calls: SegmentCalls
beforeAll(async () => {
  service = await sharedApi()
  calls = await segmentCalls(service)
})

const named = (segment_id: string) => ({ segment: { segment_id } })

describe('a segment', () => {
  test('is made, read, listed, changed and deleted', async () => {
    const { status, body } = await calls.create(isPro, { name: '  On the \t pro plan ' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      project_id: calls.project,
      environment: 'live',
      name: 'On the pro plan',
      rule: isPro,
      count: null,
      counting: null,
      used_by: [],
    })
    expect((await calls.get(body.id)).body).toEqual(body)
    const another = await calls.made(isPro, { project_id: calls.tenant.testProject })
    const listed = await calls.ask('GET', '')
    expect(listed.body.data.map(({ id }: any) => id)).toEqual([another, body.id])
    const ofProject = await calls.ask('GET', `?project_id=${calls.project}`)
    expect(ofProject.body.data).toEqual([body])

    const rule = { not: isPro }
    const changed = await calls.update(body.id, { name: 'Others', rule })
    expect(changed.body).toMatchObject({ id: body.id, name: 'Others', rule })
    expect(changed.body.updated_at > body.updated_at).toBe(true)
    expect((await calls.remove(body.id)).status).toBe(204)
    expect((await calls.get(body.id)).status).toBe(404)
    expect((await calls.remove(body.id)).status).toBe(404)
    await calls.remove(another)
  })

  test('members read and write, admins delete', async () => {
    const member = await calls.tenant.session('member')
    const body = { project_id: calls.project, name: 'A', rule: isPro }
    const { body: made, status } = await calls.ask('POST', '', body, member)
    expect(status).toBe(201)
    expect((await calls.ask('PATCH', `/${made.id}`, { name: 'B' }, member)).status).toBe(200)
    expect((await calls.ask('POST', `/${made.id}/count`, undefined, member)).status).toBe(202)
    expect((await calls.ask('DELETE', `/${made.id}`, undefined, member)).status).toBe(403)
    await calls.remove(made.id)
  })

  test('is written, counted and deleted by a key of its project', async () => {
    const key = await calls.tenant.key({ project: calls.project, scopes: ['contacts:*'] })
    const body = { project_id: calls.project, name: 'A', rule: isPro }
    const { body: made, status } = await calls.ask('POST', '', body, key)
    expect(status).toBe(201)
    const path = `/${made.id}`
    expect((await calls.ask('PATCH', path, { rule: { not: isPro } }, key)).body.rule).toEqual({ not: isPro })
    expect((await calls.ask('POST', `${path}/count`, undefined, key)).status).toBe(202)
    expect((await calls.ask('GET', `${path}/contacts`, undefined, key)).status).toBe(200)
    expect((await calls.ask('DELETE', path, undefined, key)).status).toBe(204)
  })

  test('is there for keys of its project and its environment only', async () => {
    const id = (await calls.ask('POST', '', { project_id: calls.project, name: 'A', rule: isPro })).body.id
    const { tenant } = calls
    const outside = [
      await tenant.key({ project: await tenant.project() }),
      await tenant.key({ restrictions: { environment: 'test' } }),
    ]
    for (const key of outside) {
      expect((await calls.ask('GET', `/${id}`, undefined, key)).status).toBe(404)
      const listed = (await calls.ask('GET', '', undefined, key)).body.data as { id: string }[]
      expect(listed.filter((row) => row.id === id)).toEqual([])
      expect((await calls.ask('DELETE', `/${id}`, undefined, key)).status).toBe(404)
    }
    const inside = await tenant.key({ restrictions: { environment: 'live' } })
    expect((await calls.ask('GET', `/${id}`, undefined, inside)).body.id).toBe(id)
    await calls.remove(id)
  })

  test('is not made twice with one idempotency key', async () => {
    const own = await segmentCalls(service)
    const request = {
      key: own.key,
      headers: { 'Idempotency-Key': randomUUID() },
      body: { project_id: own.project, name: 'A', rule: isPro },
    }
    const replies = [1, 2].map(() => call(service.url, 'POST', '/v1/segments', request))
    const ids = (await Promise.all(replies)).map(({ body }) => body.id as string)
    expect(ids[0]).toBe(ids[1])
    expect((await own.ask('GET', '')).body.data).toHaveLength(1)
  })

  test('of another workspace or project is not there', async () => {
    const others = await segmentCalls(service)
    const [theirs, mine] = [await others.made(isPro), await calls.made(isPro)]
    const contact = await calls.audience.contact('own@example.com')
    const replies = [
      await calls.get(theirs),
      await calls.update(theirs, { name: 'Stolen' }),
      await calls.remove(theirs),
      await calls.count(theirs),
      await calls.contacts(theirs),
      await calls.explain(theirs, contact),
      await others.explain(theirs, contact),
    ]
    expect(replies.map(refusalsOf)).toEqual(replies.map(() => [404, 'not_found']))
    const refused = await calls.create(isPro, { project_id: others.project })
    expect(refusalsOf(refused)).toEqual([422, 'validation_failed', ['/body/project_id', 'unknown']])
    const list = await others.audience.list()
    const rule = { all: [named(theirs), { list: { list_id: list, status: 'confirmed' } }] }
    expect(refusalsOf(await calls.create(rule))).toEqual([
      422,
      'validation_failed',
      ['/body/rule/all/0/segment/segment_id', 'not_found'],
      ['/body/rule/all/1/list/list_id', 'not_found'],
    ])
    // Nor is one of another project.
    const refusedInTest = await calls.preview(named(mine), calls.tenant.testProject)
    expect(refusalsOf(refusedInTest)[2]).toEqual(['/body/rule/segment/segment_id', 'not_found'])
    expect((await others.get(theirs)).body.name).toBe('A')
  })

  test('200 of a project, however many are made at once', async () => {
    const own = await segmentCalls(service)
    await service.sql.query(
      `insert into segments (workspace_id, id, project_id, environment, name, rule)
       select $1, gen_random_uuid(), $2, 'live', 'x', '{}' from generate_series(1, 198)`,
      [own.tenant.workspaceId, fromTypeId('prj', own.project)],
    )
    const replies = await Promise.all([1, 2, 3, 4].map(() => own.create(isPro)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422])
    const refused = replies.find(({ status }) => status === 422)
    expect(refusalsOf(refused as any)).toEqual([422, 'validation_failed', ['/body/project_id', 'too_many']])
    expect((await own.create(isPro, { project_id: own.tenant.testProject })).status).toBe(201)
  })
})

describe('a rule with mistakes', () => {
  test('is refused with all of them, and where', async () => {
    const campaign = toTypeId('cmp', newUuid())
    const rule = {
      all: [
        { property: { name: 'seats', op: 'gt', value: '5' } },
        { contact: { field: 'name', op: 'like', value: 'A%' } },
        { message: { status: 'bounced', within: 'P31D', campaign_id: campaign } },
      ],
    }
    const mistakes = [
      422,
      'validation_failed',
      ['/body/rule/all/0/property/value', 'type'],
      ['/body/rule/all/1/contact/op', 'unknown_op'],
      ['/body/rule/all/2/message/campaign_id', 'not_found'],
      ['/body/rule/all/2/message/within', 'beyond_retention'],
    ]
    expect(refusalsOf(await calls.create(rule))).toEqual(mistakes)
    expect(refusalsOf(await calls.preview(rule))).toEqual(mistakes)
    const id = await calls.made(isPro)
    expect(refusalsOf(await calls.update(id, { rule }))).toEqual(mistakes)
    expect((await calls.get(id)).body.rule).toEqual(isPro)
  })

  test('that is made to be costly is refused at once', async () => {
    const deep = (levels: number): object => (levels === 0 ? isPro : { not: deep(levels - 1) })
    const wide = (width: number, leaf: object) => ({ any: Array.from({ length: width }, () => leaf) })
    const long = { property: { name: 'a', op: 'in', value: Array(100).fill('x'.repeat(1000)) } }
    const hostile: [rule: object, code: string][] = [
      [deep(100), 'depth'],
      [wide(50, wide(50, isPro)), 'too_many'],
      [wide(11, { event: { name: 'a' } }), 'too_many'],
      [long, 'too_long'],
    ]
    for (const [rule, code] of hostile) {
      const [status, , [, found] = []] = refusalsOf(await calls.preview(rule)) as [number, string, string[]]
      expect([status, found]).toEqual([422, code])
    }
    expect((await calls.preview(wide(50, wide(50, wide(50, isPro))))).status).toBe(413)
    // Two keys, no keys, and keys that there are not.
    for (const rule of [{ ...isPro, not: isPro }, {}, { all: [] }, { sql: '1=1' }, { all: [null] }]) {
      expect((await calls.preview(rule)).status).toBe(422)
    }
    const { status } = await calls.preview({
      property: { name: 'a', op: 'contains', value: 'x'.repeat(1000) },
    })
    expect(status).toBe(200)
  })
})

describe('segments in segments', () => {
  test('are followed, shown as users, and kept while they are used', async () => {
    const pro = await calls.made(isPro)
    const not = await calls.made({ not: named(pro) })
    expect((await calls.get(pro)).body.used_by).toEqual([not])
    const refused = await calls.remove(pro)
    expect(refusalsOf(refused)).toEqual([409, 'invalid_state'])
    expect(refused.body.error.message).toContain(not)
    // Once the other rule is another one, it is free.
    await calls.update(not, { rule: { not: isPro } })
    expect((await calls.get(pro)).body.used_by).toEqual([])
    expect((await calls.remove(pro)).status).toBe(204)
  })

  test('no cycle can be made, not even by two at once', async () => {
    const own = await segmentCalls(service)
    const [one, two] = [await own.made(isPro), await own.made(isPro)]
    expect(refusalsOf(await own.update(one, { rule: { not: named(one) } }))).toEqual([
      422,
      'validation_failed',
      ['/body/rule/not/segment', 'cycle'],
    ])
    const both = await Promise.all([
      own.update(one, { rule: { not: named(two) } }),
      own.update(two, { rule: { all: [isPro, named(one)] } }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    const refused = both.find(({ status }) => status === 422) as any
    expect(refused.body.error.details[0].code).toBe('cycle')
  })

  test('the limits hold for all of them together', async () => {
    const own = await segmentCalls(service)
    const many = (count: number) => ({ any: Array.from({ length: count }, () => isPro) })
    const inner = await own.made(many(30))
    const outer = await own.made({ all: [named(inner), isPro] })
    const refused = await own.preview({ all: [named(inner), many(21)] })
    expect(refusalsOf(refused)[2]).toEqual(['/body/rule/all/1/any/20', 'too_many'])
    expect(refusalsOf(await own.preview({ all: [many(21), named(inner)] }))[2]).toEqual([
      '/body/rule/all/1/segment',
      'too_many',
    ])
    // A change that would break another segment is refused.
    const breaking = await own.update(inner, { rule: many(50) })
    expect(refusalsOf(breaking)).toEqual([422, 'validation_failed', ['/body/rule', 'too_many']])
    expect(breaking.body.error.message).toContain(outer)
    const deep = { not: { not: { not: { not: isPro } } } }
    expect((await own.update(inner, { rule: deep })).status).toBe(200)
    expect(refusalsOf(await own.update(inner, { rule: { not: deep } }))[2]).toEqual(['/body/rule', 'depth'])
  })

  test('a campaign that is not over uses a segment, too', async () => {
    const own = await segmentCalls(service)
    const [included, excluded] = [await own.made(isPro), await own.made(isPro)]
    const campaign = newUuid()
    await service.sql.query(
      `insert into campaigns (workspace_id, id, project_id, environment, name, status, template_id, segment_id,
         exclude_segment_id)
       values ($1, $2, $3, 'live', 'x', 'draft', $2, $4, $5)`,
      [
        own.tenant.workspaceId,
        campaign,
        fromTypeId('prj', own.project),
        fromTypeId('seg', included),
        fromTypeId('seg', excluded),
      ],
    )
    const listed = await own.ask('GET', '')
    expect(listed.body.data.map((each: any) => each.used_by)).toEqual(
      Array(2).fill([toTypeId('cmp', campaign)]),
    )
    for (const id of [included, excluded]) {
      expect(refusalsOf(await own.remove(id))).toEqual([409, 'invalid_state'])
    }
    await service.sql.query(`update campaigns set status = 'sent' where workspace_id = $1`, [
      own.tenant.workspaceId,
    ])
    for (const id of [included, excluded]) expect((await own.remove(id)).status).toBe(204)
  })
})
