import ts from 'typescript'
import { expect, test } from 'vitest'

/** Tests the compiler's errors for a message that is written with a mistake. */

const file = new URL('../../../sdk-ts/written-by-a-test.ts', import.meta.url).pathname

/** The errors of a send with these fields, each with the lines that explain it. */
function errorsOf(fields: string): string[] {
  return errorsIn(`void client.messages.send({ ${fields} })`)
}

/** The errors of these statements, under the strictest of rules about what may be left out. */
function errorsIn(statements: string): string[] {
  const source = `import { Postseal, type SendMessageRequest } from './src/index.js'
    declare const client: Postseal
    declare const some: string | undefined
    ${statements}`
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
  }
  const host = ts.createCompilerHost(options)
  const real = ts.createCompilerHost(options)
  host.fileExists = (name) => name === file || real.fileExists(name)
  host.getSourceFile = (name, ...others) =>
    name === file
      ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022)
      : real.getSourceFile(name, ...others)
  const program = ts.createProgram([file], options, host)
  return program
    .getSemanticDiagnostics(program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

test('names the field and a type that somebody can look up', () => {
  const sender = `project_id: 'prj_1', from: 'a@b.example', to: 'x@y.example'`
  const [missing] = errorsOf(`${sender}, subject: 'x'`)
  expect(missing).toContain(`Property 'text' is missing`)
  const [misspelt] = errorsOf(`${sender}, subject: 'x', txt: 'a'`)
  expect(misspelt).toContain(`Did you mean to write 'text'?`)
  for (const message of [missing, misspelt]) expect(message).not.toMatch(/Omit<|RetoldField| & /)
  expect(errorsOf(`${sender}, subject: 'x', text: 'a'`)).toEqual([])
})

test('takes lists that are readonly', () => {
  expect(
    errorsIn(`
      const to = ['a@b.example', { email: 'c@d.example' }] as const
      const message = {
        project_id: 'prj_1', from: 'a@b.example', to, cc: to, bcc: to, reply_to: to, subject: 'x', text: 'a',
        attachments: [{ filename: 'a.txt', content: 'YQ==', content_type: 'text/plain' }],
      } as const
      void client.messages.send(message)
      void client.messages.sendBatch({ items: [{ message }] } as const)
      void client.messages.cancelMany({ message_ids: ['msg_1'] } as const)
      void client.webhooks.upsert({ url: 'https://a.example', events: ['message.delivered'] } as const)
      void client.apiKeys.create({ name: 'a', kind: 'project', scopes: ['messages:send'], project_id: 'prj_1' } as const)
      void client.segments.create({
        project_id: 'prj_1', name: 'a',
        rule: { all: [{ property: { name: 'plan', op: 'in', value: ['a', 'b'] } }] },
      } as const)
      void client.automations.create({
        project_id: 'prj_1', name: 'a', trigger: { manual: {} }, exit_on: [],
        steps: [{ key: 'a', send: { template_id: 'tpl_1' } }],
      } as const)
      void client.contacts.import('', { project_id: 'prj_1', columns: ['email'] } as const)
    `),
  ).toEqual([])
})

test('takes undefined for what may be left out, and for nothing else', () => {
  expect(
    errorsIn(`
      void client.messages.send({
        project_id: 'prj_1', from_email: 'a@b.example', from_name: some, from: undefined, to: 'a@b.example',
        cc: undefined, reply_to: some, subject: 'x', text: 'a', html: some, category: some, scheduled_at: some,
        metadata: undefined, headers: undefined, attachments: undefined, template: undefined,
      }, { idempotencyKey: some, timeout: undefined, signal: undefined, headers: { a: some } })
      void client.messages.list({ recipient: some, since: some, limit: undefined })
      void client.webhooks.update({ url: 'https://a.example', description: some, events: undefined })
      void client.campaigns.create({ project_id: 'prj_1', name: 'a', template: { template_id: 'tpl_1' }, audience: { list_id: 'lst_1' }, from_email: some, reply_to: some, category: some })
      void client.contacts.upsert({ project_id: 'prj_1', email: 'a@b.example', name: some })
      void new Postseal({ apiKey: some, baseURL: some, fetch: undefined })
      const request: SendMessageRequest = { project_id: 'p', from: 'a@b.example', to: [], subject: 'x', text: 'a' }
      void { ...request, html: some }
    `),
  ).toEqual([])
  expect(
    errorsOf(`project_id: some, from: 'a@b.example', to: 'x@y.example', subject: 'x', text: 'a'`),
  ).toHaveLength(1)
  expect(
    errorsOf(`project_id: 'p', from: 'a@b.example', to: 'x@y.example', subject: 'x', text: some`),
  ).toHaveLength(1)
})

test('has lists of replies that can be changed', () => {
  expect(
    errorsIn(`
      const { data } = await client.messages.list()
      data.sort()
      const segment = await client.segments.retrieve('seg_1')
      segment.rule.all?.push({ not: { list: { list_id: 'lst_1', status: 'confirmed' } } })
      void client.segments.update('seg_1', { rule: segment.rule })
      const { trigger, steps, exit_on } = await client.automations.retrieveVersion('aut_1', 1)
      steps.push({ key: 'b', send: { template_id: 'tpl_1' } })
      void client.automations.create({ project_id: 'prj_1', name: 'b', trigger, steps, exit_on })
      const webhook = await client.webhooks.retrieve('whk_1')
      webhook.events?.push('message.delivered')
    `),
  ).toEqual([])
})
