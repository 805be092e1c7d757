import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { newDataDir } from '../../support/run/scratch-folder.js'
import { receipt, shop, useTemplateCommands, withoutText } from '../../support/commands/template-commands.js'
import { folderWith, treeOf } from '../../support/commands/template-folders.js'

/** Templates of a service in files: what is pulled is the same, and what differs is told. */

const { at, run, push, pushed, all } = useTemplateCommands()

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
    await at.templates.createVersion(id, { subject: 'S', html: '<p>New</p>' })
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
    await at.templates.createVersion((await all()).get('Receipt').id as string)
    await at.templates.made({ name: 'Draft' })
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
    for (const name of names) await at.templates.made({ name })
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
    await at.templates.made({ name: 'Twice' })
    await at.templates.made({ name: 'Twice' })
    await at.templates.made({ name: 'Once' })
    const dir = newDataDir()
    const { code, stdout, stderr } = await run(['pull', dir])
    expect(code).toBe(0)
    const left = '2 templates are skipped, because others have the same names: rename them to pull them.\n'
    expect(stdout).toBe(`${path.join(dir, 'once')}  has version 1\n${left}`)
    expect(await run(['pull', dir])).toMatchObject({
      code: 0,
      stdout: `Nothing to do: the files have all others.\n${left}`,
    })
    expect(stderr.match(/is left out: there are several with the name "Twice"/g)).toHaveLength(2)
    expect(Object.keys(treeOf(dir))).toEqual(['once/body.txt', 'once/template.json'])
  })

  test('does not write through a link, nor over what is no template', async () => {
    await at.templates.made({ name: 'Receipt' })
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
    await at.templates.createVersion(id, { subject: 'Other', html: '<P>ONE</P>' })
    expect(await run(['pull', dir, '--force'])).toMatchObject({ code: 0 })
    expect(treeOf(dir)).toEqual({
      'a/body.mjml': '<p>one</p>',
      'a/template.json': '{\n  "name": "a",\n  "subject": "Other"\n}\n',
    })
    await at.templates.createVersion(id, { subject: 'Other', html: '<p>two</p>' })
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
    await at.templates.made({ name: 'Other' })
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
    at.env['POSTSEAL_BASE_URL'] = 'http://127.0.0.1:9'
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
    at.env['NO_COLOR'] = '1'
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
