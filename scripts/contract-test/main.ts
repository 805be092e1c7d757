import { run } from './run.js'

/** `npm run contract:test`: see the usage in options.ts. */
process.exitCode = await run(process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
})
