import type { Command } from 'commander'
import type { Knex } from 'knex'
import type { Config } from '../../config.js'
import {
  addDomain,
  checkDomain,
  listDomains,
  removeDomain,
  rotateKey,
  showDomain,
  type AddOptions,
} from '../domain/domain.js'
import type { DomainOptions } from '../domain/desk.js'
import { distrustDomain, trustDomain } from '../domain/trust.js'
import { withDatabase } from '../with-database.js'
import { jsonOption, workspaceOption } from './options.js'

/** What is done with one domain, and answers what has become of it. */
type DomainCommand = (db: Knex, config: Config, name: string, options: AddOptions) => Promise<string>

export function addDomainCommands(program: Command): void {
  const domain = program.command('domain').description('The domains that live projects may send from.')
  const ofOne = (usage: string, description: string, run: DomainCommand) =>
    domain
      .command(`${usage} <name>`)
      .description(description)
      .option(...workspaceOption)
      .option(...jsonOption)
      .action((name: string, options: AddOptions) =>
        withDatabase((config, { db }) => run(db, config, name, options)),
      )
  const ed25519 = ['--ed25519', 'sign with an Ed25519 key too, beside the RSA key'] as const

  ofOne('add', 'Add a domain, to be verified by its DNS records.', addDomain).option(...ed25519)
  ofOne(
    'trust',
    'Vouch for a domain, so that it counts as verified, and make the keys that sign its mail.',
    trustDomain,
  ).option(...ed25519)
  ofOne('distrust', 'Vouch for a domain no more: its DNS records decide.', distrustDomain)
  ofOne('show', 'Show a domain with its DNS records as of its last check.', showDomain)
  ofOne('check', 'Look at the DNS records of a domain now.', checkDomain)
  ofOne('rotate-key', 'Make the DKIM keys that are to follow those of a domain.', rotateKey)
  domain
    .command('list')
    .description('List the domains with their states.')
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((options: DomainOptions) => withDatabase((_config, { db }) => listDomains(db, options)))
  domain
    .command('remove <name>')
    .description('Take a domain away, with its keys and what DMARC reports told of it.')
    .option(...workspaceOption)
    .action((name: string, options: DomainOptions) =>
      withDatabase((_config, { db }) => removeDomain(db, name, options)),
    )
}
