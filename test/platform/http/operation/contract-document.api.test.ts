import { describe, expect, test } from 'vitest'
import { operationsOf, ownContract } from '../../../../server/platform/http/operation/contract.js'
import { statusOf, type ErrorCode } from '../../../../server/platform/http/errors/api-error.js'
import { call } from '../../../support/api/api.js'
import { document, operations, resolve, type ContractReply } from '../../../support/api/contract.js'
import { limits, tableUnder } from '../../../support/documentation/limits.js'
import { startTestService } from '../../../support/service/service.js'

const served = new Map<string, ReturnType<typeof operationsOf>[number]>(
  operationsOf(ownContract()).map((operation) => [operation.id, operation]),
)

test('no key is in it that only the service reads', () => {
  const names = new Set([...JSON.stringify(document).matchAll(/"(x-[\w-]+)":/g)].map(([, name]) => name))
  const known = ['x-alias-of', 'x-deprecated-since', 'x-internal', 'x-since', 'x-sunset', 'x-tagGroups']
  expect([...names].filter((name) => !known.includes(name ?? ''))).toEqual([])
})

test('operations have different ids', () => {
  expect(new Set(operations.map((operation) => operation.id)).size).toBe(operations.length)
})

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  test('is named by a verb, and said what it does', () => {
    expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)+$/)
    expect(operation.summary).toBeTruthy()
    expect(operation.description).toBeTruthy()
    expect(operation.security).toBeDefined()
  })

  test('names the request on each reply', () => {
    for (const [status, listed] of Object.entries(operation.responses)) {
      expect((resolve(listed) as ContractReply).headers, status).toHaveProperty('Request-Id')
    }
  })

  test('lists the errors that every operation of its kind can answer', () => {
    const listed = Object.keys(operation.responses)
    const always = ['400', '406', '422', '500']
    const authenticated = operation.security.length > 0 ? ['401', '403', '429', '503'] : []
    const withBody = operation.requestBody === undefined ? [] : ['413', '415']
    const withId = operation.path.includes('{') ? ['404'] : []
    const keyed = operation.parameters.some(({ name }) => name === 'Idempotency-Key') ? ['409'] : []
    const { policy, perItemOf: items } = served.get(operation.id)!.rateLimit
    // In a batch it is the items that are refused.
    const send = policy === 'sends' && items === undefined ? ['423'] : []
    expect(listed).toEqual(
      expect.arrayContaining([...always, ...authenticated, ...withBody, ...withId, ...keyed, ...send]),
    )
    // Without a key it conflicts with nothing, but for the preview of what is no message, and passkeys with the address
    // of the service.
    const isExcepted = ['previewTemplate', 'createPasskeyChallenge', 'createPasskeySession'].includes(
      operation.id,
    )
    if (keyed.length === 0 && !isExcepted) expect(listed).not.toContain('409')
  })

  test('says what is left of the rate limit, once it is known whose that is', () => {
    if (operation.security.length === 0) return
    for (const [status, listed] of Object.entries(operation.responses)) {
      const names = Object.keys((resolve(listed) as ContractReply).headers ?? {})
      const expected = ['401', '503'].includes(status) ? [] : ['RateLimit', 'RateLimit-Policy']
      expect(
        names.filter((name) => name.startsWith('RateLimit')),
        status,
      ).toEqual(expected)
    }
  })

  test('takes an idempotency key where it changes something', () => {
    const names = operation.parameters.map((parameter) => parameter.name)
    // These store nothing. They are POSTs because they have a body, or take their time.
    const storesNothing = /^(preview|explain|simulate|check(?=Campaign)|test(?=InboundRoute))/.test(id)
    // Without a credential there is nobody that a key could belong to.
    const isForAnybody = operation.security.length === 0
    const changes = operation.method !== 'get' && !storesNothing && !isForAnybody
    expect(names.includes('Idempotency-Key')).toBe(changes)
  })
})

