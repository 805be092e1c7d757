import type { Command } from 'commander'
import type { Knex } from 'knex'
import type { Config } from '../../../platform/config/config.js'
import type { DomainOptions } from './domain-command.js'
import type { AddOptions } from './domain.js'
import type { Invocation } from '../invocation.js'
import { withDatabase, type Outcome } from '../with-database.js'
import { jsonOption, workspaceOption } from '../commands/options.js'

/** A command about one domain. It returns what to print. */
type DomainCommand = (
  db: Knex,
  config: Config,
  name: string,
  options: AddOptions,
) => Promise<string | Outcome>

/**
 * Loads the commands only when one is used, because code that reads and checks DNS records takes some time to load.
 */
const domainCommands = () => import('./domain.js')
const vouchCommands = () => import('./vouch.js')
const checkCommand = () => import('./check.js')

export function addDomainCommands(program: Command, invocation: Invocation): void {
  const domain = program.command('domain').description('The domains that live projects may send from.')
  const ofOne = (usage: string, description: string, load: () => Promise<DomainCommand>) =>
    domain
      .command(`${usage} <name>`)
      .description(description)
      .option(...workspaceOption)
      .option(...jsonOption)
      .action((name: string, options: AddOptions) =>
        withDatabase(invocation, async (config, { db }) => (await load())(db, config, name, options)),
      )
  const ed25519 = ['--ed25519', 'also sign with an Ed25519 key, in addition to the RSA key'] as const

  ofOne(
    'add',
    'Add a domain, to be verified by its DNS records.',
    async () => (await domainCommands()).addDomain,
  ).option(...ed25519)
  ofOne(
    'vouch',
    'Vouch for a domain, so that it counts as verified, and create the keys that sign its mail.',
    async () => (await vouchCommands()).vouchForDomain,
  ).option(...ed25519)
  ofOne(
    'unvouch',
    'Stop vouching for a domain; rely on its DNS records.',
    async () => (await vouchCommands()).unvouchDomain,
  )
  ofOne(
    'show',
    'Show a domain with its DNS records as of its last check.',
    async () => (await domainCommands()).showDomain,
  )
  ofOne('check', 'Check the DNS records of a domain now.', async () => (await checkCommand()).checkNow)
  ofOne(
    'rotate-key',
    'Create the next DKIM keys of a domain.',
    async () => (await domainCommands()).rotateKey,
  )
  domain
    .command('list')
    .description('List the domains with their status.')
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((options: DomainOptions) =>
      withDatabase(invocation, async (_config, { db }) => (await domainCommands()).listDomains(db, options)),
    )
  domain
    .command('remove <name>')
    .description('Remove a domain, with its keys and its DMARC statistics.')
    .option(...workspaceOption)
    .action((name: string, options: DomainOptions) =>
      withDatabase(invocation, async (_config, { db }) =>
        (await domainCommands()).removeDomain(db, name, options),
      ),
    )
}
