/**
 * The command `postseal-server`. It imports only the mode that it starts, and the parser of options only if there are
 * any.
 *
 * Exit codes: those of process/run-service.ts, and 2 for invalid options.
 */

const hasOptions = process.argv.length > 2
const { ephemeral = false, ...options } = hasOptions
  ? (await import('./server-options.js')).serverOptions()
  : {}
if (ephemeral) {
  const { runEphemeral } = await import('../ephemeral/run.js')
  await runEphemeral(options, process.env)
} else {
  const { runService } = await import('../run-service.js')
  await runService(process.env)
}
