import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/platform/config/config.js'
import { maxMistakes } from '../../server/product/content/rendering/compiling/source.js'
import { call } from '../support/api/api.js'
import { textOf } from '../support/documentation/documents.js'
import { limits, rowsUnder, tableUnder } from '../support/documentation/limits.js'
import { processShares } from '../support/documentation/shares.js'
import type { TestService } from '../support/service/service.js'
import { sharedApi } from '../support/service/shared-service.js'

const table = tableUnder('Values', textOf('docs/limits.md'))

const config = readConfig({})
const rates = {
  'Sends of a workspace': `${grouped(config.sendsPerMinute)} a minute (\`POSTSEAL_SENDS_PER_MINUTE\`)`,
  'Other requests of a credential': `${grouped(config.requestsPerMinute)} a minute (\`POSTSEAL_REQUESTS_PER_MINUTE\`)`,
}

function grouped(count: number): string {
  return count.toLocaleString('en')
}

describe('the table of limits', () => {
  let service: TestService
  beforeAll(async () => {
    service = await sharedApi()
  })

  /** Returns the number of days that a read reaches back in a workspace as the service makes it. */
  async function retentionDays(): Promise<number> {
    const reply = await call(service.url, 'GET', '/v1/message-logs', {
      key: service.credentials.test_project_key,
    })
    const since = Date.parse((reply.body as { window: { since: string } }).window.since)
    return Math.round((Date.now() - since) / (24 * 60 * 60 * 1000))
  }

  test('tells what the contract and the service hold to, and nothing else', async () => {
    expect(table).toEqual({
      'Body of a request, decoded': limits.body,
      'Nesting of a JSON body': limits.depth,
      'Structural characters of a JSON body, `{}[]:,` outside of strings': limits.structure,
      'Items of a batch': limits.batch,
      'Recipients of a message, `to`, `cc` and `bcc` together': limits.recipients,
      'Attachments of a message': limits.attachments,
      Subject: `${limits.subject} characters`,
      'Header fields of your own': limits.headers,
      Metadata: `${limits.metadataPairs} pairs, keys of ${limits.metadataKey} characters, values of ${limits.metadataValue}`,
      '`scheduled_at`': limits.schedule,
      'Idempotency keys': `${limits.keyLength} characters, ${limits.keysKept}`,
      '`limit` of a list': limits.rows,
      'Words of a search, `q`': limits.searchWords,
      'Webhook subscriptions of a workspace': limits.subscriptions,
      'Webhook receivers of a workspace': limits.receivers,
      'Requests that a webhook receiver keeps': limits.receiverKeeps,
      'Requests to a webhook receiver': limits.received,
      'Domains of a workspace': limits.domains,
      'Users of a workspace': limits.users,
      'DNS checks of a workspace': limits.checks,
      'File of a suppression import, after decompression': limits.importedFile,
      'Lines of a suppression import': limits.importedLines,
      'File of a contact import, after decompression': limits.importedContacts,
      'Imports of contacts of a workspace that run at once': limits.contactImports,
      'Opt-in mails to an address for a list': limits.optIns,
      'The link of an opt-in mail': limits.optInLink,
      'Properties of a contact or an event': `${limits.properties}, texts of ${limits.propertyText} characters`,
      'Templates of a workspace': limits.templates,
      'Versions of a template': limits.templateVersions,
      'Variables of a template': limits.templateVariables,
      'Languages of a template, beside the default': limits.templateLanguages,
      'HTML or text of a template': limits.templateBody,
      'Variables of a send, as JSON': limits.templateValues,
      'Mistakes of a template that an error names': `the first ${maxMistakes}`,
      'Rendered HTML': limits.renderedHtml,
      'Rendered text': limits.renderedText,
      'Rendering a template': limits.renderTime,
      'Topics of a project': limits.topics,
      'Segments of a project': limits.segments,
      'Rule of a segment': limits.rule,
      '`scheduled_at` of a campaign': limits.campaignSchedule,
      'Test mails of campaigns of a workspace': limits.testMails,
      'Campaigns of a workspace that send at once': limits.sendingCampaigns,
      'Automations of a project': limits.automations,
      'Versions of an automation': limits.automationVersions,
      'Definition of an automation, as JSON': limits.definition,
      'Steps of an automation': limits.steps,
      'Waits of an automation': limits.wait,
      'Data of a run, as JSON': limits.runData,
      'Runs of a contact in an automation': limits.runsOfContact,
      'Events that steps record in a row': limits.runDepth,
      'Failed runs that are retried at once': limits.retriedRuns,
      'Inbound routes of a workspace': limits.inboundRoutes,
      'Size of an inbound message': limits.inboundSize,
      'Text or HTML of an inbound message, in replies': limits.inboundText,
      'Text in an event `inbound.received`': limits.inboundEventText,
      'Attachments of an inbound message': limits.inboundAttachments,
      'Links of an event `inbound.received`': limits.inboundLinks,
      'JSON of a TLS report that comes by mail': limits.tlsReport,
      'Inbound mail that a workspace keeps': limits.inboundStorage,
      'Inbound messages of a sender to a workspace': limits.inboundOfSender,
      'Inbound messages to a route': limits.inboundOfRoute,
      'Messages that are cancelled at once': limits.cancelled,
      '`wait` of followed events': limits.followWait,
      'Requests of a workspace that wait for events, in a process': `${limits.followers}, and ${limits.followersOfCredential} with the same credential`,
      'Statistics by the hour, and by the day': `${limits.statisticsByHour}, and ${limits.statisticsByDay}`,
      'Groups of statistics': limits.statisticsGroups,
      'Invitations by mail of a workspace': limits.invitations,
      'Sign-in link': limits.signInLink,
      'Sign-in mails to an address': limits.signInMails,
      'Sign-ins from a client address': `${limits.signIns} (\`POSTSEAL_SIGN_INS_PER_ADDRESS\`)`,
      'Passkeys of a user': limits.passkeys,
      'Challenge of a passkey': limits.passkeyChallenge,
      Session: limits.session,
      'How far back reads reach': `${await retentionDays()} days by default`,
      ...rates,
    })
  })
})

describe('the table of shares', () => {
  const rows = rowsUnder('Shares', textOf('docs/limits.md'))

  test('tells what the code holds to, and nothing else', () => {
    const told = rows.map(([resource = '', ...values]) => [resource, values.slice(0, 3)])
    const held = Object.entries(processShares).map(([resource, { ofProcess, ofOne, ofWorkspace }]) => [
      resource,
      [ofProcess, ofOne, ofWorkspace],
    ])
    expect(told).toEqual(held)
  })

  test.each(rows)('a test holds that one does not take all: %s', (resource = '', ...values) => {
    const [file, name] = processShares[resource]?.heldBy ?? []
    expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).toContain(`test('${name}'`)
    // What happens at the limit.
    expect(values.at(-1)).toMatch(
      /\b(421|429|452|503)\b|^they (wait|are not counted|are left out.*)$|^the oldest is cut$/,
    )
  })
})
