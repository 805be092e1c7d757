import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Content, Part } from '../../../cli/src/templates/content.js'
import { plainVariable } from '../../../cli/src/templates/content.js'
import { filesOf } from '../../../cli/src/templates/files.js'
import { clientCommand } from '../../support/commands/client-commands.js'
import type { Env } from '../../support/service/process.js'
import { newDataDir } from '../../support/run/scratch-folder.js'
import type { TestService } from '../../support/service/service.js'
import { sharedApi } from '../../support/service/shared-service.js'
import { folderWith, treeOf } from '../../support/commands/template-folders.js'
import { addTenant } from '../../support/workspace/tenant.js'
import { runs } from '../../support/run/sampled.js'

/** Whatever is pushed and pulled into an empty folder is the same files. */

let service: TestService
beforeAll(async () => {
  service = await sharedApi()
})

// What PostgreSQL and HTTP can keep, without the characters that begin Liquid.
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((any) => any.replace(/[\u0000{}]/g, ' '))
const line = text.map((any) => `${any.replace(/[\r\n]/g, ' ')}.`)
const body = fc.array(text, { minLength: 1, maxLength: 3 }).map((lines) => `<p>${lines.join('\r\n')}</p>\n`)
const part: fc.Arbitrary<Part> = fc
  .record(
    { subject: line, html: body, text: body, preheader: line },
    { requiredKeys: ['subject', 'html'], noNullPrototype: true },
  )
  .map((given) => given as Part)
const variable = (name: string) =>
  fc
    .oneof(
      fc.record({ required: fc.boolean() }),
      fc.record({ default: fc.constantFrom('', 'x', '__proto__') }),
      fc.record({ type: fc.constant('number'), default: fc.integer() }),
      fc.record({
        type: fc.constant('object'),
        default: fc.dictionary(fc.constantFrom('b', 'a', '__proto__', 'constructor'), fc.boolean()),
      }),
    )
    .map((given) => plainVariable({ name, ...given }))
const content: fc.Arbitrary<Content> = fc.record({
  parts: fc
    .record({ '': part, de: part, 'pt-BR': part }, { requiredKeys: [''], noNullPrototype: true })
    .map((parts) => new Map(Object.entries(parts))),
  fromEmail: fc.constantFrom(undefined, 'billing@shop.example'),
  fromName: fc.constantFrom(undefined, 'Shop "&" Ünï'),
  replyTo: fc.constantFrom([], [{ email: 'a@shop.example', name: 'A' }, { email: 'b@shop.example' }]),
  variables: fc.tuple(variable('b'), variable('a')).map((all) => [...all]),
  inlineCss: fc.boolean(),
})

test('pushed and pulled', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(content, { minLength: 1, maxLength: 3 }), async (contents) => {
      const session = await (await addTenant(service)).session('admin')
      const env: Env = {
        POSTSEAL_BASE_URL: service.url,
        POSTSEAL_API_KEY: session,
        XDG_CONFIG_HOME: newDataDir(),
      }
      const files = contents.flatMap((one, index) =>
        [...filesOf({ name: `t${index}`, kind: 'message', content: one })].map(
          ([name, content]) => [`t${index}/${name}`, content] as const,
        ),
      )
      const [from, to] = [folderWith(Object.fromEntries(files)), newDataDir()]
      const run = (...args: string[]) => clientCommand(env, ['templates', ...args])
      const pushed = await run('push', from, '--yes', '--publish')
      expect(pushed, pushed.stderr).toMatchObject({ code: 0 })
      expect(await run('push', from, '--yes', '--publish')).toMatchObject({
        stdout: 'Nothing to do: the service has all of it.\n',
      })
      expect(await run('pull', to)).toMatchObject({ code: 0, stderr: '' })
      expect(treeOf(to)).toEqual(treeOf(from))
      expect(await run('diff', to)).toMatchObject({ code: 0, stdout: '', stderr: '' })
    }),
    { numRuns: runs(25) },
  )
})
