import type { Knex } from 'knex'
import { expect, test } from 'vitest'
import type { ApiError } from '../../../../server/platform/http/errors/api-error.js'
import { compileVersion, sourceOf } from '../../../../server/product/content/templates/compile.js'
import {
  CompileError,
  RendererBusyError,
  type Mistake,
  type Renderer,
} from '../../../../server/product/content/rendering/compiling/source.js'
import { newWorkspaceId } from '../../../../server/platform/db/ids.js'

/** Tests the reply to a request whose content the renderer cannot compile. */

const at = '/body/content'

async function refusal(error: Error): Promise<ApiError> {
  const renderer = { compile: () => Promise.reject(error) } as unknown as Renderer
  const source = sourceOf('message', { subject: 's', text: 't' }, at)
  const of = { workspaceId: newWorkspaceId(), projectId: null }
  // Content that names no template asks the database for nothing.
  const compiling = compileVersion({} as Knex, renderer, of, { source, at })
  return compiling.then(
    () => expect.fail('it was compiled'),
    (refused: unknown) => refused as ApiError,
  )
}

test('mistakes are told with their places', async () => {
  const mistakes: Mistake[] = [
    { code: 'syntax', message: 'is wrong', field: 'html', line: 3, column: 5 },
    { code: 'syntax', message: 'is wrong', field: 'subject', locale: '', line: 1, column: 1 },
    { code: 'undeclared_variable', message: 'uses x', field: 'text', locale: 'de', variable: 'x' },
    { code: 'conflict', message: 'are in conflict', field: 'variables', locale: 'de', variable: 'x' },
    { code: 'unknown_template', message: 'is gone', field: 'html', templateId: 'tpl_x' },
    { code: 'limit_exceeded', message: 'is too much' },
  ]
  const { status, code, message, details } = await refusal(new CompileError(mistakes))
  expect([status, code]).toEqual([422, 'validation_failed'])
  expect(message).toContain('content.html is wrong.')
  expect(details).toMatchObject([
    { path: `${at}/html`, code: 'syntax', message: 'is wrong', line: 3, column: 5 },
    { path: `${at}/subject`, code: 'syntax', message: 'is wrong', line: 1, column: 1 },
    { path: `${at}/locales/de/text`, code: 'undeclared_variable', message: 'uses x', variable: 'x' },
    { path: `${at}/variables`, code: 'conflict', message: 'are in conflict', variable: 'x' },
    { path: `${at}/html`, code: 'unknown_template', message: 'is gone', template_id: 'tpl_x' },
    { path: at, code: 'limit_exceeded', message: 'is too much' },
  ])
})

test('no more mistakes than 20', async () => {
  const mistake: Mistake = { code: 'syntax', message: 'is wrong', field: 'html' }
  const { details } = await refusal(new CompileError(Array.from({ length: 21 }, () => mistake)))
  expect(details).toHaveLength(20)
})

test('a renderer that is busy is worth another try', async () => {
  const busy = await refusal(new RendererBusyError('busy'))
  expect([busy.status, busy.code, busy.headers]).toEqual([503, 'unavailable', { 'Retry-After': '1' }])
})

test('anything else is not hidden', async () => {
  const other = new Error('something else')
  expect(await refusal(other)).toBe(other)
})
