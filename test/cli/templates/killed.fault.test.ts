import { readdirSync, watch, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startHttpCuttingProxy, type HttpCuttingProxy } from '../../support/network/cutting-proxy.js'
import { run as start } from '../../support/service/process.js'
import { newDataDir } from '../../support/run/scratch-folder.js'
import { shop, useTemplateCommands, withoutText } from '../../support/commands/template-commands.js'
import { folderWith, treeOf } from '../../support/commands/template-folders.js'

/**
 * `postseal templates push` and `pull` that are killed, or lose the network, at each of their requests: before the
 * service has the request, and when it has answered.
 */

const { at, run, push, pushed, all } = useTemplateCommands()

let proxy: HttpCuttingProxy
beforeEach(async () => {
  proxy = await startHttpCuttingProxy(at.service.url)
})
afterEach(() => proxy.close())

const files = withoutText(shop)
const through = (...args: string[]) =>
  start('../cli/dist/main.js', ['templates', ...args], { ...at.env, POSTSEAL_BASE_URL: proxy.url })
/** Returns the service's templates, without ids and times. */
async function stateOf() {
  const state: Record<string, unknown> = {}
  for (const [name, { id, kind, latest_version, published_version }] of await all()) {
    const { subject, html, text } = (await at.templates.version(id, latest_version)).body
    state[name] = { kind, latest_version, published_version, subject, text, hasHtml: html !== null }
  }
  return state
}

/** Runs a command once for each of its requests and either moment, until it is through. */
async function cutEverywhere(
  args: () => readonly string[],
  how: 'kill' | 'cut',
  check: (what: string) => Promise<void>,
): Promise<number> {
  for (let number = 1; ; number += 1) {
    for (const when of ['before', 'after'] as const) {
      let hasCut = false
      const command = { process: undefined as ReturnType<typeof start> | undefined }
      proxy.at(number, when, () => {
        hasCut = true
        if (how === 'kill') void command.process?.kill('SIGKILL')
      })
      command.process = through(...args())
      const { code, stderr } = await command.process.ended
      proxy.mend()
      if (!hasCut) {
        expect(code, stderr).toBe(0)
        return number - 1
      }
      if (how === 'cut') expect(code).toBe(1)
      await check(`${how} ${when} request ${number}`)
    }
  }
}

describe.each(['kill', 'cut'] as const)('push, by a %s', (how) => {
  test('leaves whole versions, and the next push makes the rest, once', async () => {
    const dir = folderWith(files)
    const args = ['push', dir, '--yes', '--publish', '--timeout', '2']
    const made = await cutEverywhere(
      () => args,
      how,
      async (what) => {
        const names = [...(await all()).keys()]
        expect(new Set(names).size, what).toBe(names.length)
        const page = (await at.templates.page('?limit=100')).body.data as { name: string }[]
        expect(page.length, what).toBe(names.length)
        for (const state of Object.values(await stateOf()))
          expect(state, what).toMatchObject({ hasHtml: true })
      },
    )
    expect(made).toBeGreaterThan(0)
    expect(await pushed(dir, '--publish')).toBe('Nothing to do: the service has all of it.\n')
    const state = await stateOf()
    expect(Object.keys(state).sort()).toEqual(['Base', 'Button', 'Receipt'])
    for (const each of Object.values(state)) expect(each).toMatchObject({ published_version: 1 })
  })
})

test('two first pushes at once make each template once', async () => {
  const dir = folderWith(files)
  const ends = await Promise.all([push(dir, '--publish'), push(dir, '--publish'), push(dir, '--publish')])
  expect(ends.map(({ code }) => code)).toContain(0)
  const page = (await at.templates.page('?limit=100')).body.data as { name: string }[]
  expect(page.map(({ name }) => name).sort()).toEqual(['Base', 'Button', 'Receipt'])
  expect((await push(dir, '--publish')).code).toBe(0)
  expect(await pushed(dir, '--publish')).toBe('Nothing to do: the service has all of it.\n')
})

test('two first pushes of different content at once make each template once, and one may have to go again', async () => {
  const [one, other] = [folderWith(files), folderWith(files)]
  writeFileSync(path.join(other, 'receipt/body.html'), "{% layout 'base' %}<p>Other</p>\n")
  const ends = await Promise.all([push(one, '--publish'), push(other, '--publish')])
  for (const { code, stderr } of ends) if (code !== 0) expect(stderr).toContain('Push again.')
  expect((await at.templates.page('?limit=100')).body.data).toHaveLength(3)
  for (const dir of [one, other]) expect((await push(dir, '--publish')).code).toBe(0)
})

test('a template that was deleted or renamed after its first push is made anew', async () => {
  const dir = folderWith({ 'plain/template.json': { subject: 'Hi' }, 'plain/body.txt': 'x' })
  await pushed(dir)
  const { id } = (await all()).get('plain')
  expect((await at.templates.remove(id)).status).toBe(204)
  await pushed(dir)
  const again = (await all()).get('plain')
  expect((await at.templates.rename(again.id, 'Another')).status).toBe(200)
  await pushed(dir)
  expect([...(await all()).keys()].sort()).toEqual(['Another', 'plain'])
})

test.each(['kill', 'cut'] as const)(
  'pull, by a %s, writes whole folders and files, and goes on',
  async (how) => {
    const source = folderWith(files)
    await pushed(source, '--publish')
    const whole = newDataDir()
    expect((await run(['pull', whole])).code).toBe(0)
    const wanted = treeOf(whole)
    const dir = newDataDir()
    await cutEverywhere(
      () => ['pull', dir, '--timeout', '2'],
      how,
      async (what) => {
        for (const [name, content] of Object.entries(treeOf(dir))) expect(content, what).toBe(wanted[name])
        await Promise.resolve()
      },
    )
    expect(treeOf(dir)).toEqual(wanted)
    expect(readdirSync(dir).filter((name) => name.startsWith('.'))).toEqual([])
  },
)

test.each([1, 7, 20])(
  'pull that is killed while it writes leaves whole files: event %i of its folder',
  async (event) => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [
        [`t${n}/template.json`, { subject: `S${n}` }],
        [`t${n}/body.html`, `<p>${'x'.repeat(50_000)}</p>\n`],
        [`t${n}/body.txt`, `${n}\n`],
      ]).flat() as [string, unknown][],
    )
    await pushed(folderWith(many))
    const whole = newDataDir()
    expect((await run(['pull', whole])).code).toBe(0)
    const wanted = treeOf(whole)

    const old = { 't0/template.json': { subject: 'Old' }, 't0/body.txt': 'old\n' }
    const dir = folderWith(old)
    const oldTree = treeOf(dir)
    const args = ['pull', dir, '--force']
    const pulling = through(...args)
    let events = 0
    const watcher = watch(dir, { recursive: true }, () => {
      events += 1
      if (events === event) void pulling.kill('SIGKILL')
    })
    const { signal } = await pulling.ended
    watcher.close()
    expect(signal).toBe('SIGKILL')
    const visible = Object.entries(treeOf(dir)).filter(([name]) => !/(^|\/)\./.test(name))
    for (const [name, content] of visible) expect([wanted[name], oldTree[name]]).toContain(content)
    for (const folder of readdirSync(dir).filter((name) => /^t[1-9]/.test(name)))
      expect(Object.keys(treeOf(path.join(dir, folder)))).toEqual(['body.html', 'body.txt', 'template.json'])
    // Drafts are no files of a template.
    expect((await run(['diff', dir])).code).toBeLessThan(2)
    expect((await run(args)).code).toBe(0)
    expect(treeOf(dir)).toEqual(wanted)
  },
)
