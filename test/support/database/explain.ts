import type { Knex } from 'knex'

/** A statement as it was sent. */
export interface Sent {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** The part of PostgreSQL's plan that is looked at. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** Tables that grow with every message, or with every customer. */
const growing = new Set([
  'messages',
  'message_logs',
  'attempt_conversations',
  'engagements',
  'message_contents',
  'message_attachments',
  'message_metadata',
  'log_search_blocks',
  'log_search_words',
  'events',
  'delivery_queue',
  'suppressions',
  'soft_bounces',
  'idempotency_keys',
  'webhook_subscriptions',
  'webhook_secrets',
  'webhook_health',
  'webhook_deliveries',
  'webhook_queue',
  'webhook_totals',
  'dmarc_sources',
  'dmarc_source_days',
  'dmarc_reports',
  'tls_reports',
  'tls_policy_days',
  'tls_failure_days',
  'domain_provider_days',
  'domain_spam_rates',
  'contacts',
  'contact_events',
  'deleted_contacts',
  'subscriber_lists',
  'subscriptions',
  'consents',
  'topics',
  'topic_consents',
  'campaign_topics',
  'templates',
  'template_versions',
  'template_contents',
  'template_pins',
  'segments',
  'segment_references',
  'campaigns',
  'campaign_recipients',
  'campaign_hours',
  'campaign_purged_logs',
  'automations',
  'automation_versions',
  'automation_references',
  'automation_triggers',
  'automation_inbox',
  'automation_runs',
  'automation_run_steps',
  'automation_waits',
  'automation_entries',
  'automation_ignored',
  'automation_purged_runs',
  'inbound_domains',
  'inbound_messages',
  'inbound_uploads',
  'inbound_receipts',
  'inbound_chunks',
  'inbound_addresses',
  'inbound_routes',
  'users',
  'sessions',
  'passkeys',
  'passkey_challenges',
  'sign_in_links',
  'sign_in_mails',
  'statistics',
  'statistics_pending',
  'mail_totals',
  'audit_events',
])

/** Keeps what some work sends to the database, whoever sends it. */
export async function capture(db: Knex, work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  const listen = (query: { sql: string; bindings?: unknown[]; options?: { values?: unknown[] } }) => {
    // A named statement carries its values beside the bindings, which are knex's.
    const values = query.options?.values ?? query.bindings ?? []
    if (/^\s*(select|with|delete|update|insert)\b/i.test(query.sql)) sent.push({ sql: query.sql, values })
  }
  db.on('query', listen)
  try {
    await work()
  } finally {
    db.off('query', listen)
  }
  return sent
}

/**
 * Lists the ways in which a statement costs more the longer the history is: it reads a whole table that grows, or
 * reads, sorts or drops more rows than it may.
 *
 * @param settings statements that set what its transaction plans by
 */
export async function findings(
  db: Knex,
  statement: Sent,
  maxRows: number,
  settings: readonly Sent[] = [],
): Promise<string[]> {
  const plan = await explain(db, statement, settings)
  const empty = await emptyTables(db)
  return [...nodesOf(plan)].flatMap((node) => {
    const table = node['Relation Name'] ?? ''
    const rows = node['Actual Rows'] * node['Actual Loops']
    const dropped =
      ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops']
    const found: string[] = []
    if (node['Node Type'].includes('Seq Scan') && growing.has(table) && !empty.has(table)) {
      found.push(`reads all of ${table}`)
    }
    if (growing.has(table) && rows > maxRows) found.push(`reads ${rows} rows of ${table}`)
    if (growing.has(table) && dropped > maxRows) found.push(`reads ${dropped} rows of ${table} in vain`)
    if (node['Node Type'].includes('Sort') && rows > maxSorted) found.push(`sorts ${rows} rows`)
    return found
  })
}

/** Lists the tables without rows. Reading such a table as a whole says nothing. */
async function emptyTables(db: Knex): Promise<Set<string>> {
  const rows = await db('pg_stat_user_tables')
    .whereRaw('pg_relation_size(relid) = 0')
    .select<{ relname: string }[]>('relname')
  return new Set(rows.map(({ relname }) => relname))
}

/** Pages and batches are sorted; a search or a history never is. */
const maxSorted = 1000

async function explain(db: Knex, { sql, values }: Sent, settings: readonly Sent[]): Promise<PlanNode> {
  // Run, to see what it really reads, and taken back. Prepared, as it is sent: knex would count its own marks.
  const trx = await db.transaction()
  try {
    for (const { sql: setting, values: given } of settings)
      await trx.raw(setting).options({ values: [...given] })
    const result = (await trx
      .raw(`explain (analyze, format json) ${sql}`)
      .options({ values: [...values] })) as { rows: { 'QUERY PLAN': [{ Plan: PlanNode }] }[] }
    const plan = result.rows[0]?.['QUERY PLAN'][0].Plan
    if (plan === undefined) throw new Error('PostgreSQL answered no plan')
    return plan
  } finally {
    await trx.rollback()
  }
}

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node
  for (const child of node.Plans ?? []) yield* nodesOf(child)
}
