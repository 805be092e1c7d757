import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { call } from '../../support/api/api.js'
import { command, commandEnv } from '../../support/commands/cli.js'
import { clientCommand } from '../../support/commands/client-commands.js'
import { piece } from '../../support/templates/template-calls.js'
import { receipt, shop, useTemplateCommands, withoutText } from '../../support/commands/template-commands.js'
import { folderWith } from '../../support/commands/template-folders.js'
import { addTenant } from '../../support/workspace/tenant.js'

/** Templates in files that are pushed: what is there afterwards, and who may do it. */

const { at, run, push, pushed, all } = useTemplateCommands()

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
    expect((await at.templates.version(made.id, 1)).body).toMatchObject({
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
    expect((await at.templates.version(found.get('Receipt').id, 1)).body.html).toContain(
      `{% layout '${found.get('Base').id}' %}`,
    )
    writeFileSync(path.join(dir, 'button/body.html'), '<a href="{{ url }}">Look</a>\n')
    const again = await pushed(dir, '--publish')
    expect(again).toContain('# base: another version, for that of button\n')
    expect(again).toContain('# receipt: another version, for that of base\n')
    const rendered = await call(at.service.url, 'POST', `/v1/templates/${found.get('Receipt').id}/preview`, {
      key: at.env['POSTSEAL_API_KEY'] ?? '',
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
    await at.templates.publish((await all()).get('Button').id as string, 2)
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
    await pushed(dir, '--project', at.tenant.testProject)
    expect(await pushed(dir, '--project', at.tenant.testProject)).toMatch(/^Nothing to do/)
    const rows = (await at.templates.page()).body.data as { project_id: string | null }[]
    expect(rows.map((row) => row.project_id).sort()).toEqual([null, at.tenant.testProject].sort())
    at.tenant = await addTenant(at.service)
    at.env['POSTSEAL_API_KEY'] = await at.tenant.session('member')
    expect(await pushed(dir)).toContain('receipt  is created, version 1\n')
  })

  test('changes nothing without a terminal and without --yes, nor after a no, nor as a dry run', async () => {
    const dir = folderWith(receipt)
    const silent = await run(['push', dir])
    expect(silent.code).toBe(2)
    expect(silent.stderr).toContain(
      `Nothing was changed. With --yes, this would make 1 template at ${at.service.url}`,
    )
    expect(await run(['push', dir, '--dry-run', '--publish'])).toMatchObject({
      code: 0,
      stderr: `Nothing was changed. A push would make 1 template and publish 1 at ${at.service.url}.\n`,
    })
    const no = await run(['push', dir], { stdin: 'n\n', isAsked: true })
    expect(no.stderr).toBe(`Make 1 template at ${at.service.url}? [y/N] error: Nothing was changed.\n`)
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
    await at.templates.made({ name: 'Receipt' })
    await at.templates.made({ name: 'Receipt' })
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
    await at.templates.made(piece('layout', '<p>{% block %}{% endblock %}</p>', { name: 'Receipt' }))
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
    await at.tenant.session('owner')
    const workspace = [
      '--workspace',
      (
        await call(at.service.url, 'GET', '/v1/workspace', {
          key: at.env['POSTSEAL_API_KEY'] ?? '',
        })
      ).body.id as string,
    ]
    const made = await command(commandEnv(at.service), ...create, ...workspace)
    expect(made, made.stderr).toMatchObject({ code: 0 })
    at.env['POSTSEAL_API_KEY'] = made.stdout.trim()
    const dir = folderWith(receipt)
    expect(await pushed(dir, '--publish', '--project', at.tenant.liveProject)).toContain(
      'has published version 1',
    )
    expect(await run(['diff', dir, '--project', at.tenant.liveProject])).toMatchObject({
      code: 0,
      stdout: '',
    })
    const other = await clientCommand(at.env, ['projects', 'list'])
    expect(other.stderr).toContain('insufficient_scope')
  })

  test('a member cannot publish, and the versions that it made are told', async () => {
    at.env['POSTSEAL_API_KEY'] = await at.tenant.session('member')
    const { code, stdout, stderr } = await push(folderWith(receipt), '--publish')
    expect(code).toBe(1)
    expect(stdout).toContain('receipt  is created, version 1\n')
    expect(stderr).toContain('The push ended early: receipt is not published.')
    expect(stderr).toContain('needs the role admin')
  })
})

describe('a key', () => {
  test('without the scope is told what it takes', async () => {
    at.env['POSTSEAL_API_KEY'] = await at.tenant.key({ scopes: ['messages:send'] })
    const { code, stderr } = await push(folderWith(receipt))
    expect(code).toBe(1)
    expect(stderr).toContain('a key with the scope templates:*')
  })

  test('of a project pushes what names the project, and nothing of every project', async () => {
    const { liveProject: project } = at.tenant
    at.env['POSTSEAL_API_KEY'] = await at.tenant.key({ project, scopes: ['templates:*'] })
    const folder = folderWith(receipt)
    expect((await push(folder, '--publish', '--project', project)).code).toBe(0)
    const again = await push(folder, '--publish', '--project', project)
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('Nothing')])
    const refused = await push(folder)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('project_not_allowed')])
  })
})
