import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { clientCommand } from '../../support/commands/client-commands.js'
import { newDataDir } from '../../support/run/scratch-folder.js'
import { json, startScriptedHttp, type Answer } from '../../support/network/scripted-http.js'
import { folderWith } from '../../support/commands/template-folders.js'

/** Bodies in other formats: compiled by what is installed beside them. Packages stand in that do the least. */

const key = 'key-that-is-secret'

/** A package of the user's, as npm installs it. */
function packageOf(name: string, source: string, others: object = {}) {
  const exports = { '.': './index.js', './package.json': './package.json', ...others }
  return {
    [`node_modules/${name}/package.json`]: { name, version: '1.0.0', exports },
    [`node_modules/${name}/index.js`]: source,
  }
}

const mjml = packageOf(
  'mjml',
  `module.exports = async (source, { filePath, ignoreIncludes }) => ({
    html: source.replace('ID', Math.random()).replace('FILE', require('path').basename(filePath) + ignoreIncludes),
    errors: source.includes('mj-wrong') ? [{ line: 2, tagName: 'mj-wrong', message: 'is not registered' }] : [],
  })`,
)
const body = (file: string, source: string, manifest: object = {}) => ({
  'emails/a/template.json': { subject: 'S', ...manifest },
  [`emails/a/${file}`]: source,
})

/**
 * Pushes a folder's templates to a service that has none, and returns the command's end and the HTML that it sent.
 */
async function sentBy(dir: string, ...args: string[]) {
  const empty: Answer = json({ data: [], has_more: false, next_cursor: null })
  const id = 'tpl_01kbf3x5vfe4gt7c3p8s6d1b9n'
  const made = json({ id, name: 'a', kind: 'message', published_version: null, latest_version: 1 }, 201)
  const server = await startScriptedHttp(empty, made)
  const env = {
    POSTSEAL_API_KEY: key,
    POSTSEAL_BASE_URL: server.url,
    XDG_CONFIG_HOME: newDataDir(),
    SHOP_TOKEN: 'shop',
  }
  const templates = path.join(dir, 'emails')
  const ended = await clientCommand(env, ['templates', 'push', templates, '--yes', ...args])
  await server.close()
  const sent = server.asked[1]?.body
  return { ...ended, html: sent === undefined ? undefined : (JSON.parse(sent) as { html: string }).html }
}

describe('MJML', () => {
  test('is compiled by the nearest package, always to the same', async () => {
    const dir = folderWith({ ...mjml, ...body('body.mjml', '<p>{{ name }} ID FILE</p>') })
    const { html, stderr } = await sentBy(dir)
    expect(html, stderr).toMatch(/^<p>\{\{ name \}\} 0\.\d+ body\.mjmlfalse<\/p>$/)
    expect((await sentBy(dir)).html).toBe(html)
  })

  test('its mistakes have their lines, and nothing is sent', async () => {
    const dir = folderWith({ ...mjml, ...body('body.mjml', '<mjml>\n<mj-wrong/>') })
    const { code, stderr, html } = await sentBy(dir)
    expect({ code, html }).toEqual({ code: 2, html: undefined })
    expect(stderr).toContain('emails/a/body.mjml:2: mj-wrong: is not registered\n')
  })

  test('a package that is not there is named', async () => {
    const { code, stderr } = await sentBy(folderWith(body('body.mjml', '<mjml/>')))
    expect(code).toBe(2)
    expect(stderr).toContain('body.mjml: needs the package mjml: npm install --save-dev mjml\n')
  })
})

