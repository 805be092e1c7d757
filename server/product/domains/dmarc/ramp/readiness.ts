import type { components } from '../../../../../generated/api-types.js'
import { evidenceDays, minAlignedPercent, minMessages, strangersMessages } from './demands.js'
import type { Evidence } from './evidence.js'

type Blocker = components['schemas']['DmarcBlocker']

/** Returns the share of the messages that passed, in thousandths, rounded down; null if there are no messages. */
export function alignedThousandths({
  messages,
  aligned,
}: Pick<Evidence, 'messages' | 'aligned'>): number | null {
  if (messages === 0) return null
  const whole = aligned * 1000
  // A floating-point quotient may be rounded up to the next whole number.
  return (whole - (whole % messages)) / messages
}

/** Returns the parts of the evidence that block the next stage, each with the remedy. */
export function blockersOf(evidence: Evidence): Blocker[] {
  const { messages, aligned, unexplained } = evidence
  const blockers: Blocker[] = []
  if (messages < minMessages) {
    blockers.push({
      code: 'too_few_messages',
      message:
        `Receivers reported ${counted(messages, 'message')} for the last ${evidenceDays} days; at least ${minMessages} are ` +
        'required. Send more, or wait for more reports.',
    })
  }
  // Compares whole numbers, because the rounded share of 97.99 % of the messages must not pass.
  if (messages > 0 && aligned * 100 < messages * minAlignedPercent) {
    blockers.push({
      code: 'aligned_share_too_low',
      message:
        `${percent(alignedThousandths(evidence) ?? 0)} % of the messages of the last ${evidenceDays} days passed DMARC; at ` +
        `least ${minAlignedPercent} % are required. Make the failing sources sign with DKIM as this domain, or review them as ` +
        'unauthorized.',
    })
  }
  if (unexplained > 0) blockers.push(unexplainedBlocker(evidence))
  return blockers
}

function unexplainedBlocker({ unexplained, unexplainedSources }: Evidence): Blocker {
  const named = unexplainedSources.slice(0, 3).map(({ address }) => address)
  const others = unexplained > named.length ? ` and ${unexplained - named.length} more` : ''
  const one = unexplained === 1
  return {
    code: 'unexplained_source',
    message:
      `${counted(unexplained, 'source')} that nobody has explained turned up in the last ${evidenceDays} days,` +
      `${one ? '' : ' each'} with more than ${strangersMessages} messages that failed: ${named.join(', ')}${others}. ` +
      `Review ${one ? 'it' : 'each'} as authorized or unauthorized.`,
  }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

/** Writes thousandths as a percentage: 971 is 97.1. */
function percent(thousandths: number): string {
  return `${Math.floor(thousandths / 10)}.${thousandths % 10}`
}
