import { maxJsonBytes } from '../../../server/product/domains/tls-reports/read-json.js'
import { optInHours } from '../../../server/product/audience/subscriptions/decide.js'
import {
  maxConditions,
  maxDepth as maxRuleDepth,
  maxHistoryConditions,
} from '../../../server/product/audience/segments/rules/rule.js'
import { maxTopics } from '../../../server/product/audience/topics/save.js'
import { maxSegments } from '../../../server/product/audience/segments/save.js'
import { maxTerms } from '../../../server/platform/log-search/terms.js'
import { confirmDays } from '../../../server/product/audience/subscriptions/links/links.js'
import { idleLimit, maxSessionMs } from '../../../server/platform/auth/session-rows.js'
import { defaultRateLimits } from '../../../server/platform/config/defaults.js'
import { maxHtmlBytes, maxTextBytes, renderMs } from '../../../server/product/content/rendering/limits.js'
import { maxLines } from '../../../server/product/audience/csv/line-count.js'
import { maxRunning } from '../../../server/product/programs/contact-imports/start.js'
import { ownOperation } from '../../../server/platform/http/operation/contract.js'
import { maxTemplates, maxVersions } from '../../../server/product/content/templates/save.js'
import { maxDomains } from '../../../server/product/domains/create.js'
import { maxOfCredential, maxOfWorkspace } from '../../../server/platform/events/follow/waiters.js'
import { largestBody } from '../../../server/platform/http/body/read-body.js'
import { maxDepth, maxStructure } from '../../../server/platform/http/body/read-json.js'
import { keptFor } from '../../../server/platform/http/idempotency/claim.js'
import {
  maxAutomations,
  maxVersions as maxAutomationVersions,
} from '../../../server/product/programs/automations/definitions/save.js'
import { maxDefinitionBytes } from '../../../server/product/programs/automations/definitions/mistakes.js'
import { maxLevels, maxSteps } from '../../../server/product/programs/automations/definitions/place-steps.js'
import { maxWaitDays } from '../../../server/product/programs/automations/durations.js'
import { retriedAtMost } from '../../../server/product/programs/automations/runs/failed-runs.js'
import { maxDataBytes } from '../../../server/product/programs/automations/start/data.js'
import {
  maxDepth as maxRunDepth,
  maxRuns,
  runWindowMs,
} from '../../../server/product/programs/automations/start/guards.js'
import { furthestDays } from '../../../server/product/programs/campaigns/draft/schedule.js'
import { maxSending } from '../../../server/product/programs/campaigns/release/start.js'
import { eventLimits, linkDays } from '../../../server/product/inbound/messages/event.js'
import { maxStoredBytes } from '../../../server/product/inbound/messages/inbound-message-rows.js'
import { parseLimits } from '../../../server/mail/mime/parsed-mail.js'
import { maxRoutes } from '../../../server/product/inbound/routes/save.js'
import { defaultInboundQuotas } from '../../../server/product/inbound/take/admit.js'
import { defaultSpoolLimits } from '../../../server/product/inbound/take/spool.js'
import {
  invitationQuota,
  receivedQuota,
  receivedUnits,
  testMailQuota,
} from '../../../server/platform/http/rate-limit/rate-limits.js'
import { linkSeconds } from '../../../server/product/sign-in/links.js'
import { challengeMs } from '../../../server/product/sign-in/passkeys/challenges.js'
import { maxPasskeys } from '../../../server/product/sign-in/passkeys/register.js'
import { mailsOfAddress } from '../../../server/product/sign-in/mails/queue.js'
import { intervals } from '../../../server/platform/statistics/span.js'
import { keptRequests } from '../../../server/product/webhooks/receivers/received.js'
import { maxReceivedBytes } from '../../../server/product/webhooks/receivers/router.js'
import { maxReceivers, receiverDays } from '../../../server/product/webhooks/receivers/receiver-rows.js'
import { maxSubscriptions } from '../../../server/product/webhooks/subscriptions/workspace-rules.js'
import { maxUsers } from '../../../server/product/workspace/users/rules.js'
import { document } from '../api/contract.js'

