import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { UserRole } from '../../../server/platform/auth/principal.js'
import { maxUsers } from '../../../server/product/workspace/users/rules.js'
import { call, type ApiReply } from '../../support/api/api.js'
import type { TestService } from '../../support/service/service.js'
import { sharedApi } from '../../support/service/shared-service.js'
import { addPeople, userCalls, type People, type Person } from '../../support/workspace/users.js'

let service: TestService
let people: People
let owner: Person
let admin: Person

beforeAll(async () => {
  service = await sharedApi()
  people = await addPeople(service)
  owner = await people.person('owner')
  admin = await people.person('admin')
})

const as = ({ token }: Person) => userCalls(service.url, token)
const codeOf = ({ status, body }: ApiReply) => [status, body?.error?.code]
const forbidden = [403, 'insufficient_scope']
const invalidState = [409, 'invalid_state']
const newAddress = () => `${randomUUID()}@shop.example`

describe('adding', () => {
  test('keeps the address in lower case, with a name of one line', async () => {
    const email = `Ada.${randomUUID()}@BÜCHER.example`
    const name = 'Ada\u202e  Lovelace'
    const made = await as(owner).create({ email, name, role: 'member' })
    expect(made.status, made.text).toBe(201)
    const folded = email.toLowerCase().replace('bücher', 'xn--bcher-kva')
    expect(made.body).toMatchObject({
      email: folded,
      name: 'Ada Lovelace',
      role: 'member',
      last_signed_in_at: null,
    })
    expect((await as(admin).get(made.body.id as string)).body).toEqual(made.body)
    const again = await as(owner).create({ email: folded, role: 'admin' })
    expect(codeOf(again)).toEqual(invalidState)
    expect(again.body.error.message).toContain(folded)
  })

  test('once under an idempotency key', async () => {
    const request = {
      key: owner.token,
      body: { email: newAddress(), role: 'member' },
      headers: { 'Idempotency-Key': randomUUID() },
    }
    const replies = await Promise.all([1, 2].map(() => call(service.url, 'POST', '/v1/users', request)))
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(replies[1]?.body).toEqual(replies[0]?.body)
  })

  test.each([
    ['no domain', { email: 'owner@localhost' }, '/body/email'],
    ['nothing to read in the name', { name: '\u202e ' }, '/body/name'],
    ['two lines in the name', { name: 'Ada\nBcc: all' }, '/body/name'],
  ])('is refused with %s', async (_name, fields, path) => {
    const reply = await as(owner).create({ email: newAddress(), role: 'member', ...fields })
    expect(reply.body.error.details).toMatchObject([{ path }])
  })

  test('two requests at once for an address make one user', async () => {
    const email = newAddress()
    const replies = await Promise.all([1, 2, 3].map(() => as(admin).create({ email, role: 'member' })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  test(`ends at ${maxUsers} users, at once too`, async () => {
    const full = await addPeople(service)
    const first = await full.person('owner')
    await service.sql.query(
      `insert into users (id, workspace_id, email, role)
       select gen_random_uuid(), $1, n || '@shop.example', 'member' from generate_series(1, $2) n`,
      [full.workspaceId, maxUsers - 2],
    )
    const replies = await Promise.all(
      [1, 2].map(() => as(first).create({ email: newAddress(), role: 'member' })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422])
    const refused = replies.find(({ status }) => status === 422)
    expect(refused?.body.error.details).toMatchObject([{ path: '/body', code: 'too_many' }])
    // A change adds nobody.
    expect((await as(first).update(first.id, { name: 'Ada' })).status).toBe(200)
  })
})

describe('the list', () => {
  test('pages through the people of the workspace, newest first', async () => {
    const own = await addPeople(service)
    const ids: string[] = []
    for (const role of ['owner', 'admin', 'member', 'member'] as const)
      ids.unshift((await own.person(role)).id)
    const reader = userCalls(service.url, await own.session('member'))
    const first = await reader.list('?limit=3')
    const second = await reader.list(`?limit=3&cursor=${first.body.next_cursor as string}`)
    const seen = [first, second].flatMap(({ body }) => (body.data as { id: string }[]).map(({ id }) => id))
    expect(seen.slice(1)).toEqual(ids)
  })
})

describe('who may', () => {
  /** Cases of a user who changes the role of another one, each with whether that is allowed. */
  const cases: [actor: UserRole, before: UserRole, after: UserRole, allowed: boolean][] = [
    ['owner', 'owner', 'member', true],
    ['owner', 'member', 'owner', true],
    ['owner', 'admin', 'member', true],
    ['admin', 'owner', 'admin', false],
    ['admin', 'owner', 'owner', false],
    ['admin', 'member', 'owner', false],
    ['admin', 'admin', 'member', true],
    ['admin', 'member', 'admin', true],
    ['member', 'member', 'admin', false],
    ['member', 'member', 'member', false],
  ]
  test.each(cases)('%s: a user who is %s becomes %s: %s', async (actor, before, after, allowed) => {
    const actors = as(await people.person(actor))
    const user = await people.person(before)
    const changed = await actors.update(user.id, { role: after, name: 'Renamed' })
    expect(codeOf(changed)).toEqual(allowed ? [200, undefined] : forbidden)
    expect((await as(owner).get(user.id)).body.role).toBe(allowed ? after : before)
  })

  test.each<[UserRole, UserRole, boolean]>([
    ['owner', 'owner', true],
    ['admin', 'owner', false],
    ['admin', 'admin', true],
    ['member', 'member', false],
  ])('%s adds and removes %s: %s', async (actor, role, allowed) => {
    const actors = as(await people.person(actor))
    expect(codeOf(await actors.create({ email: newAddress(), role }))[0]).toBe(allowed ? 201 : 403)
    const user = await people.person(role)
    expect(codeOf(await actors.remove(user.id))[0]).toBe(allowed ? 204 : 403)
    expect((await as(owner).get(user.id)).status).toBe(allowed ? 404 : 200)
  })

  test('an admin does not take over the address of an owner', async () => {
    const other = await people.person('owner')
    expect(codeOf(await as(admin).update(other.id, { email: newAddress() }))).toEqual(forbidden)
  })

  test('people give up their own role, and leave', async () => {
    const one = await people.person('admin')
    expect((await as(one).update(one.id, { role: 'member' })).body.role).toBe('member')
    expect(codeOf(await as(one).update(one.id, { role: 'admin' }))).toEqual(forbidden)
    const another = await people.person('admin')
    expect((await as(another).remove(another.id)).status).toBe(204)
    expect((await as(another).list()).status).toBe(401)
  })

  test('users of another workspace are not there', async () => {
    const other = await (await addPeople(service)).person('member')
    const replies = [
      as(owner).get(other.id),
      as(owner).update(other.id, { name: 'x' }),
      as(owner).remove(other.id),
    ]
    expect((await Promise.all(replies)).map(codeOf)).toEqual(Array(3).fill([404, 'not_found']))
    // Its address is free here.
    expect((await as(owner).create({ email: other.email, role: 'member' })).status).toBe(201)
  })
})

describe('the last owner', () => {
  test('stays, until there is another one', async () => {
    const own = await addPeople(service)
    const last = await own.person('owner')
    for (const reply of [await as(last).update(last.id, { role: 'admin' }), await as(last).remove(last.id)]) {
      expect(codeOf(reply)).toEqual(invalidState)
    }
    expect((await as(last).update(last.id, { role: 'owner', name: 'Ada' })).status).toBe(200)
    await own.person('owner')
    expect((await as(last).remove(last.id)).status).toBe(204)
  })
})

describe('a change', () => {
  const linkOf = async (user: Person) => {
    await service.sql.query(
      `insert into sign_in_links (workspace_id, token_hash, user_id, address_hash, expires_at)
       values ($1, $2, $3, $2, now() + interval '15 minutes')`,
      [people.workspaceId, randomBytes(32), user.userId],
    )
  }
  const countOf = async (table: 'sign_in_links' | 'sessions', user: Person) => {
    const { rows } = await service.sql.query(`select 1 from ${table} where user_id = $1`, [user.userId])
    return rows.length
  }

  test('leaves what is not named as it is', async () => {
    const user = await people.person('member')
    const named = await as(admin).update(user.id, { name: 'Ada' })
    expect(named.body).toMatchObject({ email: user.email, role: 'member', name: 'Ada' })
    expect((await as(admin).update(user.id, { role: 'admin' })).body.name).toBe('Ada')
    expect((await as(admin).update(user.id, { name: null })).body).toMatchObject({
      role: 'admin',
      name: null,
    })
  })

  test('of the address ends the links to sign in, and only that does', async () => {
    const user = await people.person('member')
    const bystander = await people.person('member')
    await linkOf(user)
    await linkOf(bystander)
    await as(admin).update(user.id, { email: user.email.toUpperCase(), name: 'Ada' })
    expect(await countOf('sign_in_links', user)).toBe(1)
    const email = newAddress()
    expect((await as(admin).update(user.id, { email })).body.email).toBe(email)
    expect(await countOf('sign_in_links', user)).toBe(0)
    expect(await countOf('sign_in_links', bystander)).toBe(1)
    const taken = await as(admin).update(user.id, { email: bystander.email.toUpperCase() })
    expect(codeOf(taken)).toEqual(invalidState)
  })

  test('of the role holds from the next request on', async () => {
    const user = await people.person('admin')
    const listKeys = async () => (await call(service.url, 'GET', '/v1/api-keys', { key: user.token })).status
    expect(await listKeys()).toBe(200)
    await as(owner).update(user.id, { role: 'member' })
    expect(await listKeys()).toBe(403)
    expect((await as(user).list()).status).toBe(200)
  })

  test('a removal ends sessions and links at once', async () => {
    const user = await people.person('member')
    await linkOf(user)
    expect((await as(user).list()).status).toBe(200)
    await as(admin).remove(user.id)
    expect((await as(user).list()).status).toBe(401)
    expect([await countOf('sessions', user), await countOf('sign_in_links', user)]).toEqual([0, 0])
    expect(await countOf('sessions', admin)).toBe(1)
  })
})

test('the first owner gets an address', async () => {
  const own = await addPeople(service)
  const first = await own.person('owner')
  await service.sql.query(`update users set email = 'owner@localhost' where id = $1`, [first.userId])
  const reply = await as(first).update(first.id, { email: 'Ada@Shop.Example' })
  expect(reply.body).toMatchObject({ email: 'ada@shop.example', role: 'owner' })
})
