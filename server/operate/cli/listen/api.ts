import type { components } from '../../../../generated/api-types.js'
import { wrongProtocol } from '../../../../cli/src/request/wrong-protocol.js'
import { CommandError } from '../../command-error.js'
import { printableLine } from '../../../../base/text/printable.js'
import { retryAfterSeconds } from '../../../product/webhooks/send/retry-after.js'
import { version } from '../../../platform/config/version.js'
import type { ListenSettings } from './settings.js'

type FollowedEventPage = components['schemas']['FollowedEventPage']

/** Seconds that a request waits for events, and further seconds that its reply may take. */
const waitSeconds = 20
const replySeconds = 15

/** Thrown if the service could not be reached or could not answer, which may pass. */
export class ServiceAway extends Error {
  override name = 'ServiceAway'
  /** Seconds that the service asked to wait. */
  readonly retryAfter: number | null

  constructor(message: string, retryAfter: number | null = null) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** Choices of a request for events, other than its settings. */
export interface AskedEvents {
  /** Cursor of the previous reply, after which to continue. */
  readonly after?: string
  readonly since?: string
  /** True to wait for events if there are none. */
  readonly wait: boolean
}

/**
 * Requests events from the service.
 *
 * @throws ServiceAway if another attempt may succeed, CommandError if none will
 */
export async function askForEvents(
  { apiUrl, apiKey, types, project }: ListenSettings,
  asked: AskedEvents,
  stopping: AbortSignal,
): Promise<FollowedEventPage> {
  const { after, since, wait } = asked
  const [type, ...others] = types
  const query = new URLSearchParams({
    limit: '100',
    wait: String(wait ? waitSeconds : 0),
    ...(after !== undefined && { after }),
    ...(since !== undefined && { since }),
    ...(project !== undefined && { project_id: project }),
    ...(type !== undefined && type !== '*' && others.length === 0 && { type }),
  })
  const { reply, text } = await get(
    `${apiUrl}/v1/events/follow?${query.toString()}`,
    { apiUrl, apiKey },
    stopping,
  )
  if (reply.status === 200) return pageOf(text, apiUrl)
  if (reply.status === 429 || reply.status >= 500) throw away(reply, apiUrl)
  throw new CommandError(refusalOf(reply.status, text, apiUrl))
}

/**
 * Returns whose events a key shows, in words: a workspace's, or one project's.
 *
 * @throws ServiceAway if another attempt may succeed
 */
export async function nameSource(settings: ListenSettings, stopping: AbortSignal): Promise<string> {
  const { project } = settings
  const workspace = await nameAt('/v1/workspace', settings, stopping)
  // A project's key shows its project only, and may not ask for names.
  if (workspace === undefined) {
    return project === undefined ? 'the project of this API key' : `project ${project}`
  }
  if (project === undefined) return `all projects of the workspace "${workspace}"`
  const name = await nameAt(`/v1/projects/${project}`, settings, stopping)
  return `project ${name === undefined ? project : `"${name}" (${project})`} of the workspace "${workspace}"`
}

/** Returns the name of the resource at a path; undefined if the key may not see it. */
async function nameAt(
  at: string,
  settings: ListenSettings,
  stopping: AbortSignal,
): Promise<string | undefined> {
  const { apiUrl } = settings
  const { reply, text } = await get(apiUrl + at, settings, stopping)
  if (reply.status === 429 || reply.status >= 500) throw away(reply, apiUrl)
  const { name } = (parsed(text) ?? {}) as { name?: unknown }
  return reply.status === 200 && typeof name === 'string' ? printableLine(name) : undefined
}

async function get(
  url: string,
  { apiUrl, apiKey }: Pick<ListenSettings, 'apiUrl' | 'apiKey'>,
  stopping: AbortSignal,
): Promise<{ reply: Response; text: string }> {
  try {
    const reply = await fetch(url, {
      headers: {
        Authorization: `Bearer ${apiKey}`,
        Accept: 'application/json',
        'User-Agent': `postseal-listen/${version}`,
      },
      // The key must not go to any other service.
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout((waitSeconds + replySeconds) * 1000)]),
    })
    return { reply, text: await reply.text() }
  } catch (error) {
    const mistake = wrongProtocol(apiUrl, error)
    if (mistake !== undefined) throw new CommandError(mistake)
    throw new ServiceAway(`No reply from ${apiUrl} (${reasonOf(error)}).`)
  }
}

function away(reply: Response, apiUrl: string): ServiceAway {
  const retryAfter = reply.headers.get('Retry-After')
  return new ServiceAway(
    `${apiUrl} answered ${reply.status}.`,
    retryAfter === null ? null : retryAfterSeconds(retryAfter, Date.now()),
  )
}

function pageOf(text: string, apiUrl: string): FollowedEventPage {
  const page = parsed(text) as Partial<FollowedEventPage> | undefined
  if (!Array.isArray(page?.data) || typeof page.next_cursor !== 'string')
    throw new CommandError(`${apiUrl} is not a Postseal service, or one without events to follow.`)
  return page as FollowedEventPage
}

function refusalOf(status: number, text: string, apiUrl: string): string {
  const { error } = (parsed(text) ?? {}) as { error?: { message?: unknown } }
  const message = typeof error?.message === 'string' ? error.message : `It answered ${status}.`
  if (status === 401) return `${apiUrl} does not know the API key: ${message}`
  return `${apiUrl} refused to show its events: ${message}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } }
  if (name === 'TimeoutError') return 'time-out'
  return typeof cause?.code === 'string' ? cause.code : 'the connection was lost'
}
