import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call } from '../../support/api.js'
import { command, commandEnv } from '../../support/cli.js'
import { clientCommand, type Surroundings } from '../../support/client-commands.js'
import { newDataDir, type Env } from '../../support/process.js'
import type { TestService } from '../../support/service.js'
import { sharedApi } from '../../support/shared-service.js'
import { piece, templateCalls, type TemplateCalls } from '../../support/template-calls.js'
import { folderWith, treeOf } from '../../support/template-folders.js'
import { addTenant, type Tenant } from '../../support/tenant.js'

/** Templates in files against a service: what is pushed is there, what is pulled is the same, and nothing else. */

let service: TestService
let tenant: Tenant
let env: Env
let templates: TemplateCalls
beforeAll(async () => {
  service = await sharedApi()
})
beforeEach(async () => {
  tenant = await addTenant(service)
  const session = await tenant.session('admin')
  env = { POSTSEAL_BASE_URL: service.url, POSTSEAL_API_KEY: session, XDG_CONFIG_HOME: newDataDir() }
  templates = templateCalls(service.url, session)
})

async function run(args: readonly string[], surroundings?: Surroundings) {
  const ended = await clientCommand(env, ['templates', ...args], surroundings)
  expect(ended.stdout + ended.stderr).not.toContain(env['POSTSEAL_API_KEY'])
  return ended
}
const push = (dir: string, ...args: string[]) => run(['push', dir, '--yes', ...args])
const pushed = async (dir: string, ...args: string[]) => {
  const ended = await push(dir, ...args)
  expect(ended, ended.stderr).toMatchObject({ code: 0, stderr: '' })
  return ended.stdout
}
const all = async () => {
  const rows = (await templates.page('?limit=100')).body.data as { name: string; id: string }[]
  return new Map(rows.map((row) => [row.name, row as any]))
}

const receipt = {
  'receipt/template.json': {
    name: 'Receipt',
    subject: 'Your receipt {{ number }}',
    from_email: 'billing@SHOP.example',
    variables: [{ name: 'number' }, { name: 'name', default: 'customer' }],
    locales: { de: { subject: 'Ihre Quittung {{ number }}' } },
  },
  'receipt/body.html': '<p>Thank you, {{ name }}.</p>\n',
  'receipt/body.txt': 'Thank you, {{ name }}.\n',
  'receipt/body.de.html': '<p>Danke, {{ name }}.</p>\n',
}
const shop = {
  ...receipt,
  'base/template.json': { name: 'Base', kind: 'layout' },
  'base/body.html':
    "<body>{% block %}{% endblock %}{% render 'button', url: 'https://shop.example' %}</body>\n",
  'button/template.json': { name: 'Button', kind: 'partial', variables: [{ name: 'url' }] },
  'button/body.html': '<a href="{{ url }}">Open</a>\n',
  'receipt/body.html': "{% layout 'base' %}<p>Thank you, {{ name }}.</p>\n",
}
const withoutText = ({ 'receipt/body.txt': _, 'receipt/body.de.html': __, ...files }: typeof shop) => ({
  ...files,
  'receipt/template.json': { ...files['receipt/template.json'], locales: {} },
})

