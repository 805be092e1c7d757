import type { References, Row } from './references.js'

/**
 * Tables that keep the data and entry keys that other people's runs began with, and the conditions in versions of
 * automations. A version's sender stays, since a team says it about itself.
 */
export const automationReferences: readonly References[] = [
  {
    table: 'automation_runs',
    key: { id: 'uuid' },
    columns: { data: 'jsonb', entry_key: 'text' },
    ofProject: 'entry.project_id = $2',
  },
  {
    // The key cannot be changed, so an entry whose key names the person is deleted: its contact may enter once more.
    table: 'automation_entries',
    key: { automation_id: 'uuid', contact_id: 'uuid', entry_key: 'text' },
    columns: { entry_key: 'text' },
    ofProject: `exists (
      select from automations where workspace_id = $1 and id = entry.automation_id and project_id = $2)`,
    change: (before, redacted) => (before.entry_key === redacted.entry_key ? redacted : 'delete'),
  },
  {
    table: 'automation_versions',
    key: { automation_id: 'uuid', version: 'integer' },
    columns: { definition: 'jsonb' },
    ofProject: `exists (
      select from automations where workspace_id = $1 and id = entry.automation_id and project_id = $2)`,
    change: (before, redacted) => ({
      ...redacted,
      definition: { ...definitionOf(redacted), sender: definitionOf(before).sender },
    }),
  },
]

function definitionOf(row: Row): Readonly<Record<string, unknown>> {
  return row.definition as Readonly<Record<string, unknown>>
}
