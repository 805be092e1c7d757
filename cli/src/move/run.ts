import { runClient, warnWhereOpen, type Client } from '../commands/client.js'
import { CommandFailure, UsageError } from '../mistakes.js'
import { shownJson } from '../output/json.js'
import { Table } from '../output/table.js'
import { needsKey, serviceOf } from '../profiles/service-of.js'
import { ServiceRefusal } from '../request/errors.js'
import { canAsk, confirm } from '../templates/confirm.js'
import { bringKind, scopes } from './bring.js'
import { checkTemplates } from './check.js'
import { kinds, type Kind } from './items.js'
import { Journal } from './journal.js'
import type { MoveOptions, MoveRun } from './move-run.js'
import { countKind } from './preview.js'
import { progressLines } from './progress.js'
import { jsonOf, remarkLines, rowsOfTable, writeReport, type Result } from './report.js'
import { endsOf, kindsOf, otherOf, projectOf, sourceOf } from './settings.js'
import { Postseal } from './targets/postseal.js'
import type { Move } from './targets/target.js'

/** Brings what another account has to the service of the profile, or shows what it would bring. */
export async function runMove(client: Client, name: string, options: MoveOptions): Promise<void> {
  const { json, timeout } = options
  const credential = `a workspace key with the scopes ${[...new Set(Object.values(scopes))].join(', ')}, or an admin’s session`
  await runClient(client, { json, timeout, credential }, async (run) => {
    const source = await sourceOf(name)
    const wanted = kindsOf(options.only, source)
    if ([options.dryRun, options.check, options.again].filter((each) => each === true).length > 1)
      throw new UsageError('--dry-run, --check and --again cannot be combined.')
    const other = otherOf(source, { env: client.invocation.process.env, fromUrl: options.fromUrl }, run)
    if (other.isOpen)
      run.notice(`warning: ${source.keyName} goes to ${other.baseUrl} unencrypted, where others can read it.`)
    const all = { ...run, options, name, source, other, wanted }
    if (options.dryRun === true) await preview(all)
    else if (options.check === true) await checkTemplates(all, await postsealOf(all))
    else await bring(all)
  })
}

/** Returns the client of the service that things are brought to. */
async function postsealOf({ config, options, notice, sending, wanted }: MoveRun): Promise<Postseal> {
  const service = serviceOf(config, options.profile)
  if (service.apiKey === undefined) throw new UsageError(needsKey)
  warnWhereOpen(service, notice)
  const find = new Postseal(service, sending, null)
  return new Postseal(service, sending, await projectOf(find, options.project, wanted))
}

async function preview(run: MoveRun): Promise<void> {
  const { options, other, source, stdout, wanted, notice } = run
  const onProgress = progressLines(run)
  const results: Result[] = []
  for (const kind of wanted) {
    const { found, leftOut, remarks, reason } = await countKind(kind, source, other, onProgress)
    results.push({ kind, brought: found, present: 0, leftOut, remarks, ...(reason && { reason }) })
  }
  if (options.json === true) {
    const rows = jsonOf(results).map(({ brought, already_there: _, ...rest }) => ({
      found: brought,
      ...rest,
    }))
    return stdout.line(shownJson({ dry_run: true, kinds: rows }, 2))
  }
  const rows = results.map(({ kind, brought, leftOut }) => ({
    kind,
    would_bring: brought,
    left_out: leftOut,
  }))
  for (const line of new Table(stdout.width).lines(rows)) await stdout.line(line)
  for (const line of remarkLines(results)) await stdout.line(line)
  notice('Nothing was changed.')
}

async function bring(run: MoveRun): Promise<void> {
  const { client, name, options, other, source, stdout, notice, wanted, sending } = run
  const { json = false, yes = false, again = false } = options
  if (json && !yes) throw new UsageError('With --json, the command cannot ask: give --yes or --dry-run.')
  const to = await postsealOf(run)
  const journal = Journal.open(
    options.journal ?? `postseal-move-${name}.json`,
    endsOf(name, other.baseUrl, to),
  )
  const left = wanted.filter((kind) => !journal.of(kind).isDone)
  if (left.length === 0 && !again) {
    if (json) return stdout.line(shownJson({ kinds: jsonOf(resultsOf(wanted, journal, new Map())) }, 2))
    return stdout.line(
      `There is nothing to do: ${journal.file} says that all of it was brought. Give --again to bring what is new.`,
    )
  }
  if (again && left.length > 0)
    throw new UsageError(`The move is not complete: run the command without --again first.`)
  const question = `bring ${wanted.join(', ')} from ${other.baseUrl} to ${to.baseUrl}`
  if (!yes) {
    const { process } = client.invocation
    if (!canAsk(process)) throw new UsageError(`Nothing was changed. With --yes, this would ${question}.`)
    const asked = `${question.charAt(0).toUpperCase()}${question.slice(1)}?`
    if (!(await confirm(process, asked, sending.signal))) throw new UsageError('Nothing was changed.')
  }
  if (again) journal.restart()
  const secrets: { readonly url: string; readonly secret: string }[] = []
  const showOnce: Move['showOnce'] = async (shown) => {
    if (json) secrets.push(shown)
    else await stdout.line(`The new signing secret for ${shown.url}, shown only now: ${shown.secret}`)
  }
  await journal.save()
  const unread = await bringAll(run, { source, journal, to, showOnce })
  const results = resultsOf(wanted, journal, unread)
  const report = options.report ?? `postseal-move-${name}.txt`
  await writeReport(report, results)
  if (json) return stdout.line(shownJson({ kinds: jsonOf(results), webhook_secrets: secrets, report }, 2))
  for (const line of new Table(stdout.width).lines(rowsOfTable(results))) await stdout.line(line)
  const remarks = remarkLines(results).length
  if (remarks > 0) notice(`${report} has ${remarks === 1 ? 'a remark' : `${remarks} remarks`}: read them.`)
}

/** Brings all kinds. Returns why kinds could not be read. */
async function bringAll(run: MoveRun, move: Move): Promise<ReadonlyMap<Kind, string>> {
  const { notice, options, other, source, wanted } = run
  const onProgress = progressLines(run)
  const unread = new Map<Kind, string>()
  for (const kind of wanted) {
    try {
      const reason = await bringKind(kind, move, other, { onProgress })
      if (reason !== undefined) unread.set(kind, reason)
      else if (source.lacks[kind] !== undefined && source.readers[kind] === undefined)
        unread.set(kind, source.lacks[kind])
    } catch (error) {
      if (options.json !== true && error instanceof CommandFailure) {
        if (error instanceof ServiceRefusal && error.status === 403)
          notice(`To bring ${kind}, the key needs the scope ${scopes[kind]}.`)
        notice(
          `Stopped at ${kind}. ${move.journal.file} knows what was brought: repeat the command to go on.`,
        )
      }
      throw error
    }
  }
  return unread
}

function resultsOf(wanted: readonly Kind[], journal: Journal, unread: ReadonlyMap<Kind, string>): Result[] {
  return kinds
    .filter((kind) => wanted.includes(kind))
    .map((kind) => {
      const { brought, present, leftOut, remarks } = journal.of(kind)
      const reason = unread.get(kind)
      return { kind, brought, present, leftOut, remarks, ...(reason !== undefined && { reason }) }
    })
}