describe('push', () => {
  test('makes a template with all of its languages, and then has nothing to do', async () => {
    const dir = folderWith(receipt)
    expect(await pushed(dir)).toMatch(/^--- \/dev\/null\n\+\+\+ files\/receipt\/template\.json\n/)
    const made = (await all()).get('Receipt')
    expect(made).toMatchObject({
      project_id: null,
      kind: 'message',
      latest_version: 1,
      published_version: null,
    })
    expect((await templates.version(made.id, 1)).body).toMatchObject({
      subject: 'Your receipt {{ number }}',
      html: receipt['receipt/body.html'],
      text: receipt['receipt/body.txt'],
      from_email: 'billing@shop.example',
      locales: { de: { subject: 'Ihre Quittung {{ number }}', html: receipt['receipt/body.de.html'] } },
    })
    expect(await pushed(dir)).toBe('Nothing to do: the service has all of it.\n')
    expect((await all()).get('Receipt')).toMatchObject({ latest_version: 1, updated_at: made.updated_at })
  })

  test('makes a version of what has changed, and publishes when it is told to', async () => {
    const dir = folderWith({ ...receipt, 'other/template.json': { subject: 'S' }, 'other/body.txt': 'T' })
    await pushed(dir)
    writeFileSync(path.join(dir, 'receipt/body.txt'), 'Thanks, {{ name }}.\n')
    const out = await pushed(dir)
    expect(out).toContain('--- service/receipt/body.txt\n+++ files/receipt/body.txt\n')
    expect(out).toContain('-Thank you, {{ name }}.\n+Thanks, {{ name }}.\n')
    expect(out).toMatch(/\nreceipt {2}has version 2\n$/)
    expect((await all()).get('other')).toMatchObject({ latest_version: 1 })
    expect(await pushed(dir, '--publish')).toContain('receipt  has published version 2\n')
    expect((await all()).get('Receipt')).toMatchObject({ latest_version: 2, published_version: 2 })
    expect(await pushed(dir, '--publish')).toBe('Nothing to do: the service has all of it.\n')
  })

  test('templates name each other by folders, and each has the last published ones', async () => {
    const dir = folderWith(withoutText(shop))
    const refused = await push(dir)
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain('uses button, which is not published: push with --publish')
    const out = await pushed(dir, '--publish')
    expect(out.split('\n').filter((line) => line.includes('  '))).toEqual(
      expect.arrayContaining(['base  is created, version 1', 'receipt  has published version 1']),
    )
    const found = await all()
    expect((await templates.version(found.get('Receipt').id, 1)).body.html).toContain(
      `{% layout '${found.get('Base').id}' %}`,
    )
    writeFileSync(path.join(dir, 'button/body.html'), '<a href="{{ url }}">Look</a>\n')
    const again = await pushed(dir, '--publish')
    expect(again).toContain('# base: another version, for that of button\n')
    expect(again).toContain('# receipt: another version, for that of base\n')
    const rendered = await call(service.url, 'POST', `/v1/templates/${found.get('Receipt').id}/preview`, {
      key: env['POSTSEAL_API_KEY'] ?? '',
      body: { variables: { number: '1' } },
    })
    expect(rendered.body.html).toContain('>Look</a>')
    expect(await pushed(dir, '--publish')).toBe('Nothing to do: the service has all of it.\n')
  })

  test('what was published elsewhere is taken up by those that use it', async () => {
    const dir = folderWith(withoutText(shop))
    await pushed(dir, '--publish')
    writeFileSync(path.join(dir, 'button/body.html'), '<a href="{{ url }}">Look</a>\n')
    expect(await pushed(dir)).not.toContain('# base')
    await templates.publish((await all()).get('Button').id as string, 2)
    const out = await pushed(dir)
    expect(out).toBe('# base: another version, for that of button\nbase  has version 2\n')
    expect(await pushed(dir)).toMatch(/^Nothing to do/)
  })

  test('no message is published of a push that fails', async () => {
    const dir = folderWith({ ...receipt, 'z/template.json': { subject: 'S' }, 'z/body.txt': '{{ unknown }}' })
    const { code, stderr } = await push(dir, '--publish')
    expect(code).toBe(1)
    expect(stderr).toContain(
      'The push ended early: receipt is not published, z is not made, z is not published.',
    )
    expect((await all()).get('Receipt')).toMatchObject({ latest_version: 1, published_version: null })
  })

  test('the same folder is for every project, or for one, here and elsewhere', async () => {
    const dir = folderWith(receipt)
    await pushed(dir)
    await pushed(dir, '--project', tenant.testProject)
    expect(await pushed(dir, '--project', tenant.testProject)).toMatch(/^Nothing to do/)
    const rows = (await templates.page()).body.data as { project_id: string | null }[]
    expect(rows.map((row) => row.project_id).sort()).toEqual([null, tenant.testProject].sort())
    tenant = await addTenant(service)
    env['POSTSEAL_API_KEY'] = await tenant.session('member')
    expect(await pushed(dir)).toContain('receipt  is created, version 1\n')
  })

  test('changes nothing without a terminal and without --yes, nor after a no, nor as a dry run', async () => {
    const dir = folderWith(receipt)
    const silent = await run(['push', dir])
    expect(silent.code).toBe(2)
    expect(silent.stderr).toContain(
      `Nothing was changed. With --yes, this would make 1 template at ${service.url}`,
    )
    expect(await run(['push', dir, '--dry-run', '--publish'])).toMatchObject({
      code: 0,
      stderr: `Nothing was changed. A push would make 1 template and publish 1 at ${service.url}.\n`,
    })
    const no = await run(['push', dir], { stdin: 'n\n', isAsked: true })
    expect(no.stderr).toBe(`Make 1 template at ${service.url}? [y/N] error: Nothing was changed.\n`)
    expect((await all()).size).toBe(0)
    expect(await run(['push', dir], { stdin: 'y\n', isAsked: true })).toMatchObject({ code: 0 })
    expect((await all()).size).toBe(1)
  })

  test('a mistake in Liquid has its file, line and column, and what was done before is told', async () => {
    const dir = folderWith({
      ...withoutText(shop),
      'receipt/body.html': "\n{% layout 'base' %}{% render 'button', url: nmae %}\n<p>{{ nmae }}</p>\n",
    })
    const { code, stdout, stderr } = await push(dir, '--publish')
    expect(code).toBe(1)
    expect(stdout).toContain('base  has published version 1\n')
    expect(stderr).toContain('The push ended early: receipt is not made, receipt is not published.\n')
    const file = path.join(dir, 'receipt/body.html')
    expect(stderr).toContain(`${file}:2:45: uses nmae`)
    expect(stderr).not.toContain('body.html:1')
    expect(stderr).toContain('did you mean name?')
  })

  test('what is wrong in template.json has its line', async () => {
    const json = '{\n  "subject": "S",\n  "variables": [\n    { "name": "contact" }\n  ]\n}\n'
    const dir = folderWith({ 'receipt/template.json': json, 'receipt/body.txt': 'T' })
    const { code, stderr } = await push(dir)
    expect(code).toBe(1)
    expect(stderr).toContain(`${path.join(dir, 'receipt/template.json')}:4: variables.0.name is reserved`)
  })

  test('a template that is found twice is changed by nobody', async () => {
    await templates.made({ name: 'Receipt' })
    await templates.made({ name: 'Receipt' })
    const { code, stderr } = await push(folderWith(receipt))
    expect(code).toBe(1)
    expect(stderr).toMatch(/2 templates have the name "Receipt": tpl_\w+, tpl_\w+\. Rename all but one\./)
  })

  test('partials that show each other are refused', async () => {
    const partial = (folder: string, other: string) => ({
      [`${folder}/template.json`]: { kind: 'partial' },
      [`${folder}/body.html`]: `{% render '${other}' %}`,
    })
    const { code, stderr } = await push(
      folderWith({ ...partial('a', 'b'), ...partial('b', 'a') }),
      '--publish',
    )
    expect(code).toBe(2)
    expect(stderr).toContain('uses itself: a, b, a')
  })

  test('what is a layout stays one', async () => {
    await templates.made(piece('layout', '<p>{% block %}{% endblock %}</p>', { name: 'Receipt' }))
    const { code, stderr } = await push(folderWith(receipt))
    expect(code).toBe(2)
    expect(stderr).toContain('is a message, and the service has a layout')
  })
})

