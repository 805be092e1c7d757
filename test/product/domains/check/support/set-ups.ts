import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DomainRecord } from '../../../../../server/product/domains/check/record-check.js'
import { recordChecker } from '../../../../../server/product/domains/check/check-records.js'
import { openResolver } from '../../../../../server/mail/dns/open-resolver.js'
import { startDns, type TestDns, type Zone } from '../../../../support/domains/dns.js'
import { domain, ourAddress, rightZone, sendingSetup } from './zone.js'

/** Set-ups of a domain, each with what a check has to say of it, through a real DNS server. */

type Changes = Record<string, Zone[string] | undefined>

export type SetUp = [
  what: string,
  changes: Changes,
  status: DomainRecord['status'],
  problem: string | null,
  advice: string | null,
]

/** Checks the right zone with these changes and returns the records that are found; undefined takes a name out. */
export type Check = (changes: Changes) => Promise<readonly DomainRecord[]>

/** Starts the DNS server for the tests of a file. */
export function useCheck(): Check {
  let dns: TestDns
  beforeAll(async () => {
    dns = await startDns()
  })
  afterAll(() => dns.close())
  return async (changes) => {
    for (const name of Object.keys(dns.zone)) delete dns.zone[name]
    for (const [name, entry] of Object.entries({ ...rightZone, ...changes })) {
      if (entry !== undefined) dns.zone[name] = entry
    }
    const look = recordChecker(sendingSetup, async () => [ourAddress])
    return (await look(domain, openResolver([dns.server], { tryMs: 1_000 }))).records
  }
}

/** A test for each set-up, of what is found of one kind of record. */
export function each(check: Check, kind: DomainRecord['kind'], setUps: readonly SetUp[]): void {
  test.for(setUps)('%s', async ([_what, changes, status, problem, advice]) => {
    const record = (await check(changes)).find((one) => one.kind === kind)
    expect({ status: record?.status, problem: record?.problem, advice: record?.advice }).toEqual({
      status,
      problem,
      advice,
    })
  })
}
