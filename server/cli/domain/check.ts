import type { Knex } from 'knex'
import type { Config } from '../../config.js'
import { inTransaction } from '../../db/transaction.js'
import { openResolver } from '../../dns/open-resolver.js'
import { lookAt } from '../../domains/check/look-at-all.js'
import { look } from '../../domains/look.js'
import { recordLook } from '../../domains/record-look.js'
import { sendingAddresses } from '../../domains/surroundings.js'
import { deskOf, expectNamed, forCommand, namedBy, noDomain, type DomainOptions } from './desk.js'
import { answer } from './text.js'

/** Looks at a domain's records now, whatever the limit of the API, and shows it as it is then. */
export async function checkDomain(
  db: Knex,
  config: Config,
  given: string,
  options: DomainOptions,
): Promise<string> {
  const named = await namedBy(db, given, options)
  const { id, workspace_id } = await expectNamed(db, named)
  const desk = await deskOf(db, config)
  const resolver = openResolver(config.dnsServers)
  const looking = { ...desk, lookAt: lookAt(desk.surroundings, sendingAddresses(config, resolver)) }
  const looked = await forCommand(named, () => look(db, looking, resolver, workspace_id, id))
  const recorded =
    looked && (await inTransaction(db, ({ sql }) => recordLook(sql, desk.surroundings, looked)))
  if (recorded === undefined) throw noDomain(named)
  return answer(desk, recorded.row, options)
}
