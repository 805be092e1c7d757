import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactFinder } from '../../../../server/product/audience/contacts/find-by-address.js'
import { templateStore } from '../../../../server/product/content/store.js'
import { newUuid, newWorkspaceId, toTypeId, type Uuid } from '../../../../server/platform/db/ids.js'
import { openMigratedDatabase, type ConnectedDatabase } from '../../../support/database/database.js'
import { expectBounded } from '../../../support/database/expect-bounded.js'
import { capture } from '../../../support/database/explain.js'
import { until } from '../../../support/time/until.js'

/** The look-ups of sends: few queries, which cost no more in a large database. */

let database: ConnectedDatabase
let db: Knex
const [workspaceId, project, other] = [newWorkspaceId(), newUuid(), newUuid()]
const templates: Uuid[] = Array.from({ length: 100 }, newUuid)
const live = { id: project, environment: 'live' as const }
const ids = templates.map((id) => toTypeId('tpl', id))
const [first = ''] = ids
const [firstId = ''] = templates

beforeAll(async () => {
  database = await openMigratedDatabase()
  db = database.db
  const values = { workspaceId, project, other, templates }
  await db.raw(
    `insert into templates (workspace_id, id, name, alias, kind, latest_version, published_version)
     select w, coalesce((cast(:templates as uuid[]))[n], gen_random_uuid()), 'T', 'a' || n, 'message', 20, 2
     from (values (cast(:workspaceId as uuid)), (:other)) as workspaces (w) cross join generate_series(1, 1000) n`,
    values,
  )
  await db.raw(
    `insert into template_versions (workspace_id, template_id, version, id, variables, all_variables, inline_css, locales,
       uses_contact, created_by, published_at)
     select workspace_id, id, n, gen_random_uuid(), '[]', '[{"name": "a", "type": "string", "required": true}]', true,
       '{de}', true, gen_random_uuid(), case when n = 2 then now() end
     from templates cross join generate_series(1, 20) n`,
  )
  await db.raw(
    `insert into template_contents (workspace_id, template_id, version, locale, compiled)
     select workspace_id, template_id, version, locale, 'v' || version || locale
     from template_versions cross join (values (''), ('de')) as locales (locale)`,
  )
  await db.raw(
    `insert into contacts (workspace_id, id, project_id, environment, email, address, name, properties, updated_at)
     select :workspaceId, gen_random_uuid(), case when n % 2 = 0 then cast(:project as uuid) else :other end, 'live',
       'N' || n || '@example.com', 'n' || n || '@example.com', 'N', '{"plan": "pro"}', now()
     from generate_series(1, 8000) n`,
    values,
  )
  await db.raw('analyze')
})
afterAll(() => database.drop())

test('a hundred templates at once are three kinds of queries, by their keys', async () => {
  await expectBounded(
    db,
    async (trx) => {
      const store = templateStore(trx)
      const found = await Promise.all(ids.map((id) => store.forMessage(workspaceId, live, id)))
      expect(found.map(({ templateId, version }) => [templateId, version])).toEqual(
        templates.map((id) => [id, 2]),
      )
      expect(await Promise.all(found.map((version) => store.contentOf(version, 'de')))).toEqual(
        templates.map(() => 'v2de'),
      )
    },
    // A batch asks for that many.
    100,
  )
  const sent = await capture(db, async () => {
    const store = templateStore(db)
    const found = await Promise.all(ids.map((id) => store.forMessage(workspaceId, live, id)))
    await Promise.all(found.map((version) => store.contentOf(version, '')))
  })
  expect(sent.length).toBeLessThanOrEqual(8)
})

test('a hundred sends with one template are three queries, and the next hundred none', async () => {
  const store = templateStore(db)
  const sendAll = () =>
    Promise.all(
      ids.map(async () => {
        const version = await store.forMessage(workspaceId, live, first)
        return store.contentOf(version, '')
      }),
    )
  expect(await capture(db, sendAll)).toHaveLength(3)
  expect(await capture(db, sendAll)).toHaveLength(0)
})

