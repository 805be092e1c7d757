import { expect, test } from 'vitest'
import { isMachineAway, isUnavailable } from '../../../../server/platform/db/connection/unavailable.js'

/**
 * Makes an error as Citus was seen to answer with while one of its machines dies: its own code says no more than
 * "internal error".
 */

const internal = (message: string) => Object.assign(new Error(message), { code: 'XX000' })

test.each([
  'store_accepted - server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally',
  'store_accepted - terminating connection due to unexpected postmaster exit',
  'follow_events - failure on connection marked as essential: localhost:6601',
  'connection not open',
])('a machine that was lost is a database that is away: %s', (message) => {
  expect([isUnavailable(internal(message)), isMachineAway(internal(message))]).toEqual([true, true])
})

test.each(['insert_event - cache lookup failed for relation 5', 'select - tuple concurrently updated'])(
  'another internal error is not: %s',
  (message) => {
    expect([isUnavailable(internal(message)), isMachineAway(internal(message))]).toEqual([false, false])
  },
)

test('a machine that refuses connections is told from the one that the service talks to', () => {
  const lost = (message: string) => Object.assign(new Error(message), { code: '08006' })
  const remote = lost(
    'select - connection to the remote node db1:5432 failed with the following error: refused',
  )
  const own = lost('the connection was lost')
  expect([isUnavailable(remote), isMachineAway(remote)]).toEqual([true, true])
  expect([isUnavailable(own), isMachineAway(own)]).toEqual([true, false])
})
