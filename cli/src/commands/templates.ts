import type { Command } from 'commander'
import type { FolderOptions } from '../templates/run.js'
import type { PullOptions } from '../templates/pull.js'
import type { PushOptions } from '../templates/push.js'
import { groupOf } from './add.js'
import type { Client } from './client.js'

/** Adds the commands for template files to those of the operations. */
export function addTemplatesCommands(program: Command, client: Client): void {
  const group = groupOf(program, 'templates', 'Templates.')
  const add = (name: string, description: string) =>
    group
      .command(`${name} <dir>`)
      .description(description)
      .option('--project <id>', 'the project that the templates are for (default: every project)')
      .option('--profile <name>', 'the service and key to use; see "postseal profile"')
      .option('--timeout <seconds>', 'the timeout of an attempt or a compiler in seconds (default: 60)')
  add('push', 'Update the templates of the service from a folder. Shows the changes, and asks.')
    .option('--publish', 'publish the new versions; without it, sends do not change')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'show the changes alone')
    .action(async (dir: string, options: PushOptions) => {
      const { pushTemplates } = await import('../templates/push.js')
      await pushTemplates(client, dir, options)
    })
  add('pull', 'Write the templates of the service into a folder, in their latest versions.')
    .option('--published', 'the published versions, of those that have one')
    .option('--force', 'replace files that have other content')
    .action(async (dir: string, options: PullOptions) => {
      const { pullTemplates } = await import('../templates/pull.js')
      await pullTemplates(client, dir, options)
    })
  add('diff', 'Show what a push would change. Exits with 0 for no changes, 1 for changes, 2 for errors.')
    .option('--published', 'compare with the published versions, not the latest')
    .action(async (dir: string, options: FolderOptions) => {
      const { diffTemplates } = await import('../templates/diff.js')
      await diffTemplates(client, dir, options)
    })
}
