import type { Command } from 'commander'
import type { McpOptions } from '../mcp/run.js'
import type { Client } from './client.js'

/** Adds the command that agents start. */
export function addMcpCommand(program: Command, client: Client): void {
  program
    .command('mcp')
    .description(
      'Serve the operations as tools to an agent that starts this command, with the Model Context Protocol on standard ' +
        'input and output. Tools that change something need --allow, live projects need --live.',
    )
    .option(
      '--allow <list>',
      'what can be changed: tools, operations or groups, separated by commas, or "all"',
    )
    .option('--only <list>', 'which tools there are at all')
    .option('--live', 'open live projects, too')
    .option('--profile <name>', 'the service and key to use; see "postseal profile"')
    .option('--timeout <seconds>', 'the timeout of a call in seconds (default: 90)')
    .action(async (options: McpOptions) => {
      const { runMcp } = await import('../mcp/run.js')
      await runMcp(client, options)
    })
}
