// Tests the Go and the PHP client, where their languages are installed. A language that is not
// installed is left out, which a line says. Both clients call a service of their own, `node dist/bin.js
// --ephemeral`.
import { beginRun } from '../../test/support/run/run.js'
import { endChildrenWithThisProcess } from '../test-python/child.js'
import { goSteps } from './go.js'
import type { Language } from './language.js'
import { phpSteps } from './php.js'

const languages: readonly (() => Promise<Language>)[] = [goSteps, phpSteps]

async function main(): Promise<boolean> {
  // Their services end with it, even where it is killed.
  await beginRun(false)
  let ok = true
  for (const language of languages) {
    const { missing, steps } = await language()
    if (missing !== undefined) print(missing)
    for (const { name, run } of steps) {
      const { ok: passed, output, seconds } = await run()
      print(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
      if (!passed) print(output.trim())
      ok &&= passed
    }
  }
  return ok
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

endChildrenWithThisProcess()
process.exitCode = (await main()) ? 0 : 1
