import type { Command } from 'commander'
import { addOperations } from './add.js'
import type { Client } from './client.js'
import { addCompletionCommand } from './completion.js'
import { addMcpCommand } from './mcp.js'
import { addMoveCommand } from './move.js'
import { addProfileCommands } from './profile.js'
import { addSuppressionsCommands } from './suppressions.js'
import { addTemplatesCommands } from './templates.js'

/**
 * Adds all commands that are API clients.
 *
 * @param args the command-line arguments
 */
export function addClientCommands(program: Command, client: Client, args: readonly string[]): void {
  // The template commands have --version, which is the program's own option everywhere else.
  program.enablePositionalOptions()
  addProfileCommands(program, client)
  addOperations(program, client, args)
  addTemplatesCommands(program, client)
  addSuppressionsCommands(program, client)
  addMoveCommand(program, client)
  addMcpCommand(program, client)
  addCompletionCommand(program, client)
}
