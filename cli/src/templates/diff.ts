import type { Client } from '../commands/client.js'
import { isSameContent } from './content.js'
import { runWithFolder, type FolderOptions } from './run.js'
import { diffOf } from './show-diff.js'

/**
 * Shows the changes that a push would make. The exit code is the same as for `diff`: 0 without changes, 1 with
 * changes, 2 if the comparison failed.
 */
export async function diffTemplates(client: Client, dir: string, options: FolderOptions): Promise<void> {
  let code = 2
  await runWithFolder(client, dir, options, async ({ local, remotes, versions, stdout, notice, style }) => {
    const found = await versions(remotes.filter(({ isLocal }) => isLocal))
    const byFolder = new Map(found.map((version) => [version.template.folder, version]))
    const different = local.templates.filter((template) => {
      const remote = byFolder.get(template.folder)
      return remote === undefined || !isSameContent(template.content, remote.content)
    })
    code = different.length === 0 ? 0 : 1
    for (const template of different)
      await stdout.write(diffOf(template, byFolder.get(template.folder), style))
    const others = remotes.filter(({ isLocal }) => !isLocal).length
    if (others > 0) notice(`The service has ${others} more, which ${dir} does not have.`)
  })
  client.invocation.exitCode = code
}