const publish = (version: number) =>
  db('templates').where({ workspace_id: workspaceId, id: firstId }).update({ published_version: version })
const publishedBy = async (store: ReturnType<typeof templateStore>) =>
  (await store.forMessage(workspaceId, live, first)).version

test('another process sees what is published once its memory of it is over, this one at once', async () => {
  const here = templateStore(db)
  const there = templateStore(db, { publishedMs: 200, maxBytes: 1_000_000 })
  expect([await publishedBy(here), await publishedBy(there)]).toEqual([2, 2])
  await publish(3)
  expect(await publishedBy(here)).toBe(2)
  here.forget(workspaceId, firstId)
  expect(await publishedBy(here)).toBe(3)
  await until(async () => (await publishedBy(there)) === 3, 'the other process to see it')
  await publish(2)
})

test('a look-up that began before a change is not remembered', async () => {
  const store = templateStore(db)
  // Waits behind a lock, so that it has begun and not ended when the change is told.
  const blocker = await db.transaction()
  await blocker.raw('lock table templates in access exclusive mode')
  const early = publishedBy(store)
  await until(async () => {
    const waiting = await blocker.raw('select count(*)::integer as count from pg_locks where not granted')
    return (waiting as { rows: { count: number }[] }).rows[0]?.count === 1
  }, 'the look-up to wait')
  store.forget(workspaceId, firstId)
  await blocker.rollback()
  expect(await early).toBe(2)
  expect(await capture(db, () => publishedBy(store))).toHaveLength(1)
})

test('a version that was never published is asked for again until it is', async () => {
  const store = templateStore(db)
  const ask = (environment: 'live' | 'test') =>
    store.forMessage(workspaceId, { id: project, environment }, first, 5)
  expect(await ask('test')).toMatchObject({ version: 5, was_published: false })
  await expect(ask('live')).rejects.toMatchObject({ code: 'template_not_published' })
  await db('template_versions')
    .where({ workspace_id: workspaceId, template_id: firstId, version: 5 })
    .update({ published_at: new Date() })
  expect(await ask('live')).toMatchObject({ version: 5, was_published: true })
})

test('a small memory forgets, and still answers', async () => {
  const store = templateStore(db, { publishedMs: 60_000, maxBytes: 1_000 })
  for (let round = 0; round < 2; round += 1) {
    const found = await Promise.all(ids.map((id) => store.forMessage(workspaceId, live, id)))
    const contents = await Promise.all(found.map((version) => store.contentOf(version, '')))
    expect(new Set(contents)).toEqual(new Set(['v2']))
  }
})

test('contacts of many sends come in one query, by their addresses', async () => {
  const addresses = Array.from({ length: 100 }, (_, index) => `n${index + 1}@example.com`)
  await expectBounded(
    db,
    async (trx) => {
      const find = contactFinder(trx)
      const found = await Promise.all(addresses.map((address) => find(workspaceId, project, address)))
      // The others are of another project.
      expect(found.filter((contact) => contact !== undefined)).toHaveLength(50)
      expect(found[1]).toEqual({ email: 'N2@example.com', name: 'N', properties: { plan: 'pro' } })
    },
    100,
  )
  const sent = await capture(db, async () => {
    const find = contactFinder(db)
    await Promise.all(addresses.map((address) => find(workspaceId, project, address)))
  })
  expect(sent).toHaveLength(1)
})

test('a hundred aliases at once are one query, by their key', async () => {
  const names = templates.map((_, index) => `a${index + 1}`)
  await expectBounded(
    db,
    async (trx) => {
      const store = templateStore(trx)
      expect(await Promise.all(names.map((name) => store.idOf(workspaceId, live, name)))).toEqual(ids)
    },
    names.length,
  )
})
