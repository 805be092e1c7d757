/**
 * The commands of the package postseal-server, which work on a service's database. Each group has its commands, and a
 * standalone command has none. A test compares them with the server's command line.
 */
export const operatorCommands: ReadonlyMap<string, readonly string[]> = new Map([
  ['init', []],
  ['doctor', []],
  ['session', ['create', 'link', 'list', 'revoke']],
  ['api-key', ['stop']],
  ['user', ['create', 'list', 'remove', 'role']],
  [
    'workspace',
    [
      'archive',
      'create',
      'delete',
      'halt',
      'host',
      'limits',
      'links',
      'list',
      'rename',
      'restore',
      'resume',
      'show',
      'status',
    ],
  ],
  ['domain', ['add', 'check', 'list', 'remove', 'rotate-key', 'show', 'unvouch', 'vouch']],
  ['dmarc', ['import']],
  ['reputation', ['import', 'show']],
  ['import', ['listmonk', 'mailchimp', 'sendgrid']],
  ['inbound', ['send']],
  ['check-mail', []],
  ['listen', []],
  ['queue', ['drop', 'list', 'release', 'retry']],
  ['source', ['add', 'check', 'drain', 'list', 'remove', 'resume', 'show']],
  ['pool', ['assign', 'list', 'relay', 'schedule', 'unassign']],
  ['secret', ['retire', 'rotate', 'status']],
  ['database', ['distribute', 'isolate', 'status']],
  ['backup', []],
  ['restore', []],
  ['ledger', ['replay', 'status', 'verify']],
])

/** Returns the server command that the arguments name, or undefined if they name none. */
export function operatorCommandOf([first = '', second = '']: readonly string[]): string | undefined {
  const commands = operatorCommands.get(first)
  if (commands === undefined) return undefined
  if (commands.length === 0) return first
  return commands.includes(second) ? `${first} ${second}` : undefined
}
