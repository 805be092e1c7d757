import { afterAll, beforeAll, expect, test } from 'vitest'
import { inbox } from '../../../support/messages/mail.js'
import { startTestService, type TestService } from '../../../support/service/service.js'
import { addUser, requestLink } from '../../../support/sign-in/sign-in.js'
import { firstTenant } from '../../../support/workspace/tenant.js'
import { until } from '../../../support/time/until.js'
import { heldPort } from '../../../support/network/ports.js'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { POSTSEAL_SINK_PORT: String(await heldPort()) } })
})
afterAll(() => service.stop())

test('a sign-in mail goes once where the database is away when it has been sent', async () => {
  await service.sql.query(`
    create sequence tries;
    create function refuse_first() returns trigger language plpgsql as $$
    begin
      if nextval('tries') <= 2 then
        raise exception 'the database system is shutting down' using errcode = '57P03';
      end if;
      return old;
    end $$;
    create trigger refuse_first before delete on sign_in_mails for each row execute function refuse_first()`)
  const user = await addUser(service, firstTenant(service).workspaceId)
  expect((await requestLink(service.url, user.email)).status).toBe(202)
  const untilTried = async () =>
    (await service.sql.query<{ tried: boolean }>(`select last_value >= 3 as tried from tries`)).rows[0]?.tried
  await until(async () => (await untilTried()) === true, 'the third try')
  await until(
    async () => (await service.sql.query('select from sign_in_mails')).rowCount === 0,
    'the end of the mail',
  )
  expect(await inbox(service.url, user.email)).toHaveLength(1)
})
