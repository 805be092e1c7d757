import { expect, test } from 'vitest'
import { useCheck } from './support/set-ups.js'

const check = useCheck()

test('a right set-up has nothing to advise', async () => {
  const records = await check({})
  const kinds = [
    'dkim',
    'spf',
    'return_path_mx',
    'return_path',
    'dmarc',
    'dmarc_reports',
    'mta_sts',
    'tls_rpt',
    'bimi',
  ]
  expect(records.map(({ kind, status, problem, advice }) => [kind, status, problem, advice])).toEqual(
    kinds.map((kind) => [kind, 'ok', null, null]),
  )
})
