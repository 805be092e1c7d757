import type { Command } from 'commander'
import { haltByOperator, resumeByOperator, showSending, type SendingOptions } from '../sending.js'
import type { Invocation } from '../invocation.js'
import { withDatabase } from '../with-database.js'
import { createByOperator, type CreateOptions } from './create.js'
import { archiveByOperator, deleteByOperator, restoreByOperator, type DeleteOptions } from './end.js'
import { changeLimits, type LimitsOptions } from './limits.js'
import { listWorkspaces, renameWorkspace, showWorkspace, type WorkspaceOptions } from './list.js'
import { jsonOption, workspaceOption } from '../commands/options.js'

export function addWorkspaceCommands(program: Command, invocation: Invocation): void {
  const workspace = program
    .command('workspace')
    // The command's name before workspaces had other commands.
    .alias('sending')
    .description('The workspaces of this service, their limits, and whether they can send.')
  addLifeCommands(workspace, invocation)
  addHostCommands(workspace, invocation)
  addLinkCommands(workspace, invocation)
  workspace
    .command('halt')
    .description('Stop its sending: refuse sends and hold its queue.')
    .option(...workspaceOption)
    .option('--note <text>', 'the reason, shown in the sending status')
    .option('--for-abuse', 'also disable the links in its mail until it is resumed')
    .option(...jsonOption)
    .action((options: SendingOptions) =>
      withDatabase(invocation, (_config, { db }) => haltByOperator(db, options)),
    )
  workspace
    .command('resume')
    .description('Let it send again, and reset the counts of its bounces and complaints.')
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((options: SendingOptions) =>
      withDatabase(invocation, (_config, { db }) => resumeByOperator(db, options)),
    )
  workspace
    .command('status')
    .description('Show whether it may send, and the figures that decide this.')
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((options: SendingOptions) =>
      withDatabase(invocation, (_config, { db }) => showSending(db, options)),
    )
}

/** Adds the commands for making, changing and ending a workspace. */
function addLifeCommands(workspace: Command, invocation: Invocation): void {
  const standardInput = () => invocation.process.stdin
  workspace
    .command('create <name>')
    .description(
      'Create a workspace with an owner and a live and a test project. The owner is sent a link to sign in.',
    )
    .requiredOption(
      '--owner <address>',
      "the owner's address; if mail only goes to the sink, a link is printed",
    )
    .option('--limits <file>', 'its limits, as a JSON object; "-" is standard input')
    .option('--keys', 'create a key for each project and one for the workspace, and print them')
    .option(...jsonOption)
    .action((name: string, options: CreateOptions) =>
      withDatabase(invocation, (config, { db }) =>
        createByOperator(config, db, name, { options, standardInput }),
      ),
    )
  workspace
    .command('list')
    .description('List the workspaces with the recipients of this month (UTC), the first one first.')
    .option(...jsonOption)
    .action((options: WorkspaceOptions) =>
      withDatabase(invocation, (_config, { db }) => listWorkspaces(db, options)),
    )
  workspace
    .command('show')
    .description('Show a workspace and what it uses of its limits.')
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((options: WorkspaceOptions) =>
      withDatabase(invocation, (_config, { db }) => showWorkspace(db, options)),
    )
  workspace
    .command('rename <name>')
    .description('Rename a workspace.')
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((name: string, options: WorkspaceOptions) =>
      withDatabase(invocation, (_config, { db }) => renameWorkspace(db, name, options)),
    )
  workspace
    .command('limits [limits...]')
    .description('Show the limits of a workspace, or set some: recipients_per_month=10000 contacts=none.')
    .option('--file <file>', 'set only the limits in a JSON object; "-" is standard input')
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((limits: string[], options: LimitsOptions) =>
      withDatabase(invocation, (_config, { db }) => changeLimits(db, limits, options, standardInput)),
    )
  workspace
    .command('archive')
    .description(
      'Stop its sending for good: sends are refused and its queue is held. Its data can still be read.',
    )
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((options: WorkspaceOptions) =>
      withDatabase(invocation, (_config, { db }) => archiveByOperator(db, options)),
    )
  workspace
    .command('delete')
    .description('Archive a workspace, and delete all of it after 7 days.')
    .option(...workspaceOption)
    .option('--now', 'delete it now, with progress on standard error')
    .option('--confirm <name>', 'its name, which --now asks for')
    .option(...jsonOption)
    .action((options: DeleteOptions) =>
      withDatabase(invocation, (_config, { db }) => deleteByOperator(db, options, invocation)),
    )
  workspace
    .command('restore')
    .description('Cancel the deletion of a workspace, or else restore it from the archive.')
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((options: WorkspaceOptions) =>
      withDatabase(invocation, (_config, { db }) => restoreByOperator(db, options)),
    )
}

