import path from 'node:path'
import { readConfig } from '../../../platform/config/config.js'
import { ConfigError } from '../../../platform/config/config-error.js'
import { shellQuoted } from '../../../../base/text/shell-quoted.js'
import { expectedRecords } from '../../../product/domains/check/expected.js'
import { defaultReturnPathLabel } from '../../../product/domains/return-path/name.js'
import { sendingSetupOf } from '../../../product/domains/sending-setup.js'
import { CommandError, WrongUsage } from '../../command-error.js'
import type { Invocation } from '../invocation.js'
import { environmentFile, expectWritable, secretFor, variablesIn, writeWhole } from './environment-file.js'
import { findAnswers, type Answers } from './questions.js'

export interface InitOptions extends Partial<Answers> {
  readonly output: string
  readonly yes?: boolean
  readonly force?: boolean
}

/**
 * Asks the questions from which a configuration follows, writes its file, and prints the records to publish and the
 * next steps.
 */
export async function init(invocation: Invocation, options: InitOptions): Promise<void> {
  const { process, console } = invocation
  const { output, yes = false, force = false, ...given } = options
  try {
    expectWritable(output, force)
    const answers = await findAnswers(process, { given, takesUsual: yes })
    const { secret, isKept } = secretFor(output)
    const text = environmentFile(answers, secret)
    // Reads the text as the service will, before anything is written.
    const config = readConfig(variablesIn(text))
    writeWhole(output, text, force)
    const domain = {
      name: answers.domain,
      returnPathLabel: defaultReturnPathLabel,
      keys: [],
      isBulkSender: false,
    }
    console.log(
      [
        `Wrote ${path.resolve(output)}${isKept ? ', with the secret that it had' : ''}.`,
        recordsText(answers, expectedRecords(domain, sendingSetupOf(config))),
        nextText(answers),
      ].join('\n\n'),
    )
  } catch (error) {
    const isFile = (error as NodeJS.ErrnoException).syscall !== undefined
    if (!(error instanceof CommandError) && !(error instanceof ConfigError) && !isFile) throw error
    console.error(
      isFile ? `${output} cannot be written: ${(error as Error).message}.` : (error as Error).message,
    )
    invocation.exitCode = error instanceof WrongUsage ? 2 : 1
  }
}

type Record = ReturnType<typeof expectedRecords>[number]

/** Returns the records to publish as text, the value of each below its name. */
function recordsText({ hostname, domain, transport }: Answers, records: readonly Record[]): string {
  const dkim = `The DKIM record depends on a key that is created later:\n"postseal domain add ${domain}" prints it.`
  if (transport === 'sink') return 'Mail stays in the sink, so there are no DNS records to publish.'
  const own = [
    `${hostname}  A, AAAA\n  the public address of this host`,
    `reverse DNS of that address  PTR, by the provider of the address\n  ${hostname}`,
  ]
  const published = records
    .filter(({ need, status }) => need !== 'optional' && status !== 'not_needed')
    .map(({ name, type, expected, kind }) => {
      const value = expected ?? 'v=spf1 … -all, with what the operator of the relay says'
      return `${name}  ${type}${kind === 'spf' ? ' (SPF)' : ''}\n  ${value}`
    })
  return ['DNS records to publish:', ...own, ...published, dkim].join('\n\n')
}

function nextText({ domain, owner }: Answers): string {
  const email = shellQuoted(owner)
  return [
    'Then, with these variables (node --env-file, docker --env-file, or',
    'EnvironmentFile= of systemd):',
    '',
    '  postseal doctor                 checks all of this',
    '  postseal-server                 starts the service',
    `  postseal domain add ${domain}`,
    `  postseal user create --role owner --email ${email}`,
    `  postseal session link --email ${email}`,
  ].join('\n')
}