interface Schema {
  readonly description?: string
  readonly properties: Readonly<Record<string, Schema>>
  readonly propertyNames: Schema
  readonly additionalProperties: Schema
  readonly pattern: string
  readonly minItems: number
  readonly maxItems: number
  readonly minLength: number
  readonly maxLength: number
  readonly maxProperties: number
  readonly minimum: number
  readonly maximum: number
  readonly default: number
  readonly anyOf: readonly Schema[]
}

interface Filter {
  readonly name?: string
  readonly schema?: Schema
}

const schemas = document.components['schemas'] as Record<
  string,
  { properties: Record<string, Schema> } & Schema
>
const parameters = document.components['parameters'] as Record<string, { schema: Schema }>

const message = propertiesOf('SendMessageRequest')
const items = propertiesOf('BatchRequest')('items')
const metadata = schemas['Metadata'] as Schema
const headers = schemas['MessageHeaders'] as Schema
const properties = schemas['ContactProperties'] as Schema
const propertyText = schemas['PropertyValue']?.anyOf.find(({ maxLength }) => maxLength > 0) as Schema
const keyHeader = parameters['IdempotencyKey']?.schema as Schema
const rows = parameters['Limit']?.schema as Schema

/**
 * The limits that the documents tell, each in the words of their tables and with the number from where the service
 * takes it.
 */
export const limits = {
  body: `${largestBody / 1_000_000} MB`,
  depth: `${maxDepth} levels`,
  structure: maxStructure.toLocaleString('en'),
  recipients: `${message('to').maxItems}`,
  batch: `${items.minItems} to ${items.maxItems}`,
  attachments: `${message('attachments').maxItems}`,
  subject: `${message('subject').maxLength}`,
  headers: `${headers.maxProperties}`,
  metadataPairs: `${metadata.maxProperties}`,
  metadataKey: numberIn(metadata.propertyNames.pattern, /\{1,(\d+)\}\$$/),
  metadataValue: `${metadata.additionalProperties.maxLength}`,
  schedule: `up to ${numberIn(message('scheduled_at').description, /up to (\d+) days ahead/)} days ahead`,
  keysKept: `kept for ${keptFor}`,
  keyLength: `${keyHeader.minLength} to ${keyHeader.maxLength}`,
  subscriptions: `${maxSubscriptions}`,
  receivers: `${maxReceivers}, each for ${receiverDays} days`,
  searchWords: `${maxTerms}`,
  receiverKeeps: `the last ${keptRequests}`,
  received:
    `up to ${maxReceivedBytes / 1_000_000} MB each; ` +
    `at most ${(receivedQuota.max / receivedUnits.ofRequest).toLocaleString('en')} requests and ` +
    `${(receivedQuota.max * receivedUnits.bytes) / 1_000_000} MB a minute are kept, the rest is only answered`,
  domains: maxDomains.toLocaleString('en'),
  checks: `${defaultRateLimits.checksPerMinute} a minute`,
  importedFile: `${largestBody / 1_000_000} MB`,
  importedLines: maxLines.toLocaleString('en'),
  importedContacts: `${(ownOperation('importContacts').maxBytes ?? 0) / 1_000_000} MB and ${maxLines.toLocaleString('en')} lines`,
  contactImports: `${maxRunning}`,
  optIns: `one in ${optInHours} hours`,
  optInLink: `works for ${confirmDays} days`,
  properties: `${properties.maxProperties}`,
  propertyText: `${propertyText.maxLength.toLocaleString('en')}`,
  templates: maxTemplates.toLocaleString('en'),
  templateVersions: `${maxVersions}`,
  templateVariables: `${schemas['TemplateVariables']?.maxItems}`,
  templateLanguages: `${schemas['TemplateLocales']?.maxProperties}`,
  templateBody: `${(schemas['TemplateHtml']?.maxLength ?? 0) / 1000} kB`,
  templateValues: `${numberIn(schemas['VariableValues']?.description, /at most (\d+) kB of JSON/)} kB`,
  renderedHtml: `${maxHtmlBytes / 1_000_000} MB`,
  renderedText: `${maxTextBytes / 1000} kB`,
  renderTime: `${renderMs / 1000} second of CPU time`,
  topics: `${maxTopics}`,
  segments: `${maxSegments}`,
  rule: `${maxRuleDepth} levels, ${maxConditions} conditions, ${maxHistoryConditions} of them about events or messages`,
  campaignSchedule: ahead(furthestDays),
  testMails: `${testMailQuota.max} an hour`,
  sendingCampaigns: `${maxSending}`,
  automations: `${maxAutomations}`,
  automationVersions: `${maxAutomationVersions}`,
  definition: `${maxDefinitionBytes / 1000} kB`,
  steps: `${maxSteps}, ${maxLevels} levels deep`,
  wait: `up to ${maxWaitDays} days`,
  runData: `${maxDataBytes / 1024} kB`,
  runsOfContact: `${maxRuns} in ${runWindowMs / 3_600_000} hours`,
  runDepth: `${maxRunDepth}`,
  retriedRuns: retriedAtMost.toLocaleString('en'),
  inboundRoutes: `${maxRoutes}`,
  inboundSize: `${defaultSpoolLimits.messageBytes / 1024 ** 2} MiB`,
  inboundText: `${parseLimits.textBytes / 1024 ** 2} MiB`,
  inboundEventText: `${eventLimits.textBytes / 1000} kB`,
  inboundAttachments: `${parseLimits.attachments}`,
  inboundLinks: `work for ${linkDays} days`,
  tlsReport: `${maxJsonBytes.ofMail / 1024 ** 2} MiB`,
  inboundStorage: `${maxStoredBytes / 1024 ** 3} GiB`,
  inboundOfSender: perMinute(defaultInboundQuotas.sender),
  inboundOfRoute: perMinute(defaultInboundQuotas.route),
  cancelled: `${propertiesOf('CancelMessagesRequest')('message_ids').maxItems}`,
  followWait: `up to ${filterOf('/v1/events/follow', 'wait').maximum} seconds`,
  followers: `${maxOfWorkspace}`,
  followersOfCredential: `${maxOfCredential}`,
  users: maxUsers.toLocaleString('en'),
  statisticsByHour: `${intervals.hour.max / 24} days`,
  statisticsByDay: `${intervals.day.max} days`,
  statisticsGroups: `${filterOf('/v1/statistics', 'max_groups').maximum}`,
  invitations: `${invitationQuota.max} an hour`,
  signInLink: `works once, for ${linkSeconds / 60} minutes`,
  signInMails: `${mailsOfAddress} in ${linkSeconds / 60} minutes`,
  signIns: `${defaultRateLimits.signIns} in 15 minutes`,
  passkeys: String(maxPasskeys),
  passkeyChallenge: `works once, for ${challengeMs / 60_000} minutes`,
  session: `${idleLimit} after its last use, ${maxSessionMs / 86_400_000} days in all`,
  rows: `${rows.minimum} to ${rows.maximum}, ${rows.default} by default`,
} as const

