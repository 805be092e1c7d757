import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { chromiumArguments, findChromium } from '../../../scripts/demo/chromium.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address at which the run's browser listens; empty if there is no browser. */
    browserUrl: string
  }
}

/** Starts one browser for all tests of the console. They are left out where there is none, as one line says. */
export default async function startBrowser(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findChromium()
  if (executablePath === undefined) {
    process.stderr.write('The tests of the console are left out: there is no chromium on this machine.\n')
    project.provide('browserUrl', '')
    return () => Promise.resolve()
  }
  const server = await chromium.launchServer({
    executablePath,
    args: chromiumArguments,
    timeout: 180_000,
  })
  project.provide('browserUrl', server.wsEndpoint())
  return () => server.close()
}
