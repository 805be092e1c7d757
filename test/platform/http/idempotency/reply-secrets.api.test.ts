import knex from 'knex'
import { expect, onTestFinished, test } from 'vitest'
import { nilUuid } from '../../../../server/platform/db/ids.js'
import { replySecretsTask } from '../../../../server/platform/http/idempotency/purge.js'
import { call } from '../../../support/api/api.js'
import { allTasks } from '../../../support/database/purge.js'
import { sharedApi } from '../../../support/service/shared-service.js'
import { addTenant } from '../../../support/workspace/tenant.js'

test('the secret that is kept with an idempotency key goes after ten minutes, and the key stays', async () => {
  const service = await sharedApi()
  const tenant = await addTenant(service)
  const key = await tenant.key()
  const subscribing = (idempotencyKey: string) =>
    call(service.url, 'PUT', '/v1/webhooks/status', {
      key,
      body: { url: `https://${idempotencyKey}.example/in`, events: ['*'] },
      headers: { 'Idempotency-Key': idempotencyKey },
    })
  const [old, young] = [await subscribing('old'), await subscribing('young')]
  const sealed = async () => {
    const { rows } = await service.sql.query<{ key: string; sealed: boolean }>(
      'select key, sealed_secret is not null as sealed from idempotency_keys where workspace_id = $1 order by key',
      [tenant.workspaceId],
    )
    return rows
  }
  expect(await sealed()).toEqual([
    { key: 'old', sealed: true },
    { key: 'young', sealed: true },
  ])
  for (const [key, minutes] of Object.entries({ old: 11, young: 9 }))
    await service.sql.query(
      `update idempotency_keys set created_at = now() - make_interval(mins => $3)
       where workspace_id = $1 and key = $2`,
      [tenant.workspaceId, key, minutes],
    )
  const db = knex({ client: 'pg', connection: service.config.databaseUrl ?? '', pool: { min: 0, max: 1 } })
  onTestFinished(() => db.destroy())
  expect(allTasks).toContain(replySecretsTask)
  // Only the workspaces that have such a secret are looked up, and of each what is past its time.
  const found = await replySecretsTask.workspaces(db, nilUuid, 10_000)
  expect(found.map(({ id }) => id)).toContain(tenant.workspaceId)
  const scope = { workspaceId: tenant.workspaceId, before: new Date() }
  expect(await replySecretsTask.purge(db, scope, nilUuid, 100)).toEqual({
    purged: { reply_secrets: 1 },
    next: null,
  })
  expect(await sealed()).toEqual([
    { key: 'old', sealed: false },
    { key: 'young', sealed: true },
  ])
  expect((await subscribing('old')).body).toEqual({
    ...old.body,
    secret: null,
    secret_withheld: 'shown_before',
  })
  expect((await subscribing('young')).body).toEqual(young.body)
})
