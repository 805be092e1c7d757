import { runOperatorCommand } from './operator-command.js'

/** Runs the command line on the arguments and the streams of this process. */
process.exitCode = await runOperatorCommand(process.argv.slice(2), process)
