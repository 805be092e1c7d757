import type { Knex } from 'knex'

/**
 * A database for units that only run statements: it answers them itself.
 *
 * @param answer gets the values of a statement, and says its rows
 */
export function answeringDatabase(
  answer: (values: readonly unknown[]) => unknown[] | Promise<unknown[]>,
): Knex {
  interface Asked {
    readonly options: { readonly values: readonly unknown[] }
  }
  const client = {
    config: {},
    acquireConnection: () => Promise.resolve({}),
    query: async (_connection: object, { options }: Asked) => ({
      response: { rows: await answer(options.values) },
    }),
    emit: () => false,
    releaseConnection: () => Promise.resolve(),
  }
  return { client } as unknown as Knex
}
