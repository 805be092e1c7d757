import type { Knex } from 'knex'
import type { components } from '../../generated/api-types.js'
import { importDmarcReport } from '../../server/product/domains/dmarc/reports/import-dmarc-report.js'
import { importAnyReport } from '../../server/product/domains/import-any-report.js'
import { bufferSource } from '../../server/product/domains/dmarc/reports/source.js'
import type { Api } from './api.js'
import type { Zone } from './dns.js'
import type { Random } from './random.js'

type Domain = components['schemas']['Domain']

const verified = 'shop.example'
const dayMs = 86_400_000

/** Adds the domain that all is sent from, with its records, and has it checked. */
export async function seedVerifiedDomain(api: Api, zone: Zone): Promise<Domain> {
  const added = await api.call<Domain>('POST', '/domains', { name: verified })
  publish(zone, added)
  return api.call<Domain>('POST', `/domains/${added.id}/check`)
}

/** Adds a domain whose owner has made mistakes, and one that nobody has published anything for. */
export async function seedOtherDomains(api: Api, zone: Zone): Promise<void> {
  const half = await api.call<Domain>('POST', '/domains', { name: 'accounts-shop.example' })
  publish(zone, half)
  for (const { kind, name, expected } of half.records) {
    // The end of a long value is often lost where a form takes 255 characters.
    if (kind === 'dkim') zone.set(name, { txt: (expected ?? '').slice(0, 255) })
    if (kind === 'dmarc') zone.set(name, { txt: 'v=DMARC1; p=none' })
  }
  await api.call('POST', `/domains/${half.id}/check`)
  await api.call('POST', '/domains', { name: 'shop-events.example' })
}

function publish(zone: Zone, { records }: Domain): void {
  for (const { type, name, expected } of records) {
    if (expected === null) continue
    const [preference = '', exchange = ''] = expected.split(' ')
    zone.set(name, type === 'MX' ? { mx: [Number(preference), exchange] } : { txt: expected })
  }
}

/** Who sends as the domain, by the reports. */
interface Source {
  readonly address: string
  readonly perDay: number
  readonly dkim: boolean
  readonly spf: boolean
  readonly hostname: string | null
}

const sources: readonly Source[] = [
  { address: '192.0.2.25', perDay: 90, dkim: true, spf: true, hostname: 'mail.shop.example' },
  { address: '198.51.100.40', perDay: 12, dkim: false, spf: false, hostname: 'out-4.crm.example' },
  { address: '198.51.100.99', perDay: 6, dkim: true, spf: false, hostname: 'lists.example.org' },
  { address: '203.0.113.150', perDay: 3, dkim: false, spf: false, hostname: null },
]

const reporters = ['google.example', 'yahoo.example', 'outlook.example']

/**
 * Imports a day's reports about the verified domain, which come on the day after.
 *
 * @param day its beginning, in milliseconds since 1970
 */
export async function importReports(db: Knex, random: Random, domain: Domain, day: number): Promise<void> {
  const selector = domain.records.find(({ kind }) => kind === 'dkim')?.selector ?? ''
  for (const reporter of reporters) {
    if (reporter !== reporters[0] && random.happens(0.3)) continue
    const rows = sources.map((source) =>
      rowOf(source, selector, Math.ceil(source.perDay * random.between(0.2, 0.6))),
    )
    const begins = day / 1000
    const report = Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?><feedback><report_metadata><org_name>${reporter}</org_name>` +
        `<email>dmarc@${reporter}</email><report_id>${begins}-${reporter}</report_id><date_range><begin>${begins}` +
        `</begin><end>${begins + 86_399}</end></date_range></report_metadata><policy_published>` +
        `<domain>${verified}</domain><p>none</p></policy_published>${rows.join('')}</feedback>`,
    )
    await importDmarcReport(db, bufferSource(report), { maxBytes: 1_000_000, now: new Date(day + dayMs) })
  }
  await importAnyReport(db, bufferSource(Buffer.from(tlsReportOf(random, day))), { from: 'mail' })
}

/** Makes the report of a provider about its mail to the domain: mostly all is well. */
function tlsReportOf(random: Random, day: number): string {
  const failed = random.happens(0.2) ? Math.ceil(random.between(1, 9)) : 0
  const failure = {
    'result-type': 'starttls-not-supported',
    'sending-mta-ip': '192.0.2.200',
    'receiving-mx-hostname': `mx2.${verified}`,
    'failed-session-count': failed,
  }
  return JSON.stringify({
    'organization-name': reporters[0],
    'date-range': {
      'start-datetime': new Date(day).toISOString(),
      'end-datetime': new Date(day + dayMs - 1000).toISOString(),
    },
    'contact-info': `tls@${reporters[0]}`,
    'report-id': `${day}-${reporters[0]}`,
    policies: [
      {
        policy: { 'policy-type': 'no-policy-found', 'policy-domain': verified },
        summary: {
          'total-successful-session-count': Math.ceil(random.between(60, 140)),
          'total-failure-session-count': failed,
        },
        'failure-details': failed > 0 ? [failure] : [],
      },
    ],
  })
}

function rowOf({ address, dkim, spf }: Source, selector: string, count: number): string {
  const result = (passes: boolean) => (passes ? 'pass' : 'fail')
  return (
    `<record><row><source_ip>${address}</source_ip><count>${count}</count><policy_evaluated><disposition>none` +
    `</disposition><dkim>${result(dkim)}</dkim><spf>${result(spf)}</spf></policy_evaluated></row><identifiers>` +
    `<header_from>${verified}</header_from></identifiers><auth_results><dkim><domain>${verified}</domain>` +
    `<selector>${selector}</selector><result>${result(dkim)}</result></dkim><spf><domain>` +
    `${spf ? verified : 'bounces.example.org'}</domain><result>pass</result></spf></auth_results></record>`
  )
}

/** Gives the sources the names that reverse DNS would, and has somebody look at two of them. */
export async function reviewSources(db: Knex, api: Api): Promise<void> {
  for (const { address, hostname } of sources) {
    const network = hostname?.split('.').slice(-2).join('.') ?? null
    await db('dmarc_sources').where({ address }).update({ hostname, network, named_at: new Date() })
  }
  const { data } = await api.call<{ data: { id: string; address: string }[] }>(
    'GET',
    '/deliverability/dmarc/sources?limit=100',
  )
  const review = async (index: number, verdict: 'authorized' | 'unauthorized', note: string) => {
    const found = data.find(({ address }) => address === sources[index]?.address)
    await api.call('PATCH', `/deliverability/dmarc/sources/${found?.id}`, { review: verdict, note })
  }
  await review(0, 'authorized', 'Our own server')
  await review(3, 'unauthorized', 'Nobody here knows it')
}
