import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's browser listens; empty where there is none. */
    browserUrl: string
  }
}

/** Where systems have it. */
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

/** The browser of this machine; undefined where there is none. POSTSEAL_TEST_CHROMIUM names another one. */
function findChromium(): string | undefined {
  return [process.env['POSTSEAL_TEST_CHROMIUM'] ?? '', ...places].find(
    (place) => place !== '' && existsSync(place),
  )
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
    // In containers there is no user namespace, and little shared memory.
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    timeout: 60_000,
  })
  project.provide('browserUrl', server.wsEndpoint())
  return () => server.close()
}