test('the limits it tells are those it holds requests to', () => {
  expect(tableUnder('Limits', document.info.description)).toEqual({
    'Body of a request, decoded': limits.body,
    'Nesting of a JSON body': limits.depth,
    'Structural characters of a JSON body, `{}[]:,` outside of strings': limits.structure,
    'Recipients of a message, `to`, `cc` and `bcc` together': limits.recipients,
    'Items of a batch': limits.batch,
    'Messages that are cancelled at once': limits.cancelled,
    '`scheduled_at`': limits.schedule,
    'Idempotency keys': limits.keysKept,
    'Webhook subscriptions of a workspace': limits.subscriptions,
    'Webhook receivers of a workspace': limits.receivers,
    'Requests that a webhook receiver keeps': limits.receiverKeeps,
    'Requests to a webhook receiver': limits.received,
    'Domains of a workspace': limits.domains,
    'DNS checks of a workspace': limits.checks,
    'File of a suppression import, after decompression': limits.importedFile,
    'Lines of a suppression import': limits.importedLines,
    'File of a contact import, after decompression': limits.importedContacts,
    'Imports of contacts of a workspace that run at once': limits.contactImports,
    'Opt-in mails to an address for a list': limits.optIns,
    'The link of an opt-in mail': limits.optInLink,
    'Properties of a contact or an event': limits.properties,
    'Topics of a project': limits.topics,
    'Templates of a workspace': limits.templates,
    'Versions of a template': limits.templateVersions,
    'Variables of a template': limits.templateVariables,
    'Languages of a template, beside the default': limits.templateLanguages,
    'HTML or text of a template': limits.templateBody,
    'Variables of a send, as JSON': limits.templateValues,
    'Rendered HTML': limits.renderedHtml,
    'Rendered text': limits.renderedText,
    'Rendering a template': limits.renderTime,
    'Segments of a project': limits.segments,
    'Rule of a segment': limits.rule,
    '`scheduled_at` of a campaign': limits.campaignSchedule,
    'Test mails of campaigns of a workspace': limits.testMails,
    'Campaigns of a workspace that send at once': limits.sendingCampaigns,
    'Automations of a project': limits.automations,
    'Versions of an automation': limits.automationVersions,
    'Steps of an automation': limits.steps,
    'Waits of an automation': limits.wait,
    'Runs of a contact in an automation': limits.runsOfContact,
    'Events that steps record in a row': limits.runDepth,
    'Failed runs that are retried at once': limits.retriedRuns,
    'Inbound routes of a workspace': limits.inboundRoutes,
    'An inbound message': limits.inboundSize,
    'Retained inbound messages of a workspace': limits.inboundStorage,
    'Inbound messages by one sender': limits.inboundOfSender,
    'Inbound messages of a route': limits.inboundOfRoute,
    'Links to an inbound message': limits.inboundLinks,
    '`wait` of followed events': `${limits.followWait}, ${limits.followers} requests of a workspace at the same time, ${limits.followersOfCredential} with the same credential`,
    'Statistics in a reply': `${limits.statisticsByHour} by the hour, ${limits.statisticsByDay} by the day, ${limits.statisticsGroups} groups`,
    'Users of a workspace': limits.users,
    'Invitations by mail of a workspace': limits.invitations,
    'Sign-in link': limits.signInLink,
    'Sign-in mails to an address': limits.signInMails,
    'Sign-ins from a client address': limits.signIns,
    'Passkeys of a user': limits.passkeys,
    'Challenge of a passkey': limits.passkeyChallenge,
    Session: limits.session,
    '`limit` of a list': limits.rows,
  })
})

const codes = (document.components['schemas']?.['ErrorCode'] as { enum: ErrorCode[] }).enum

test.each(codes)('the code %s has a status', (code) => {
  expect(statusOf(code)).toBeGreaterThanOrEqual(400)
})

test('each code that a reply names in its description is of that reply’s status', () => {
  const replies = new Map(
    operations
      .flatMap((operation) => Object.entries(operation.responses))
      .filter(([status]) => status >= '400'),
  )
  for (const [status, listed] of replies) {
    const { description } = resolve(listed) as { description: string }
    const named = [...description.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code as ErrorCode)
    const known = named.filter((code) => codes.includes(code))
    expect(known.length, status).toBeGreaterThan(0)
    for (const code of known) expect(statusOf(code), code).toBe(Number(status))
  }
})

test('without the api role only the health checks and the reference are served', async () => {
  const sinkOnly = await startTestService({ env: { POSTSEAL_ROLES: 'sink' } })
  try {
    expect((await call(sinkOnly.url, 'GET', '/healthz')).status).toBe(200)
    expect((await call(sinkOnly.url, 'GET', '/readyz')).body.roles).toEqual(['sink'])
    expect((await fetch(`${sinkOnly.url}/v1/messages`)).status).toBe(404)
    expect((await fetch(`${sinkOnly.url}/docs`)).status).toBe(200)
  } finally {
    await sinkOnly.stop()
  }
})
