import { describe, expect, test } from 'vitest'
import {
  RenderError,
  RendererBusyError,
  type Rendered,
} from '../../../../../server/product/content/rendering/compiling/source.js'
import type { StoredVersion, TemplateStore } from '../../../../../server/product/content/store.js'
import { newUuid, newWorkspaceId } from '../../../../../server/platform/db/ids.js'
import { ApiError } from '../../../../../server/platform/http/errors/api-error.js'
import type { Sender } from '../../../../../server/product/programs/automations/definition.js'
import { makeMail } from '../../../../../server/product/programs/automations/steps/send/make-mail.js'
import {
  findSource,
  type Send,
} from '../../../../../server/product/programs/automations/steps/send/source.js'
import { listOf, withheld } from '../../../../../server/product/programs/automations/steps/send/withheld.js'

/** Tests the decisions of a step that sends, and the reasons for which it fails. */

const publicUrl = 'https://mail.shop.example'
const link = `${publicUrl}/subscriptions/unsubscribe/preview`
const send: Send = { template_id: 'tpl_01kbf3x5vfe4gt7c3p8s6d1b9n' }
const transactional: Send = { ...send, transactional: true }
const toList: Sender = { list_id: 'lst_01kbf3x5vfe4gt7c3p8s6d1b9n' }
const version = {
  workspaceId: newWorkspaceId(),
  templateId: newUuid(),
  version: 3,
  from_email: 'hello@shop.example',
  from_name: 'Shop',
  reply_to: [{ email: 'help@shop.example' }],
  variables: [
    { name: 'code', type: 'string', required: true },
    { name: 'total', type: 'number', required: true },
    { name: 'plan', type: 'string', required: false },
  ],
  locales: ['de'],
  uses_contact: true,
  was_published: true,
} as StoredVersion

const templates = (found: StoredVersion | ApiError = version): TemplateStore => ({
  forMessage: () => (found instanceof ApiError ? Promise.reject(found) : Promise.resolve(found)),
  idOf: () => Promise.resolve('tpl_00000000000000000000000000'),
  version: () => Promise.resolve(undefined),
  contentOf: () => Promise.resolve('compiled'),
  forget: () => undefined,
  forgetAliases: () => undefined,
})

describe('a contact gets no mail', () => {
  const fine = { suppressed: undefined, optedIn: true, subscription: 'confirmed' } as const
  const pending = { ...fine, subscription: 'pending' } as const
  const optedOut = { ...fine, optedIn: false }
  test.each([
    [undefined, send, {}, fine],
    [undefined, send, {}, pending],
    ['opted_out', send, {}, optedOut],
    [undefined, transactional, {}, optedOut],
    ['not_confirmed', send, toList, pending],
    ['not_confirmed', send, toList, { ...pending, optedIn: false }],
    ['opted_out', send, toList, optedOut],
    // A mail that the contact asked for is to nobody's list.
    [undefined, transactional, toList, { ...pending, optedIn: false }],
    ['hard_bounce', send, {}, { ...optedOut, suppressed: 'hard_bounce' }],
    ['erasure', transactional, toList, { ...pending, suppressed: 'erasure' }],
  ] as const)('as %s', (reason, given, sender, recipient) => {
    const expected = { kind: 'done', outcome: 'skipped', reason, detail: expect.stringMatching(/^\w.*\.$/) }
    expect(withheld(given, sender, recipient)).toEqual(reason === undefined ? undefined : expected)
  })

  test('by the list that its mail is to', () => {
    expect(listOf(send, toList)).toBe(toList.list_id)
    expect(listOf(send, {})).toBeUndefined()
    expect(listOf(transactional, toList)).toBeUndefined()
  })
})

