import { onTestFinished } from 'vitest'
import type { TestService } from '../service/service.js'

/**
 * A disk of PostgreSQL that is full for some tables, by triggers that raise the error of a full disk, which has SQLSTATE
 * 53100 and leaves the connection and the server in order.
 *
 * @param when of which new rows, as a condition about `new`
 * @returns how often rows were refused so far, and a function that makes room
 */
export async function fillDisk(
  { sql }: TestService,
  tables: readonly string[],
  when = 'true',
): Promise<{ refusals: () => Promise<number>; makeRoom: () => Promise<void> }> {
  const triggers = tables.map(
    (table) =>
      `create trigger full_disk before insert or update on ${table} for each row when (${when}) execute function full_disk();`,
  )
  await sql.query(
    `create sequence full_disk_refusals;
     create function full_disk() returns trigger language plpgsql as
       $$ begin
         perform nextval('full_disk_refusals');
         raise exception 'could not extend file: No space left on device' using errcode = '53100';
       end $$;
     ${triggers.join('\n')}`,
  )
  const makeRoom = async () => {
    await sql.query('drop function if exists full_disk cascade; drop sequence if exists full_disk_refusals')
  }
  onTestFinished(makeRoom)
  return {
    makeRoom,
    refusals: async () => {
      const { rows } = await sql.query<{ times: number }>(
        'select case when is_called then last_value else 0 end::integer as times from full_disk_refusals',
      )
      return rows[0]?.times ?? 0
    },
  }
}

/** The reply to a request for which the disk has no room. */
export const refusedByDisk = (sentence: string) => ({
  status: 503,
  headers: { 'retry-after': '5' },
  body: { error: { code: 'unavailable', message: `The database's disk is full. ${sentence}` } },
})
