import type { Client } from '../commands/client.js'
import { UsageError } from '../mistakes.js'
import { applyPush, type Done } from './apply.js'
import { canAsk, confirm } from './confirm.js'
import { planPush, type Step } from './plan.js'
import { runWithFolder, type FolderOptions, type FolderRun } from './run.js'
import { diffOf } from './show-diff.js'

export interface PushOptions extends FolderOptions {
  readonly publish?: boolean
  readonly yes?: boolean
  readonly dryRun?: boolean
}

/** Updates the service's templates to match those of a folder. Shows the changes and asks for confirmation. */
export async function pushTemplates(client: Client, dir: string, options: PushOptions): Promise<void> {
  await runWithFolder(client, dir, { ...options, published: false }, async (run) => {
    const { local, remotes, stdout, notice, api } = run
    if (local.templates.length === 0) throw new UsageError(`${dir} has no folder with a template.json.`)
    const versions = await run.versions(remotes.filter(({ isLocal }) => isLocal))
    const steps = planPush(local, versions, options.publish === true)
    const changes = steps.filter(({ isNew, isPublished }) => isNew || isPublished)
    if (changes.length === 0) return stdout.line('Nothing to do: the service has all of it.')
    await show(run, changes)
    const question = words(run, changes)
    if (options.dryRun === true) return notice(`Nothing was changed. A push would ${question}.`)
    if (options.yes !== true) {
      const { process } = client.invocation
      if (!canAsk(process)) throw new UsageError(`Nothing was changed. With --yes, this would ${question}.`)
      const asked = `${question.charAt(0).toUpperCase()}${question.slice(1)}?`
      if (!(await confirm(process, asked, run.sending.signal))) throw new UsageError('Nothing was changed.')
    }
    const all: Done[] = []
    try {
      await applyPush(local, steps, remotes, {
        api,
        onDone: (done) => {
          all.push(done)
          return stdout.line(doneWords(done))
        },
      })
    } catch (error) {
      notice(leftWords(changes, all))
      throw error
    }
  })
}

async function show({ stdout, style }: FolderRun, changes: readonly Step[]): Promise<void> {
  for (const { local, remote, isNew, because } of changes) {
    const { folder } = local
    if (because.length > 0)
      await stdout.line(`# ${folder}: another version, for that of ${because.join(', ')}`)
    else if (isNew) await stdout.write(diffOf(local, remote, style))
    else await stdout.line(`# ${folder}: version ${remote?.version} is not published yet`)
  }
}

/** Returns `make 1 template and 2 versions, and publish 3, at https://mail.shop.example` */
function words({ service }: FolderRun, changes: readonly Step[]): string {
  const made = changes.filter(({ isNew }) => isNew)
  const created = made.filter(({ remote }) => remote === undefined).length
  const parts = [counted(created, 'template'), counted(made.length - created, 'version')].filter(
    (part) => part !== '',
  )
  const published = changes.filter(({ isPublished }) => isPublished).length
  const verbs = [
    parts.length > 0 ? `make ${parts.join(' and ')}` : '',
    published > 0 ? `publish ${published}` : '',
  ].filter((part) => part !== '')
  return `${verbs.join(' and ')} at ${service.baseUrl}`
}

function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`
}

function doneWords({ folder, version, what }: Done): string {
  const words = { created: 'is created, version', made: 'has version', published: 'has published version' }
  return `${folder}  ${words[what]} ${version}`
}

/** Returns a description of the changes that a failed push has made. */
function leftWords(changes: readonly Step[], all: readonly Done[]): string {
  const isPublished = (folder: string, wanted: boolean) =>
    all.some((done) => done.folder === folder && (done.what === 'published') === wanted)
  const left = changes.flatMap(({ local: { folder }, ...step }) => [
    ...(step.isNew && !isPublished(folder, false) ? [`${folder} is not made`] : []),
    ...(step.isPublished && !isPublished(folder, true) ? [`${folder} is not published`] : []),
  ])
  return `The push ended early: ${left.join(', ')}.`
}
