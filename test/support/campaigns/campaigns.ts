import type pg from 'pg'
import type { components } from '../../../generated/api-types.js'
import { fromTypeId, newUuid, timeOf, type Uuid, type WorkspaceId } from '../../../server/platform/db/ids.js'
import type { CampaignCalls } from './campaign-calls.js'
import { heldPort } from '../network/ports.js'
import { startSmtpServer, type Answer, type Received } from '../mail-servers/smtp.js'
import { until } from '../time/until.js'

/** Campaigns that are really sent: their contacts, the server that takes their mail, and how they go on. */

type Schemas = components['schemas']
export type Campaign = Schemas['Campaign']

/** The fields that contacts of a project have in common. */
export interface ContactsOf {
  readonly workspaceId: WorkspaceId
  /** In the outside form. */
  readonly project: string
  readonly environment?: 'live' | 'test'
  readonly properties?: object
}

/** Writes contacts past the API, in the order of their ids, which is that of a campaign. */
export async function insertContacts(
  sql: pg.Pool | pg.Client,
  { workspaceId, project, environment = 'test', properties = {} }: ContactsOf,
  emails: readonly string[],
): Promise<Uuid[]> {
  // Those made in one millisecond sort by their random part.
  const ids = emails.map(() => newUuid()).sort()
  await sql.query(
    `insert into contacts (workspace_id, id, project_id, environment, email, address, properties)
     select $1, id, $2, $3, email, lower(email), $6 from unnest($4::uuid[], $5::text[]) as given (id, email)`,
    [workspaceId, fromTypeId('prj', project), environment, ids, emails, JSON.stringify(properties)],
  )
  // The audience is who was there before the start, in whole milliseconds.
  await until(() => Date.now() > timeOf(ids.at(-1) ?? '').getTime(), 'the next millisecond')
  return ids
}

/** Makes `many` addresses, each at a domain of its own. */
export const addresses = (many: number, local = 'reader'): string[] =>
  Array.from({ length: many }, (_, index) => `${local}@d${index}.example`)

/** An SMTP server that takes mail, holds its replies, or cuts the connection, as a test tells it. */
export interface MailServer {
  readonly port: number
  /** In the order in which they came, held ones included. */
  readonly received: Received[]
  /** Decides about a mail that comes now. `hold` withholds the reply until {@link MailServer.letGo}. */
  answer: (mail: Received) => Answer | 'hold'
  /** Number of mails that wait for their reply. */
  readonly held: number
  /** Answers those that are held. */
  letGo(answer?: (mail: Received) => Answer): void
  /** Who got a mail, sorted, each as often as one was taken. */
  taken(): string[]
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const port = await heldPort()
  const held: { readonly mail: Received; readonly reply: (answer: Answer) => void }[] = []
  const taken: string[] = []
  const take = (mail: Received, answer: Answer) => {
    if (answer === 'accept') taken.push(...mail.to)
    return answer
  }
  const server = await startSmtpServer(port, (mail) => {
    const answer = self.answer(mail)
    if (answer !== 'hold') return take(mail, answer)
    return new Promise((resolve) => held.push({ mail, reply: (given) => resolve(take(mail, given)) }))
  })
  const self: MailServer = {
    port,
    received: server.received,
    answer: () => 'accept',
    get held() {
      return held.length
    },
    letGo: (answer = () => 'accept') => {
      for (const { mail, reply } of held.splice(0)) reply(answer(mail))
    },
    taken: () => [...taken].sort(),
    close: () => {
      self.letGo(() => 'cut')
      return server.close()
    },
  }
  return self
}

/** Waits for a campaign to be as asked. */
export function untilCampaign(
  campaigns: Pick<CampaignCalls, 'get'>,
  id: string,
  is: (campaign: Campaign) => boolean,
  what: string,
): Promise<Campaign> {
  let last: Campaign | undefined
  return until(async () => {
    last = (await campaigns.get(id)).body as Campaign
    return is(last) && last
  }, what).catch((error: unknown) => {
    throw new Error(`${what}: ${JSON.stringify(last)}`, { cause: error })
  })
}

export const untilStatus = (campaigns: Pick<CampaignCalls, 'get'>, id: string, status: Campaign['status']) =>
  untilCampaign(campaigns, id, (campaign) => campaign.status === status, `to be ${status}`)

/** Waits until a campaign has nothing in the queue. */
export function untilTried(sql: pg.Pool, id: string): Promise<boolean> {
  return until(async () => {
    const { rowCount } = await sql.query('select from delivery_queue where campaign_id = $1 limit 1', [
      fromTypeId('cmp', id),
    ])
    return rowCount === 0
  }, 'the end of its deliveries')
}

/** Waits until no worker has a delivery of a campaign in hand. */
export function untilNoneInFlight(sql: pg.Pool, id: string): Promise<boolean> {
  return until(async () => {
    const { rowCount } = await sql.query(
      'select from delivery_queue where campaign_id = $1 and lease is not null limit 1',
      [fromTypeId('cmp', id)],
    )
    return rowCount === 0
  }, 'an end of what is in flight')
}

/** Halts a workspace, or lets it send again and has its campaigns look at once. */
export async function setHalted(sql: pg.Pool, workspaceId: WorkspaceId, halted: boolean): Promise<void> {
  await sql.query(
    `update workspaces set halted_at = case when $2 then (select now()) end, halt_reason = case when $2 then 'operator' end
     where id = $1`,
    [workspaceId, halted],
  )
  if (!halted)
    await sql.query(
      `update campaigns set due_at = now() where workspace_id = $1 and status = 'sending' and lease is null`,
      [workspaceId],
    )
}
