import { expect, test } from 'vitest'
import { insertMail } from '../../../../server/product/mail/store/insert-mail.js'

/** Tests that each table of a mail gets all of its columns, each with its own value. */

/** Returns the columns of an insert of {@link insertMail} with their values in SQL. */
function insertedInto(table: string): Record<string, string> {
  const found = new RegExp(`insert into ${table} \\(([^)]*)\\)\\s+select ([\\s\\S]*?) from \\(select`).exec(
    insertMail('mail', 'recipient'),
  )
  const columns = found?.[1]?.split(', ') ?? []
  const values = partsOf(found?.[2] ?? '')
  expect(values).toHaveLength(columns.length)
  return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']))
}

/** Returns the parts of a list in SQL: commas within parentheses part nothing. */
function partsOf(list: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of list) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) parts.push('')
    else parts.push((parts.pop() ?? '') + character)
  }
  return parts.map((part) => part.trim())
}

/** Columns whose value is the field of the same name. */
const same = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]))

test('a message', () => {
  expect(insertedInto('messages')).toEqual({
    workspace_id: 'own.workspace_id',
    id: 'message_id',
    metadata: "coalesce(metadata, '{}')",
    ...same('project_id', 'environment', 'from_email', 'from_name', 'subject', 'category', 'scheduled_at'),
    ...same('list_id', 'template_id', 'template_version', 'template_locale', 'campaign_id'),
    ...same('automation_run_id', 'track_opens', 'track_clicks', 'stream', 'api_key_id'),
  })
})

test('its content', () => {
  expect(insertedInto('message_contents')).toEqual({
    workspace_id: 'own.workspace_id',
    reply_to: "coalesce(reply_to, '[]')",
    headers: "coalesce(headers, '{}')",
    entity: "decode(entity, 'base64')",
    ...same('message_id', 'text', 'html', 'list_unsubscribe', 'render_input'),
  })
})

test('the log of a recipient', () => {
  const { status, ...others } = insertedInto('message_logs')
  expect(status).toMatch(/^case when suppression_reason is not null then 'suppressed'/)
  expect(others).toEqual({
    workspace_id: 'own.workspace_id',
    id: 'log_id',
    kind: "coalesce(kind, 'to')",
    updated_at: 'now()',
    respects_opt_out: 'coalesce(respects_opt_out, false)',
    destination: 'domain',
    ...same('message_id', 'project_id', 'environment', 'recipient', 'recipient_name', 'address', 'category'),
    ...same('list_id', 'suppression_reason', 'campaign_id', 'automation_id', 'topic', 'stream'),
  })
})

test('the row of the queue', () => {
  expect(insertedInto('delivery_queue')).toEqual({
    workspace_id: 'own.workspace_id',
    due_at: 'coalesce(scheduled_at, now())',
    bulk: 'coalesce(bulk, false)',
    ...same('log_id', 'message_id', 'destination', 'campaign_id', 'traceparent'),
  })
})
