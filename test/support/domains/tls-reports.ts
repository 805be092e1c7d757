import { reportDay } from './dmarc-reports.js'

export interface WrittenFailure {
  readonly result?: string
  readonly mx?: string
  readonly ip?: string
  readonly sessions?: number | string
}

export interface WrittenPolicy {
  readonly type?: string
  readonly domain?: string
  readonly successful?: number | string
  readonly failed?: number | string
  readonly failures?: readonly WrittenFailure[] | null
}

export interface WrittenTlsReport {
  readonly org?: string
  readonly id?: string
  /** Days that it is about, before `reportDay`. */
  readonly ago?: number
  readonly policies?: readonly WrittenPolicy[]
  /** Members in place of those that follow from the rest, or beside them. */
  readonly more?: object
}

/** A report as RFC 8460 has it (section 4.4), with what a test gives and something that is right for the rest. */
export function writeTlsReport({ org, id, ago = 0, policies = [{}], more }: WrittenTlsReport = {}): string {
  const at = (seconds: number) => new Date((reportDay - ago * 86_400 + seconds) * 1000).toISOString()
  return JSON.stringify({
    'organization-name': org ?? 'Receiver Inc.',
    'date-range': { 'start-datetime': at(0), 'end-datetime': at(86_399) },
    'contact-info': 'sts-reporting@receiver.example',
    'report-id': id ?? 't-1',
    policies: policies.map(writePolicy),
    ...more,
  })
}

function writePolicy({
  type,
  domain = 'shop.example',
  successful,
  failed,
  failures = [],
}: WrittenPolicy): object {
  return {
    policy: {
      'policy-type': type ?? 'sts',
      'policy-string': ['version: STSv1', 'mode: testing', `mx: *.mail.${domain}`, 'max_age: 86400'],
      'policy-domain': domain,
      'mx-host': `*.mail.${domain}`,
    },
    summary: {
      'total-successful-session-count': successful ?? 10,
      'total-failure-session-count': failed ?? 0,
    },
    'failure-details':
      failures?.map(({ result, mx, ip, sessions }) => ({
        'result-type': result ?? 'certificate-expired',
        'sending-mta-ip': ip ?? '2001:DB8::25',
        'receiving-mx-hostname': mx ?? `MX1.mail.${domain}.`,
        'failed-session-count': sessions ?? 1,
        'failure-reason-code': 'X509_V_ERR_CERT_HAS_EXPIRED',
      })) ?? null,
  }
}
