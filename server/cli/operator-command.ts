import { Command } from 'commander'
import { version } from '../version.js'
import { addDmarcCommands } from './commands/dmarc.js'
import { addDomainCommands } from './commands/domain.js'
import { addQueueCommands } from './commands/queue.js'
import { addSecretCommands } from './commands/secret.js'
import { addSessionCommands } from './commands/session.js'
import { addWorkspaceCommands } from './commands/workspace.js'

/**
 * The operator's command line, for operations that the public contract leaves out. Works on the database directly, with
 * or without a running service. Results go to standard output, everything else to standard error.
 *
 * Exit codes: 0 for success, 1 for a failure, 2 if the operator must first change the configuration or the resources
 * that it names.
 */
const program = new Command('postseal')
  .description(
    'Operates a Postseal service, beside it or without it. It takes its configuration from the same variables.',
  )
  .version(version, '--version', 'print the version')

addSessionCommands(program)
addWorkspaceCommands(program)
addDomainCommands(program)
addDmarcCommands(program)
addQueueCommands(program)
addSecretCommands(program)
await program.parseAsync()