describe('a session of CI', () => {
  test('that may use templates alone can push, and nothing else', async () => {
    const create = [
      'session',
      'create',
      '--name',
      'ci',
      '--role',
      'admin',
      '--days',
      '365',
      '--only',
      'templates',
    ]
    await tenant.session('owner')
    const workspace = [
      '--workspace',
      (
        await call(service.url, 'GET', '/v1/workspace', {
          key: env['POSTSEAL_API_KEY'] ?? '',
        })
      ).body.id as string,
    ]
    const made = await command(commandEnv(service), ...create, ...workspace)
    expect(made, made.stderr).toMatchObject({ code: 0 })
    env['POSTSEAL_API_KEY'] = made.stdout.trim()
    const dir = folderWith(receipt)
    expect(await pushed(dir, '--publish', '--project', tenant.liveProject)).toContain(
      'has published version 1',
    )
    expect(await run(['diff', dir, '--project', tenant.liveProject])).toMatchObject({ code: 0, stdout: '' })
    const other = await clientCommand(env, ['projects', 'list'])
    expect(other.stderr).toContain('insufficient_scope')
  })

  test('a member cannot publish, and the versions that it made are told', async () => {
    env['POSTSEAL_API_KEY'] = await tenant.session('member')
    const { code, stdout, stderr } = await push(folderWith(receipt), '--publish')
    expect(code).toBe(1)
    expect(stdout).toContain('receipt  is created, version 1\n')
    expect(stderr).toContain('The push ended early: receipt is not published.')
    expect(stderr).toContain('needs the role admin')
  })

  test('a key is no session', async () => {
    env['POSTSEAL_API_KEY'] = await tenant.key()
    const { code, stderr } = await push(folderWith(receipt))
    expect(code).toBe(1)
    expect(stderr).toContain('a session that may use templates')
  })
})

