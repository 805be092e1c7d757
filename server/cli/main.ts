import { Command } from 'commander'
import { addDmarcCommands } from './commands/dmarc.js'
import { addDomainCommands } from './commands/domain.js'
import { addQueueCommands } from './commands/queue.js'
import { addSessionCommands } from './commands/session.js'
import { addWorkspaceCommands } from './commands/workspace.js'

/**
 * The operator's command line: what the public contract leaves out. It works on the database directly, beside a
 * running service or without one. Results go to standard output, everything else to standard error.
 *
 * Exit codes: 0, 1 for a failure, 2 for a configuration that makes no sense.
 */
const program = new Command('postseal').description('Operate a Postseal service.')
addSessionCommands(program)
addWorkspaceCommands(program)
addDomainCommands(program)
addDmarcCommands(program)
addQueueCommands(program)
await program.parseAsync()