describe('what it is sent from', () => {
  const place = { workspaceId: newWorkspaceId(), projectId: newUuid(), environment: 'live' as const }
  const admitted: string[] = []
  const senderRules = {
    admitSender: (_workspace: string, _environment: string, from: string) => {
      admitted.push(from)
      if (from.endsWith('@shop.example')) return Promise.resolve()
      return Promise.reject(new ApiError('sender_domain_not_verified', `${from} is of no verified domain.`))
    },
  }
  const find = (sender: Sender, found?: StoredVersion | ApiError) =>
    findSource({ templates: templates(found), senderRules }, place, send, sender)

  test('is from the template, unless the automation says otherwise', async () => {
    expect(await find({})).toEqual({
      kind: 'source',
      version,
      fromEmail: 'hello@shop.example',
      fromName: 'Shop',
      replyTo: [{ email: 'help@shop.example' }],
    })
    const own = {
      from_email: 'ada@shop.example',
      from_name: 'Ada',
      reply_to: [{ email: 'ada@shop.example' }],
    }
    expect(await find(own)).toMatchObject({
      fromEmail: 'ada@shop.example',
      fromName: 'Ada',
      replyTo: own.reply_to,
    })
    expect(admitted).toEqual(['hello@shop.example', 'ada@shop.example'])
  })

  test.each([
    ['sender_missing', {}, { ...version, from_email: null }],
    ['sender_domain_not_verified', { from_email: 'a@other.example' }, version],
    ['template_not_found', {}, new ApiError('template_not_found', 'There is none.')],
    ['template_not_published', {}, new ApiError('template_not_published', 'It is a draft.')],
  ] as const)('fails for good as %s', async (code, sender, found) => {
    const message = expect.stringMatching(/.\.$/)
    expect(await find(sender, found)).toEqual({ kind: 'fails', code, message, mayRetry: false })
  })

  test('passes on what it does not know', async () => {
    await expect(find({}, new ApiError('not_found', 'Something else.'))).rejects.toThrow('Something else.')
  })
})

describe('a mail', () => {
  const source = {
    kind: 'source' as const,
    version,
    fromEmail: 'hello@shop.example',
    fromName: null,
    replyTo: [],
  }
  const contact = {
    email: 'ada@shop.example',
    name: 'Ada',
    properties: { plan: 'pro', total: 1, locale: 'de' },
  }
  const rendered = (text: string, html: string | null = null): Rendered => {
    return { subject: 'Welcome', text, html, textIsMade: false, warnings: [] }
  }
  const make = (answer: Rendered | Error, given: Send = send, data: object = { code: 'A' }) => {
    const render = () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer))
    const dependencies = { templates: templates(), renderer: { render }, publicUrl }
    return makeMail(dependencies, source, given, { contact, data: data as Record<string, unknown> })
  }

  test('is made of the values of the step, of the run and of the contact, in this order', async () => {
    const given = { ...send, variables: { code: 'STEP', total: null } }
    const mail = await make(rendered(`leave: ${link}`), given, { code: 'RUN', total: 5, other: 1 })
    expect(mail).toMatchObject({
      kind: 'mail',
      subject: 'Welcome',
      locale: 'de',
      input: { values: { code: 'STEP', total: 5, plan: 'pro' }, contact },
    })
  })

  test('names each variable that has no value', async () => {
    const mail = await make(rendered(link), send, { total: null })
    expect(mail).toMatchObject({ kind: 'fails', code: 'missing_variable', mayRetry: false })
    expect(mail).toHaveProperty('message', 'The mail has no value for code.')
  })

  test.each([
    ['text', rendered('Hello', `<a href="${link}">leave</a>`)],
    ['HTML', rendered(link, 'Hello')],
    ['HTML and its text', rendered('Hello', 'Hello')],
  ])('shows how to leave in its %s', async (where, answer) => {
    const message = `The mail does not show the variable unsubscribe_url in its ${where}.`
    const expected = { kind: 'fails', code: 'unsubscribe_link_missing', message, mayRetry: false }
    expect(await make(answer)).toEqual(expected)
    expect(await make(answer, transactional)).toMatchObject({ kind: 'mail' })
  })

  test.each([
    [
      new RenderError([{ code: 'syntax', message: 'is wrong', field: 'html' }]),
      'template_render_failed',
      false,
    ],
    [new RendererBusyError(), 'unavailable', true],
  ])('that cannot be rendered fails as it should: %s', async (error, code, mayRetry) => {
    expect(await make(error)).toMatchObject({ kind: 'fails', code, mayRetry })
  })

  test('with too many values fails for good', async () => {
    const mail = await make(rendered(link), { ...send, variables: { code: 'x'.repeat(64_000) } })
    expect(mail).toMatchObject({ kind: 'fails', code: 'template_render_failed', mayRetry: false })
  })

  test('that fails for another reason is not known to fail', async () => {
    await expect(make(new Error('out of disk'))).rejects.toThrow('out of disk')
  })
})
