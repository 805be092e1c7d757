import type { Knex } from 'knex'

/** Makes the rules of segments slow in a database: those that compare a property with a number. */
export interface SlowRules {
  /**
   * From now on each contact takes so many milliseconds, for so many statements; with `everything`, so does what is
   * compared with a slow page.
   */
  slowDown(slow: { ms: number; statements?: number; everything?: boolean }): Promise<void>
}

/** Functions that come before those of PostgreSQL. Only connections that are opened later know them. */
const functions = `
  create schema slow;
  create table slow.present (ms integer not null, everything boolean not null);
  create sequence slow.statements;
  create table slow.last (statements bigint not null);
  insert into slow.present values (0, false);
  insert into slow.last values (0);
  create function slow.down(contacts integer) returns void language plpgsql volatile as $$
    declare ms integer := (select present.ms from slow.present);
    begin
      if contacts = 0 or ms = 0 then return; end if;
      -- A sequence counts statements, also those that are rolled back.
      if coalesce(current_setting('slow.began', true), '') <> statement_timestamp()::text then
        perform set_config('slow.began', statement_timestamp()::text, false), nextval('slow.statements');
      end if;
      if (select last_value from slow.statements) <= (select statements from slow.last) then
        perform pg_sleep(contacts * ms / 1000.0);
      end if;
    end $$;
  create function slow.jsonb_typeof(value jsonb) returns text language plpgsql volatile as $$
    begin perform slow.down(1); return pg_catalog.jsonb_typeof(value); end $$;
  create function slow.generate_series(one integer, last integer) returns setof integer language plpgsql volatile as $$
    begin
      perform slow.down(case when (select everything from slow.present) then 10 else 0 end);
      return query select pg_catalog.generate_series(one, last);
    end $$;`

/** @param db of which no other connection is open yet */
export async function slowRules(db: Knex): Promise<SlowRules> {
  await db.raw(functions)
  await db.raw(`do $$ begin
    execute format('alter database %I set search_path = slow, pg_catalog, public', current_database());
  end $$`)
  return {
    slowDown: async ({ ms, statements = 1_000_000, everything = false }) => {
      await db.raw(
        `update slow.last set statements = (select last_value from slow.statements) + ${statements};
         update slow.present set ms = ${ms}, everything = ${everything}`,
      )
    },
  }
}