describe('a compiler', () => {
  const compiling = (source: string, ...args: string[]) =>
    sentBy(folderWith({ ...packageOf('mjml', source), ...body('body.mjml', 'x') }), ...args)

  test('gets the environment, but nothing of Postseal', async () => {
    const { html, stderr } = await compiling(
      'module.exports = () => ({ html: JSON.stringify(process.env), errors: [] })',
    )
    expect(JSON.parse(html ?? stderr)).toMatchObject({ SHOP_TOKEN: 'shop' })
    expect(html).not.toContain(key)
    expect(html).not.toContain('POSTSEAL')
  })

  test('that throws, ends or prints is told as it should be', async () => {
    const thrown = await compiling("module.exports = () => { throw new Error('no \\u001b[31m good') }")
    expect(thrown.stderr).toMatch(/body\.mjml: no  ?\[31m good\n/)
    const ended = await compiling('console.error("out of luck"); process.exit(3)')
    expect(ended.stderr).toContain('could not be compiled: out of luck')
    const nothing = await compiling("module.exports = () => ({ html: '', errors: [] })")
    expect(nothing.stderr).toContain('body.mjml: makes no HTML')
    const prints = await compiling("console.log('x'); module.exports = () => ({ html: '<p>', errors: [] })")
    expect(prints.html).toBe('<p>')
  })

  test('that does not end is ended, with what it has started', async () => {
    const server = createServer()
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    // What it has started keeps a connection for as long as it runs.
    const started = once(server, 'connection')
    const { code, stderr } = await compiling(
      `const { spawn } = require('child_process')
      spawn(process.execPath, ['-e', 'require("net").connect(${port}, "127.0.0.1")'], { stdio: 'ignore' })
      module.exports = () => new Promise(() => setInterval(() => {}, 1000))`,
      '--timeout',
      '3',
    )
    expect(code).toBe(2)
    expect(stderr).toContain('body.mjml: took longer than 3 s')
    const [socket] = (await started) as [Socket]
    socket.on('error', () => undefined).resume()
    if (!socket.closed) await once(socket, 'close')
  })
})

describe('React Email', () => {
  const react = {
    ...packageOf('react', 'exports.createElement = (type, props) => type(props)', {
      './jsx-runtime': './jsx-runtime.js',
    }),
    'node_modules/react/jsx-runtime.js':
      'exports.jsx = (type, props) => ({ type, props }); exports.jsxs = exports.jsx',
    ...packageOf(
      '@react-email/render',
      `exports.render = async ({ type, props }) => '<' + type + '>' + [props.children].flat().join('')
        .replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/'/g, '&#x27;').replace(/"/g, '&quot;')`,
    ),
  }
  const esbuild = packageOf(
    'esbuild',
    `module.exports = require(${JSON.stringify(path.resolve('node_modules/esbuild'))})`,
  )
  const component = `import { shop } from '../shop'
    const Receipt = ({ name, items }: { name: string; items?: string[] }) =>
      <p>Dear {name} of {shop} & "co", {"{{ total | default: 'much' }}{% if a < b %}"}{String(items)}</p>
    export default Receipt`
  const manifest = { variables: [{ name: 'name' }, { name: 'items', type: 'array' }] }
  const files = {
    ...body('body.tsx', component, manifest),
    'emails/shop.ts': "export const shop: string = 'Shop'",
  }

  test('is compiled, and Liquid in it stays as it was written', async () => {
    const dir = folderWith({ ...react, ...esbuild, ...files })
    const { html, stderr } = await sentBy(dir)
    expect(html, stderr).toBe(
      "<p>Dear {{ name }} of Shop &amp; &quot;co&quot;, {{ total | default: 'much' }}{% if a < b %}undefined",
    )
    expect(readdirSync(path.join(dir, 'node_modules/.cache/postseal'))).toEqual([])
  })

  test('by the esbuild of tsx, too', async () => {
    const nested = Object.entries(esbuild).map(([name, text]) => [`node_modules/tsx/${name}`, text] as const)
    const dir = folderWith({ ...react, ...packageOf('tsx', ''), ...Object.fromEntries(nested), ...files })
    expect((await sentBy(dir)).html).toMatch(/^<p>Dear \{\{ name \}\} of Shop/)
  })

  test('its mistakes have their places', async () => {
    const dir = folderWith({ ...react, ...esbuild, ...files })
    const file = path.join(dir, 'emails/a/body.tsx')
    writeFileSync(file, 'const a = 1\nconst = <p>')
    expect((await sentBy(dir)).stderr).toMatch(/emails\/a\/body\.tsx:2:7: Expected identifier/)
    writeFileSync(file, 'export const Receipt = 1')
    expect((await sentBy(dir)).stderr).toContain('body.tsx: its default export is not a component')
    writeFileSync(file, "export { default } from './nothing'")
    expect((await sentBy(dir)).stderr).toMatch(/body\.tsx:1:25: Could not resolve "\.\/nothing"/)
  })

  test('what is not there is named', async () => {
    expect((await sentBy(folderWith({ ...react, ...files }))).stderr).toContain(
      'body.tsx: needs the package esbuild, or tsx: npm install --save-dev esbuild\n',
    )
    expect((await sentBy(folderWith({ ...esbuild, ...files }))).stderr).toContain(
      'body.tsx: needs React Email',
    )
  })
})
