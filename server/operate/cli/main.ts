#!/usr/bin/env node
/** The program `postseal`. Read operator-command.ts next. */
import '../../platform/config/supported-node.js'

// A dynamic import, because an unsupported Node could not link this module before the check above.
void import('./operator-command.js').then(async ({ runOperatorCommand }) => {
  process.exitCode = await runOperatorCommand(process.argv.slice(2), process)
})