/** Loads the commands only when one is used, because code that queries the DNS takes some time to load. */
const hostCommands = () => import('./hosts.js')

function addHostCommands(workspace: Command, invocation: Invocation): void {
  const host = workspace
    .command('host')
    .description('The hosts of its own for the links in its mail, such as links.customer.example.')
  host
    .command('add <host>')
    .description('Add a host, for links once its DNS leads to this service.')
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((name: string, options: WorkspaceOptions) =>
      withDatabase(invocation, async (config, { db }) =>
        (await hostCommands()).addHost(db, config, name, options),
      ),
    )
  host
    .command('list', { isDefault: true })
    .description('List the hosts of all workspaces, or of one.')
    .option('--workspace <id>', 'of this workspace alone')
    .option(...jsonOption)
    .action((options: WorkspaceOptions) =>
      withDatabase(invocation, async (_config, { db }) => (await hostCommands()).listHosts(db, options)),
    )
  host
    .command('check <host>')
    .description('Check the DNS of a host now.')
    .option(...jsonOption)
    .action((name: string, options: WorkspaceOptions) =>
      withDatabase(invocation, async (config, { db }) =>
        (await hostCommands()).checkHostNow(db, config, name, options),
      ),
    )
  host
    .command('remove <host>')
    .description('Remove a host from its workspace. Links to it in sent mail stop working.')
    .option(...jsonOption)
    .action((name: string, options: WorkspaceOptions) =>
      withDatabase(invocation, async (_config, { db }) =>
        (await hostCommands()).removeHost(db, name, options),
      ),
    )
}

const linkCommands = () => import('./links.js')

function addLinkCommands(workspace: Command, invocation: Invocation): void {
  const links = workspace
    .command('links')
    .description('The links in its sent mail: tracked links, and links to confirm a subscription.')
  links
    .command('list', { isDefault: true })
    .description('List the workspaces whose links are disabled, or show it for one.')
    .option('--workspace <id>', 'of this workspace alone')
    .option(...jsonOption)
    .action((options: WorkspaceOptions) =>
      withDatabase(invocation, async (_config, { db }) => (await linkCommands()).listEndedLinks(db, options)),
    )
  links
    .command('find <link>')
    .description('Show whose mail a link is from, such as a reported link.')
    .option(...jsonOption)
    .action((link: string, options: WorkspaceOptions) =>
      withDatabase(invocation, async (config, { db }) =>
        (await linkCommands()).findLink(db, config, link, options),
      ),
    )
  links
    .command('end')
    .description(
      'Disable its links: they answer 410, and opens are not recorded. Unsubscribe links keep working.',
    )
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((options: WorkspaceOptions) =>
      withDatabase(invocation, async (_config, { db }) =>
        (await linkCommands()).endLinksByOperator(db, options),
      ),
    )
  links
    .command('restore')
    .description('Let its links work again.')
    .option(...workspaceOption)
    .option(...jsonOption)
    .action((options: WorkspaceOptions) =>
      withDatabase(invocation, async (_config, { db }) =>
        (await linkCommands()).restoreLinksByOperator(db, options),
      ),
    )
}
