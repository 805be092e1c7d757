import { execFile } from 'node:child_process'
import { findingsOf, type Finding } from '../../../mail/placement/finding.js'

/** Milliseconds that SpamAssassin may take in all. */
const limitMs = 10_000
/** Largest mail in bytes that SpamAssassin gets: larger ones take long, and servers do not pass them to it either. */
const maxBytes = 500_000
const maxOutput = 4 * maxBytes

type Env = Readonly<Record<string, string | undefined>>

/**
 * Checks a mail by SpamAssassin: by `spamc` if its daemon runs, else by `spamassassin`.
 *
 * @param env environment, of which the programs get only PATH and HOME
 * @param network true if it may query the DNS and services of the network
 */
export async function askSpamAssassin(mail: Buffer, env: Env, network: boolean): Promise<Finding> {
  const check = findingsOf('SpamAssassin')
  if (mail.length > maxBytes) return check.skipped('it is not used for mails above 500 kB')
  const until = performance.now() + limitMs
  // The daemon queries the network if its operator has configured that.
  const viaDaemon = network
    ? await run('spamc', ['-x', '-R', '--connect-retries=1'], mail, { env, timeout: limitMs })
    : ''
  const found = readReport(viaDaemon)
  if (found !== undefined) return found
  const left = Math.ceil(until - performance.now())
  const args = ['-t', '-x', ...(network ? [] : ['-L'])]
  const alone =
    left > 0 ? readReport(await run('spamassassin', args, mail, { env, timeout: left })) : undefined
  if (alone !== undefined) return alone
  if (performance.now() >= until) return check.skipped(`it gave no answer within ${limitMs / 1000} seconds`)
  return check.skipped('it is not installed here, or does not run')
}

/** Returns what a program prints about a mail; empty if it cannot be run, fails or takes too long. */
function run(
  program: string,
  args: readonly string[],
  mail: Buffer,
  { env, timeout }: { readonly env: Env; readonly timeout: number },
): Promise<string> {
  return new Promise((resolve) => {
    const { PATH, HOME } = env
    const settings = { timeout, killSignal: 'SIGKILL', maxBuffer: maxOutput } as const
    // The program runs in the language in which its report is read.
    const child = execFile(
      program,
      args,
      { ...settings, env: { PATH, HOME, LC_ALL: 'C' } },
      (error, stdout) => resolve(error === null ? stdout : ''),
    )
    // The program may end before it has read everything.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(mail)
  })
}

/** Reads the last report in an output: the mail itself, which comes before it, can contain another. */
function readReport(output: string): Finding | undefined {
  const check = findingsOf('SpamAssassin')
  const report = output.slice(Math.max(output.lastIndexOf('Content analysis details:'), 0))
  const [, score, threshold] = /\((-?\d+\.\d+) points, (-?\d+\.\d+) required\)/.exec(report) ?? []
  if (score === undefined || threshold === undefined) return undefined
  const rules = [...report.matchAll(/^ *(-?\d+\.\d+) ([A-Z][A-Z0-9_]+) /gm)]
    .map(([, points = '', rule = '']) => [rule, points] as const)
    .filter(([, points]) => Number(points) !== 0)
    .sort((one, other) => Number(other[1]) - Number(one[1]))
    .map((rule) => rule.join(' '))
  const seen = `${score} of ${threshold} points${rules.length === 0 ? '' : `: ${rules.join(', ')}`}`
  const advice = 'Fix what the rules with the most points find: spamassassin.apache.org describes them.'
  if (Number(score) >= Number(threshold)) return check.failed(seen, advice)
  return Number(score) > Number(threshold) / 2 ? check.warning(seen, advice) : check.ok(seen)
}
