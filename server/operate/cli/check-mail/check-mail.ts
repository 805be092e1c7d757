import { openResolver } from '../../../mail/dns/open-resolver.js'
import { checkMail } from '../../../mail/placement/check-mail.js'
import type { MailWay } from '../../../mail/placement/sender.js'
import type { Config } from '../../../platform/config/config.js'
import { sendingAddresses } from '../../../product/domains/sending-setup.js'
import { resultText, summary } from '../doctor/text.js'
import { contentOf } from '../file-content.js'
import type { Invocation } from '../invocation.js'
import { withConfig, withDatabase } from '../with-database.js'
import { composeStored } from './compose-stored.js'
import { askSpamAssassin } from './spamassassin.js'

export interface CheckMailOptions {
  readonly dns: boolean
  readonly json?: boolean
}

/** Milliseconds to wait for a DNS server at first: all tries end within five seconds. */
const tryMs = 1_500

/**
 * Checks a mail and prints the findings. The exit code is 1 if a check has failed.
 *
 * @param given a file, `-` for standard input, or the id of a message of the service
 */
export async function checkGivenMail(
  invocation: Invocation,
  given: string,
  options: CheckMailOptions,
): Promise<void> {
  const report = (raw: Buffer, way: MailWay) => reportOn(invocation, raw, way, options)
  const resolverOf = ({ dnsServers }: Config) =>
    options.dns ? openResolver(dnsServers, { tryMs }) : undefined
  if (/^msg_[0-9a-z]{26}$/.test(given))
    return withDatabase(invocation, async (config, { db }) => {
      const { raw, staysHere } = await composeStored(db, config, given)
      const resolver = staysHere ? undefined : resolverOf(config)
      const addresses = resolver && (await sendingAddresses(config, resolver)())
      return report(raw, { resolver, addresses, returnPath: `bounces@${config.returnPathDomain}` })
    })
  return withConfig(invocation, async (config) => {
    const raw = await contentOf(given, () => invocation.process.stdin)
    invocation.console.log(await report(raw, { resolver: resolverOf(config) }))
  })
}

async function reportOn(
  invocation: Invocation,
  raw: Buffer,
  way: MailWay,
  { json }: CheckMailOptions,
): Promise<string> {
  const { env, stdout } = invocation.process
  const [findings, score] = await Promise.all([
    checkMail(raw, way),
    askSpamAssassin(raw, env, way.resolver !== undefined),
  ])
  const results = [...findings, score]
  if (results.some(({ status }) => status === 'failed')) invocation.exitCode = 1
  if (json === true) return JSON.stringify(results, null, 2)
  return [...results.map((result) => resultText(result, stdout)), summary(results)].join('\n')
}
