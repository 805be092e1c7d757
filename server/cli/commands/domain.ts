import type { Command } from 'commander'
import {
  listDomains,
  removeDomain,
  showDomain,
  trustDomain,
  type DomainOptions,
  type TrustOptions,
} from '../domain.js'
import { withDatabase } from '../with-database.js'
import { jsonOption, workspaceOption } from './options.js'

export function addDomainCommands(program: Command): void {
  const domain = program.command('domain').description('The domains that live projects may send from.')
  domain
    .command('trust <name>')
    .description('Vouch for a domain, so that it counts as verified, and make the keys that sign its mail.')
    .option('--ed25519', 'sign with an Ed25519 key too, beside the RSA key')
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((name: string, options: TrustOptions) =>
      withDatabase((config, { db }) => trustDomain(db, config, name, options)),
    )
  domain
    .command('show <name>')
    .description('Show a domain with the DNS records to publish for it.')
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((name: string, options: DomainOptions) =>
      withDatabase((config, { db }) => showDomain(db, config, name, options)),
    )
  domain
    .command('list')
    .description('List the domains with their states.')
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((options: DomainOptions) => withDatabase((_config, { db }) => listDomains(db, options)))
  domain
    .command('remove <name>')
    .description('Take a domain away, with its keys.')
    .option(...workspaceOption)
    .action((name: string, options: DomainOptions) =>
      withDatabase((_config, { db }) => removeDomain(db, name, options)),
    )
}
