import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { chromiumArguments, findChromium } from './chromium.js'

/**
 * Makes the pictures of the documentation: the console's main screens, of the demo's workspace, in `docs/images/`.
 */

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url))
const port = process.env['PORT'] || '4080'
const base = `http://localhost:${port}/console/`

interface Picture {
  readonly name: string
  readonly screen: string
  readonly scheme?: 'dark'
  readonly width?: number
  readonly height?: number
  /** Prepares the page before the picture is taken. */
  readonly first?: (page: Page) => Promise<void>
}

const openFirstRow = async (page: Page) => {
  await page.locator('[data-row] .row-link').first().click()
}

const openTemplate = async (page: Page) => {
  await page.getByRole('link', { name: 'Receipt', exact: true }).click()
  await page.getByRole('tab', { name: 'HTML', exact: true }).first().click()
}

const openCampaign = async (page: Page) => {
  await openFirstRow(page)
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
  await page
    .getByText(/contacts get it/)
    .first()
    .waitFor()
}

const openAutomation = async (page: Page) => {
  await openFirstRow(page)
  await page.getByRole('button', { name: 'Simulate', exact: true }).waitFor()
  await page.locator('.step-toggle').first().waitFor()
}

const pictures: readonly Picture[] = [
  { name: 'overview', screen: '?span=30d', height: 900 },
  { name: 'overview-dark', screen: '?span=30d', scheme: 'dark', height: 900 },
  { name: 'messages', screen: 'messages' },
  { name: 'messages-phone', screen: 'messages', width: 360 },
  { name: 'message', screen: 'messages?status=bounced', first: openFirstRow },
  { name: 'domain', screen: 'domains?status=pending', first: openFirstRow },
  { name: 'dmarc', screen: 'dmarc' },
  { name: 'webhooks', screen: 'webhooks' },
  { name: 'campaign', screen: 'campaigns?status=draft', first: openCampaign, height: 900 },
  { name: 'template', screen: 'templates', first: openTemplate, height: 900 },
  { name: 'automation', screen: 'automations', first: openAutomation, height: 900 },
  {
    name: 'palette',
    screen: 'messages',
    first: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'What do you look for?', exact: true }).fill('web')
    },
  },
]

const executablePath = findChromium()
if (executablePath === undefined) {
  process.stderr.write(
    'There is no chromium on this machine. Install it, or name it in POSTSEAL_TEST_CHROMIUM.\n',
  )
  process.exit(1)
}
const demo = spawn(
  process.execPath,
  [...process.execArgv, fileURLToPath(new URL('main.ts', import.meta.url))],
  {
    env: { ...process.env, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const ended = once(demo, 'exit')
try {
  const link = await Promise.race([
    printedLink(),
    ended.then(() => Promise.reject(new Error('The demo has ended.'))),
  ])
  await takeAll(link, executablePath)
} finally {
  demo.kill('SIGTERM')
  await ended
}

/** The link that the demo prints. */
async function printedLink(): Promise<string> {
  for await (const line of createInterface({ input: demo.stdout })) {
    const [link] = /http\S+\/console\/sign-in#\S+/.exec(line) ?? []
    if (link !== undefined) return link
  }
  throw new Error('The demo has printed no link.')
}

async function takeAll(link: string, browserPath: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const browser = await chromium.launch({ executablePath: browserPath, args: chromiumArguments })
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator('.frame nav').first().waitFor()
  for (const { name, screen, scheme, width, height, first } of pictures) {
    await page.setViewportSize({ width: width ?? 1280, height: height ?? 800 })
    await page.emulateMedia({ colorScheme: scheme ?? 'light' })
    await page.goto(base + screen)
    await shown(page)
    if (first) {
      await first(page)
      await shown(page)
    }
    await page.screenshot({ path: path.join(folder, `console-${name}.png`), animations: 'disabled' })
    process.stdout.write(`docs/images/console-${name}.png\n`)
  }
  await browser.close()
}

/** Waits for the content, and for plots, which are drawn a moment later. */
async function shown(page: Page): Promise<void> {
  await page.locator('main h1').waitFor()
  await page.locator('main [aria-busy=true], main .skeleton').first().waitFor({ state: 'detached' })
  await page.evaluate('document.fonts.ready.then(() => new Promise(requestAnimationFrame))')
  if ((await page.locator('.plot').count()) > 0) await page.locator('.plot canvas').first().waitFor()
}
