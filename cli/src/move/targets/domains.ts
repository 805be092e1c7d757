import type { Made } from './one-by-one.js'
import { oneByOne } from './one-by-one.js'
import { idOf, rowsOf, textOf, type Row } from '../fields.js'

/** Brings domains. Each gets DKIM keys of its own, and its records are remarks. */
export const bringDomains = oneByOne<'domains'>('domains', {
  nameOf: ({ name }) => name,
  idOf: ({ id }) => id,
  find: async ({ to }, { name }) => {
    for await (const row of to.list('/v1/domains'))
      if (row['name'] === name.toLowerCase()) return madeOf(await to.get(`/v1/domains/${idOf(row, 'id')}`))
    return undefined
  },
  create: async ({ to }, { name, returnPathLabel }, key) => {
    const value = { name, ...(returnPathLabel !== undefined && { return_path_label: returnPathLabel }) }
    return madeOf(await to.change('POST', '/v1/domains', { value, key }))
  },
})

function madeOf(domain: Row): Made {
  const remarks = rowsOf(domain['records'])
    .filter((record) => record['need'] !== 'optional' && record['status'] !== 'ok')
    .flatMap((record) => {
      const expected = textOf(record, 'expected')
      if (expected === undefined) return []
      return [
        {
          item: textOf(record, 'name') ?? '',
          reason: `publish ${textOf(record, 'type') ?? ''} ${expected} (${textOf(record, 'need') ?? ''})`,
        },
      ]
    })
  return { id: idOf(domain, 'id'), remarks }
}