/** The rows of the first table under a heading: what stands in the first column, and in the second. */
export function tableUnder(heading: string, markdown: string): Record<string, string> {
  const [, section = ''] = markdown.split(`\n## ${heading}\n`)
  const [table = ''] = section.match(/(^\|.*\|\n)+/m) ?? []
  const cells = table.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)
  return Object.fromEntries([...cells].slice(2).map(([, name = '', value = '']) => [name, value]))
}

/** The cells of the first table under a heading, row by row, without its head. */
export function rowsUnder(heading: string, markdown: string): string[][] {
  const [, section = ''] = markdown.split(`\n## ${heading}\n`)
  const [table = ''] = section.match(/(^\|.*\|\n)+/m) ?? []
  const rows = table.trimEnd().split('\n').slice(2)
  return rows.map((row) => row.split('|').slice(1, -1)).map((cells) => cells.map((cell) => cell.trim()))
}

function perMinute({ max, windowSeconds }: { max: number; windowSeconds: number }): string {
  return `${((max * 60) / windowSeconds).toLocaleString('en')} a minute`
}

function ahead(days: number): string {
  return `up to ${days === 365 ? 'a year' : `${days} days`} ahead`
}

function propertiesOf(schema: string): (property: string) => Schema {
  return (property) => schemas[schema]?.properties[property] as Schema
}

/** The schema of a filter of the list at a path. */
function filterOf(path: string, name: string): Schema {
  const { parameters } = document.paths[path]?.['get'] as unknown as { parameters: Filter[] }
  return parameters.find((filter) => filter.name === name)?.schema as Schema
}

function numberIn(text: string | undefined, form: RegExp): string {
  const number = text?.match(form)?.[1]
  if (number === undefined) throw new Error(`${text} is not of the form ${form}`)
  return number
}
