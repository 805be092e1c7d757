import { printableLine } from '../../../base/text/printable.js'
import { runClient, warnWhereOpen, type Client, type Run } from '../commands/client.js'
import { UsageError } from '../mistakes.js'
import { isRecord } from '../output/cell.js'
import { shownJson } from '../output/json.js'
import { Table } from '../output/table.js'
import { needsKey, serviceOf } from '../profiles/service-of.js'
import type { Service } from '../request/service.js'
import { canAsk, confirm } from '../templates/confirm.js'
import { SuppressionsApi, type Reply, type Wanted } from './suppressions-api.js'
import { timeOf } from './time-of.js'

export interface ReviewOptions {
  readonly since?: string
  readonly until?: string
  readonly contains?: string
  readonly all?: boolean
  readonly lift?: boolean
  readonly yes?: boolean
  readonly dryRun?: boolean
  readonly json?: boolean
  readonly profile?: string
  readonly timeout?: string
}

/** The options, the service and the output of one review. */
interface ReviewRun extends Run {
  readonly options: ReviewOptions
  readonly service: Service
  readonly api: SuppressionsApi
  readonly wanted: Wanted
}

/** Shows the server replies that caused suppressions, or lifts those suppressions. */
export async function reviewSuppressions(client: Client, options: ReviewOptions): Promise<void> {
  const { json, timeout, profile } = options
  const credential = 'a workspace key with the scope suppressions:*, or a session, to lift an admin’s'
  await runClient(client, { json, timeout, credential }, async (run) => {
    const wanted = wantedOf(options, new Date())
    const service = serviceOf(run.config, profile)
    if (service.apiKey === undefined) throw new UsageError(needsKey)
    warnWhereOpen(service, run.notice)
    const api = new SuppressionsApi(service, run.sending)
    const review = { ...run, options, service, api, wanted }
    await (options.lift === true ? lift(review) : show(review))
  })
}

/**
 * Returns the selection from the options.
 *
 * @throws UsageError if options are invalid or cannot be combined
 */
function wantedOf(options: ReviewOptions, now: Date): Wanted {
  const { since, until, contains } = options
  if (options.lift !== true && (options.yes === true || options.dryRun === true))
    throw new UsageError(`${options.yes === true ? '--yes' : '--dry-run'} goes with --lift only.`)
  // The service counts characters as JSON Schema does, in code points.
  const length = contains === undefined ? undefined : [...contains].length
  if (length !== undefined && (length < 3 || length > 200))
    throw new UsageError('--contains takes 3 to 200 characters.')
  if (options.lift === true && contains === undefined) {
    if (options.all === true)
      throw new UsageError('--lift --all needs --contains: the text of the reply that was misread.')
    if (since === undefined && until === undefined)
      throw new UsageError(
        '--lift needs --contains, or --since or --until to lift what the service would not suppress today.',
      )
  }
  return {
    ...(contains !== undefined && { reply_contains: contains }),
    ...(since !== undefined && { since: timeOf('--since', since, now) }),
    ...(until !== undefined && { until: timeOf('--until', until, now) }),
  }
}

async function show({ options, api, wanted, stdout, notice }: ReviewRun): Promise<void> {
  const reply = await api.groups(wanted)
  const groups: readonly unknown[] = Array.isArray(reply['data']) ? reply['data'] : []
  const all = groups.filter(isRecord)
  const shown = options.all === true ? all.sort(misreadFirst) : all.filter(isMisread)
  if (options.json === true) return stdout.line(shownJson({ ...reply, data: shown }, 2))
  const table = new Table(stdout.width)
  const rows = shown.map(
    ({ count, reply: said, reason, class: is, still_suppresses: still, last_created_at: at }) => {
      return { count, reply: said, reason, class: is, still_suppresses: still, last_created_at: at }
    },
  )
  for (const line of rows.length === 0 ? [] : table.lines(rows)) await stdout.line(line)
  if (rows.length === 0) notice('No suppressions found that the service would not make today.')
  const left = all.length - shown.length
  if (left > 0)
    notice(
      `${left === 1 ? 'Another group is' : `${left} other groups are`} as the service reads replies today: see --all.`,
    )
  const { total_groups: total, is_complete: isComplete, counted_since: countedSince } = reply
  if (typeof total === 'number' && total > all.length)
    notice(`Only the ${all.length} largest of ${total} groups are here.`)
  if (isComplete === false)
    notice(`Only the newest are counted. For older ones: --until ${printableLine(String(countedSince))}`)
}

function isMisread(group: Reply): boolean {
  return group['still_suppresses'] === false
}

function misreadFirst(one: Reply, other: Reply): number {
  return Number(isMisread(other)) - Number(isMisread(one))
}

async function lift({
  client,
  options,
  service,
  api,
  wanted,
  stdout,
  notice,
  sending,
}: ReviewRun): Promise<void> {
  const { contains, json = false, dryRun = false, yes = false } = options
  if (json && !yes && !dryRun)
    throw new UsageError('With --json, --lift cannot ask: give --yes or --dry-run.')
  const which = { ...wanted, ...(contains === undefined && { still_suppresses: false }) }
  let found = 0
  for await (const count of api.lift(which, true)) found += count
  const words = `${counted(found)} at ${service.baseUrl}`
  if (dryRun || found === 0) {
    if (json) return stdout.line(shownJson({ matched: found, lifted: 0 }, 2))
    return stdout.line(
      found === 0 ? 'There is nothing to lift.' : `This would lift ${words}. Nothing was changed.`,
    )
  }
  if (!yes) {
    const { process } = client.invocation
    if (!canAsk(process)) throw new UsageError(`Nothing was changed. With --yes, this would lift ${words}.`)
    if (!(await confirm(process, `Lift ${words}?`, sending.signal)))
      throw new UsageError('Nothing was changed.')
  }
  let lifted = 0
  try {
    for await (const count of api.lift(which, false)) {
      lifted += count
      if (!json && lifted < found) notice(`Lifted ${lifted} of ${found}.`)
    }
  } catch (error) {
    if (!json)
      notice(`It ended early: ${counted(lifted)} of ${found} were lifted. The same command lifts the others.`)
    throw error
  }
  await stdout.line(json ? shownJson({ matched: found, lifted }, 2) : `Lifted ${counted(lifted)}.`)
}

function counted(count: number): string {
  return `${count} suppression${count === 1 ? '' : 's'}`
}