describe('pull', () => {
  test('writes what the service has, which is then what a push would make', async () => {
    const from = folderWith(withoutText(shop))
    await pushed(from, '--publish')
    const dir = path.join(newDataDir(), 'new/templates')
    expect(await run(['pull', dir])).toMatchObject({ code: 0, stderr: '' })
    const tree = treeOf(dir)
    expect(Object.keys(tree).sort()).toEqual(Object.keys(treeOf(from)).sort())
    expect(tree['receipt/body.html']).toBe(shop['receipt/body.html'])
    expect(JSON.parse(tree['receipt/template.json'] ?? '')).toMatchObject({
      from_email: 'billing@shop.example',
    })
    expect(await pushed(dir, '--publish')).toMatch(/^Nothing to do/)
    expect(await run(['pull', dir])).toMatchObject({
      code: 0,
      stdout: 'Nothing to do: the files have all of it.\n',
    })
  })

  test('does not replace what is different, unless it is told to', async () => {
    const dir = folderWith(receipt)
    await pushed(dir)
    const id = (await all()).get('Receipt').id as string
    await templates.createVersion(id, { subject: 'S', html: '<p>New</p>' })
    const before = treeOf(dir)
    const { code, stderr } = await run(['pull', dir])
    expect(code).toBe(2)
    expect(stderr).toContain(`other content for ${path.join(dir, 'receipt')}`)
    expect(treeOf(dir)).toEqual(before)
    expect(await run(['pull', dir, '--force'])).toMatchObject({ code: 0, stderr: '' })
    expect(treeOf(dir)).toEqual({
      'receipt/body.html': '<p>New</p>',
      'receipt/template.json': '{\n  "name": "Receipt",\n  "subject": "S"\n}\n',
    })
  })

  test('has the published versions by --published', async () => {
    const dir = folderWith(receipt)
    await pushed(dir, '--publish')
    await templates.createVersion((await all()).get('Receipt').id as string)
    await templates.made({ name: 'Draft' })
    const other = newDataDir()
    expect(await run(['pull', other, '--published'])).toMatchObject({ code: 0 })
    expect(Object.keys(treeOf(other))).not.toContain('draft/template.json')
    expect(treeOf(other)['receipt/body.txt']).toBe(receipt['receipt/body.txt'])
    expect(await run(['diff', dir, '--published'])).toMatchObject({ code: 0, stdout: '' })
    expect(await run(['diff', dir])).toMatchObject({ code: 1 })
  })

  test('names that lead elsewhere, are reserved or the same lead to folders of their own', async () => {
    const names = [
      '../../etc/passwd',
      '/etc/shadow',
      'CON',
      'con',
      '...',
      '__proto__',
      'Ünï çode',
      '日本',
      'A',
      'a',
    ]
    for (const name of names) await templates.made({ name })
    const dir = path.join(newDataDir(), 'inner')
    expect(await run(['pull', dir])).toMatchObject({ code: 0, stderr: '' })
    const folders = Object.keys(treeOf(path.dirname(dir))).filter((file) => file.endsWith('.json'))
    expect(folders.map((file) => path.dirname(file)).sort()).toEqual(
      [
        'a',
        'a-2',
        'etc-passwd',
        'etc-shadow',
        'proto',
        'template',
        'template-2',
        'template-con',
        'template-con-2',
      ]
        .concat('uni-code')
        .map((name) => `inner/${name}`)
        .sort(),
    )
    expect(await pushed(dir)).toMatch(/^Nothing to do/)
  })

  test('two of the same name are left out, and so told', async () => {
    await templates.made({ name: 'Twice' })
    await templates.made({ name: 'Twice' })
    await templates.made({ name: 'Once' })
    const dir = newDataDir()
    const { code, stderr } = await run(['pull', dir])
    expect(code).toBe(0)
    expect(stderr.match(/is left out: there are several with the name "Twice"/g)).toHaveLength(2)
    expect(Object.keys(treeOf(dir))).toEqual(['once/body.txt', 'once/template.json'])
  })

  test('does not write through a link, nor over what is no template', async () => {
    await templates.made({ name: 'Receipt' })
    const [elsewhere, dir] = [newDataDir(), newDataDir()]
    symlinkSync(elsewhere, path.join(dir, 'receipt'))
    expect(await run(['pull', dir])).toMatchObject({ code: 0 })
    expect(treeOf(elsewhere)).toEqual({})
    expect(existsSync(path.join(dir, 'receipt-2/template.json'))).toBe(true)
  })
})

