import { expect, test } from 'vitest'
import {
  isDatabaseAway,
  isMachineAway,
  isUnavailable,
} from '../../../../server/platform/db/connection/unavailable.js'
import { asApiError } from '../../../../server/platform/http/errors/error-replies.js'

/**
 * Makes an error as Citus answers with while it moves shards to another machine, or splits them: the first was seen,
 * the others are in its source.
 */

const failure = (code: string, message: string) => Object.assign(new Error(message), { code })

test.each([
  ['42P01', 'store_accepted - relation "public.workspaces_102049" does not exist'],
  ['42P01', 'relation "workspaces_102049" does not exist'],
  ['42P01', 'relation "mail.message_logs_default_1020491" does not exist'],
  ['42P01', 'select * from contacts where id = $1 - relation "public.contacts_102049" does not exist'],
  ['42P01', 'Relation »public.workspaces_102049« existiert nicht'],
  ['40001', 'store_accepted - shard for the given value does not exist'],
  ['22023', 'could not find any healthy placement for shard 102049'],
  ['XX000', 'record_outcomes - could not find valid entry for shard 102049'],
  ['XX000', 'could not find valid entry for shard placement 17'],
  ['XX000', 'record_outcomes - shard 102049 does not have any shard placements'],
  ['XX000', 'there is a shard placement in node group 4 but there are no nodes in that group'],
  ['XX000', 'could not open relation with OID 20113'],
  ['0A000', 'lock_contacts - cached plan must not change result type'],
])('%s is for now, and of one workspace: %s', (code, message) => {
  const error = failure(code, message)
  expect([isUnavailable(error), isDatabaseAway(error), isMachineAway(error)]).toEqual([true, false, false])
  const { status, message: told, headers } = asApiError(error)
  expect([status, told, headers]).toEqual([
    503,
    'The database has just moved the requested data. Try again shortly.',
    { 'Retry-After': '1' },
  ])
})

test.each([
  ['42P01', 'store_accepted - relation "public.workspaces" does not exist'],
  ['42P01', 'store_accepted - relation "workspaces_2" does not exist'],
  ['42P01', 'select from contacts_102049 - relation "public.contacts" does not exist'],
  ['42P01', 'relation "_102049" does not exist'],
  ['42703', 'column "workspaces_102049" does not exist'],
  ['42883', 'function shard_102049() does not exist'],
  ['22023', 'invalid value for parameter'],
  ['XX000', 'cache lookup failed for relation 5'],
  ['0A000', 'cannot push down this subquery'],
])('%s is a mistake, which lasts: %s', (code, message) => {
  const error = failure(code, message)
  expect([isUnavailable(error), asApiError(error).status]).toEqual([false, 500])
})
