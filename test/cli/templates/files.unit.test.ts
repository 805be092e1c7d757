import fc from 'fast-check'
import { symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { isFolderName, folderFor } from '../../../cli/src/templates/folder/names.js'
import { lineInJson } from '../../../cli/src/templates/folder/locate.js'
import { columnBefore, lineOf, referencesIn, renamed } from '../../../cli/src/templates/references.js'
import { clientCommand } from '../../support/commands/client-commands.js'
import { newDataDir } from '../../support/run/scratch-folder.js'
import { folderWith } from '../../support/commands/template-folders.js'

/** Files of templates by themselves: what is wrong in them is told with its place, before anything is sent. */

// Nobody answers there: a request would end with another message.
const env = {
  POSTSEAL_API_KEY: 'a-key',
  POSTSEAL_BASE_URL: 'http://127.0.0.1:9',
  XDG_CONFIG_HOME: newDataDir(),
}
const push = (dir: string) => clientCommand(env, ['templates', 'push', dir, '--yes'])

async function mistakesIn(files: Readonly<Record<string, unknown>>): Promise<string[]> {
  const dir = folderWith(files)
  const { code, stderr } = await push(dir)
  expect(code, stderr).toBe(2)
  const [first, ...lines] = stderr.trimEnd().split('\n')
  expect(first).toBe('error: Nothing was done.')
  return lines.map((line) => line.replace(`${dir}/`, ''))
}

describe('what is told before anything is sent', () => {
  const json = (text: unknown) => ({ 'a/template.json': text, 'a/body.txt': 'T' })

  test.each([
    [json('{\n"name": 1}'), 'a/template.json:2: name must be a text'],
    [json('[]'), 'a/template.json:1: must be an object'],
    [json('{\n\n"subjct": "S"}'), 'a/template.json:3: subjct is not known here (did you mean subject?)'],
    [json('{"kind":\n"mail"}'), 'a/template.json:2: kind must be one of message, layout, partial'],
    [json('{"__proto__": {"a": 1}}'), 'a/template.json:1: __proto__ is not known here'],
    [
      json('{"locales": {"de": {},\n"__proto__": {}}}'),
      'a/template.json:2: locales.__proto__ is not a language tag',
    ],
    [
      json('{"variables": [\n{},\n{"name": "a", "requird": true}]}'),
      'a/template.json:2: variables.0 needs a name',
    ],
    [
      json('{"variables": [{"name": "a", "required":\n"no"}]}'),
      ':2: variables.0.required must be true or false',
    ],
    [json('{"reply_to": "a@shop.example"}'), 'a/template.json:1: reply_to must be an array'],
    [json('{"name": "\\u0000\\u202e"}'), 'a/template.json:1: name must have a visible character'],
    [{ ...json('{}'), 'a/body.md': 'x' }, 'a/body.md: is no body'],
    [{ ...json('{}'), 'a/body.html': 'x', 'a/body.mjml': 'y' }, 'a/body.mjml: is the same body as body.html'],
    [{ ...json('{}'), 'a/body.de.txt': 'x', 'a/body.DE.txt': 'y' }, 'is the same body as body.DE.txt'],
    [{ ...json('{}'), 'a/body.html': '' }, 'a/body.html: is empty'],
    [
      { ...json('{}'), 'a/body.html': "\n{% layout 'base' %}" },
      'a/body.html:2: names "base", which is no folder',
    ],
    [{ 'tpl_1/template.json': '{}' }, 'tpl_1: a folder has letters'],
    [{ 'nul/template.json': '{}' }, 'nul: a folder has letters'],
    [
      { ...json('{"name": "N"}'), 'b/template.json': '{"name": "N"}' },
      'b/template.json: has the same name as a',
    ],
  ])('%j', async (files, expected) => {
    expect((await mistakesIn(files)).join('\n')).toContain(expected)
  })

  test('a body that is larger than any template', async () => {
    const [mistake] = await mistakesIn({ ...json('{}'), 'a/body.html': 'x'.repeat(4_000_001) })
    expect(mistake).toBe('a/body.html: has more than 4000000 bytes')
  })

  test('bytes that are not UTF-8, and links', async () => {
    const dir = folderWith(json('{}'))
    writeFileSync(path.join(dir, 'a/body.html'), Buffer.from([0xff]))
    const secret = path.join(newDataDir(), 'secret')
    writeFileSync(secret, 'secret')
    symlinkSync(secret, path.join(dir, 'a/body.de.txt'))
    const { stderr } = await push(dir)
    expect(stderr).toContain('a/body.html: is not UTF-8\n')
    expect(stderr).toContain('a/body.de.txt: is no file\n')
  })

  test('control characters in the names of files give no orders', async () => {
    const dir = folderWith({ ...json('{}'), 'a/body.\u001b[31m.html': 'x' })
    expect((await push(dir)).stderr).not.toContain('\u001b')
  })

  test('a folder without templates, and one that is not there', async () => {
    for (const dir of [folderWith({ 'components/button.tsx': 'x' }), path.join(newDataDir(), 'none')])
      expect((await push(dir)).code).toBe(1)
  })
})

describe('references', () => {
  const namesIn = (text: string) => [...referencesIn(text)].map(({ name }) => name)

  test('are in tags of layout and render, and in nothing that is shown as it is', () => {
    expect(namesIn(`{%- layout "base" -%}{% render 'a-b', x: '1' %}{%render 'c'%}`)).toEqual([
      'base',
      'a-b',
      'c',
    ])
    expect(namesIn(`{% raw %}{% render 'a' %}{% endraw %}{% render 'b' %}`)).toEqual(['b'])
    expect(namesIn(`{% comment %}{% render 'a' %}{%- endcomment -%}{% render 'b' %}`)).toEqual(['b'])
    expect(
      namesIn(`{{ "{% render 'a' %}" }} render 'b' {% renders 'c' %} {% render d %}{% render 'e`),
    ).toEqual([])
  })

  test('are renamed and back, and columns follow', () => {
    const text = `x\n{% render 'a' %} {{ b }} {% render 'cc' %} {{ d }}\n`
    const names = new Map([
      ['a', 'tpl_01kbf3x5vfe4gt7c3p8s6d1b9n'],
      ['cc', 'tpl_01kbf3x5vfe4gt7c3p8s6d1b9p'],
    ])
    const sent = renamed(text, (name) => names.get(name))
    const [, line = ''] = sent.split('\n')
    const back = (word: string) =>
      columnBefore(text, (name) => names.get(name), 2, line.indexOf(word) + 1) - 1
    const [, own = ''] = text.split('\n')
    expect(back('b }}')).toBe(own.indexOf('b }}'))
    expect(back('d }}')).toBe(own.indexOf('d }}'))
    expect(renamed(sent, (id) => [...names].find(([, other]) => other === id)?.[0])).toBe(text)
  })

  test('take time in proportion to the text', () => {
    for (const word of ['{% raw %}', '{{', '{%', "{% render '", '{% render "a" '])
      expect(namesIn(word.repeat(200_000)).length).toBeLessThanOrEqual(200_000)
  })

  test('any text stays as it is where no name has another', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(renamed(text, () => undefined)).toBe(text)
        expect(lineOf(text, text.length)).toBe(text.split('\n').length)
      }),
    )
  })
})