describe('a body that is compiled', () => {
  const compiled = {
    'node_modules/mjml/package.json': { name: 'mjml', main: 'index.js' },
    'node_modules/mjml/index.js': 'module.exports = (text) => ({ html: text.toUpperCase(), errors: [] })',
    'emails/a/template.json': { subject: 'S' },
    'emails/a/body.mjml': '<p>one</p>',
  }

  test('stays where the service has what it makes, and is never replaced', async () => {
    const dir = path.join(folderWith(compiled), 'emails')
    expect(await pushed(dir)).toContain('+++ files/a/body.mjml (its HTML)\n')
    expect(await run(['pull', dir])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Nothing to do/),
    })
    const id = (await all()).get('a').id as string
    await templates.createVersion(id, { subject: 'Other', html: '<P>ONE</P>' })
    expect(await run(['pull', dir, '--force'])).toMatchObject({ code: 0 })
    expect(treeOf(dir)).toEqual({
      'a/body.mjml': '<p>one</p>',
      'a/template.json': '{\n  "name": "a",\n  "subject": "Other"\n}\n',
    })
    await templates.createVersion(id, { subject: 'Other', html: '<p>two</p>' })
    const { code, stderr } = await run(['pull', dir, '--force'])
    expect(code).toBe(2)
    expect(stderr).toContain('a/body.mjml: the service has other HTML')
    expect(treeOf(dir)['a/body.mjml']).toBe('<p>one</p>')
  })

  test('a mistake in it has the line of its HTML, which is shown', async () => {
    const dir = path.join(folderWith({ ...compiled, 'emails/a/body.mjml': '<p>\n{{ nmae }}</p>' }), 'emails')
    const { code, stderr } = await push(dir)
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /a\/body\.mjml: uses NMAE, .*, in line 2 of the HTML that it makes: \{\{ NMAE \}\}<\/P>\n/,
    )
  })
})

describe('diff', () => {
  test('ends with 0, 1 or 2', async () => {
    const dir = folderWith(receipt)
    await pushed(dir)
    await templates.made({ name: 'Other' })
    const same = await run(['diff', dir])
    expect(same).toMatchObject({
      code: 0,
      stdout: '',
      stderr: `The service has 1 more, which ${dir} does not have.\n`,
    })
    rmSync(path.join(dir, 'receipt/body.txt'))
    const different = await run(['diff', dir])
    expect(different).toMatchObject({ code: 1 })
    expect(different.stdout).toBe(
      '--- service/receipt/body.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-Thank you, {{ name }}.\n',
    )
    writeFileSync(path.join(dir, 'receipt/template.json'), '{')
    expect(await run(['diff', dir])).toMatchObject({ code: 2, stdout: '' })
    env['POSTSEAL_BASE_URL'] = 'http://127.0.0.1:9'
    expect(await run(['diff', folderWith(receipt)])).toMatchObject({ code: 2, stdout: '' })
  })

  test('has colours on terminals alone, and nothing of a template gives them orders', async () => {
    const dir = folderWith({
      'a/template.json': { subject: 'S' },
      'a/body.txt': 'one\u001b]0;title\u0007\u202e\n',
    })
    const plain = await run(['diff', dir])
    expect(plain.stdout).toContain('+one\u001b]0;title')
    const onTerminal = await run(['diff', dir], { columns: 80 })
    expect(onTerminal.stdout).toContain('\u001b[32m+one\ufffd]0;title\ufffd\u001b[0m\n')
    env['NO_COLOR'] = '1'
    expect((await run(['diff', dir], { columns: 80 })).stdout).not.toContain('\u001b')
  })

  test('bodies that have nothing in common are not looked at for long', async () => {
    const lines = (word: string) => Array.from({ length: 40_000 }, (_, line) => `${word}${line}`).join('\n')
    const dir = folderWith({ 'a/template.json': { subject: 'S' }, 'a/body.txt': lines('a') })
    await pushed(dir)
    writeFileSync(path.join(dir, 'a/body.txt'), lines('b'))
    const { code, stdout } = await run(['diff', dir])
    expect(code).toBe(1)
    expect(stdout).toContain('@@')
  })
})
