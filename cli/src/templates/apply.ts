import type { LocalFolder } from './local.js'
import type { Step } from './plan.js'
import { refusedContent, type Names } from './refused.js'
import { withNames, type RemoteTemplate } from './service/remote.js'
import type { ListedTemplate, TemplatesApi } from './service/templates-api.js'

/** A completed change. */
export interface Done {
  readonly folder: string
  readonly version: number
  readonly what: 'created' | 'made' | 'published'
}

/** A version that is not published yet. */
interface Waiting {
  readonly folder: string
  readonly template: ListedTemplate
  readonly version: number
}

/**
 * Runs a push. Publishes layouts and partials before other templates name them. Publishes messages after all versions
 * are created, so that a failed push publishes no message.
 *
 * @throws the error of the step that failed, after calling `onDone` for all earlier changes
 */
export async function applyPush(
  { dir }: LocalFolder,
  steps: readonly Step[],
  remotes: readonly RemoteTemplate[],
  { api, onDone }: { readonly api: TemplatesApi; readonly onDone: (done: Done) => Promise<void> },
): Promise<void> {
  const ids = new Map(remotes.map(({ folder, id }) => [folder, id]))
  const names: Names = {
    idOf: (folder) => ids.get(folder),
    folderOf: (id) => [...ids].find(([, other]) => other === id)?.[0],
  }
  const waiting: Waiting[] = []
  const publish = async ({ folder, template, version }: Waiting) => {
    await api.publish(template, version)
    await onDone({ folder, version, what: 'published' })
  }
  for (const { local, remote, isNew, isPublished } of steps) {
    const { folder, name, kind, content } = local
    const sent = withNames(content, names.idOf)
    let made = remote && { template: remote.template as ListedTemplate, version: remote.version }
    try {
      if (made === undefined) {
        made = { template: await api.create(name, kind, sent), version: 1 }
        ids.set(folder, made.template.id)
        await onDone({ folder, version: made.version, what: 'created' })
      } else if (isNew) {
        made = { ...made, version: await api.createVersion(made.template, sent) }
        await onDone({ folder, version: made.version, what: 'made' })
      }
    } catch (error) {
      throw refusedContent(error, dir, local, names)
    }
    if (!isPublished) continue
    if (kind === 'message') waiting.push({ folder, ...made })
    else await publish({ folder, ...made })
  }
  for (const one of waiting) await publish(one)
}