test('any name has a folder that every system takes, inside of where it is', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (names) => {
      const taken = new Set<string>()
      const folders = names.map((name) => folderFor(name, taken))
      expect(new Set(folders).size).toBe(names.length)
      for (const folder of folders) {
        expect(isFolderName(folder)).toBe(true)
        expect(folder).toMatch(/^[a-z0-9-]+$/)
      }
    }),
  )
})

const hostileNames = [
  '../x',
  '../../../../etc/passwd',
  '/etc/cron.d/x',
  'C:\\Windows\\x',
  '\\\\server\\share',
  '.',
  '..',
  '.git/hooks/post-checkout',
  '.npmrc',
  '-rf',
  '--force',
  '~/.ssh/authorized_keys',
  'CON',
  'nul.txt',
  'lpt1',
  'receipt...',
  'receipt ',
  'Receipt',
  'receipt',
  'a\u0000b',
  '\u202Etxt.exe',
  'x'.repeat(300),
  'line\nline',
  '%2e%2e%2fx',
  '／../ｘ',
  'node_modules',
  '$(id)',
  'tpl_01kbf3yq0se8v8m5r1w8t2xc4a',
]

test('a hostile name has a folder of its own inside of where it is, and a short one', () => {
  const taken = new Set<string>()
  const folders = hostileNames.map((name) => folderFor(name, taken))
  expect(new Set(folders.map((folder) => folder.toLowerCase())).size).toBe(hostileNames.length)
  for (const folder of folders) {
    expect(folder).toMatch(/^[a-z0-9][a-z0-9-]{0,79}$/)
    expect(isFolderName(folder)).toBe(true)
  }
  expect(folders.slice(0, 5)).toEqual(['x', 'etc-passwd', 'etc-cron-d-x', 'c-windows-x', 'server-share'])
})

test('a value is found in any JSON', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const json: unknown = JSON.parse(text)
      const spread = JSON.stringify({ a: json, b: { c: ['x', 'wanted'] } }, null, 2)
      const line = spread.split('\n')[lineInJson(spread, ['b', 'c', '1']) - 1]
      expect(line?.trim()).toBe('"wanted"')
    }),
  )
})
