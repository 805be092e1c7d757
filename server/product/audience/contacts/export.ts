import type { components } from '../../../../generated/api-types.js'
import { guarded, jsonCell, type ExportColumn } from '../../../platform/http/lists/export-rows.js'

/** Columns of the export of contacts. */
export const contactColumns: readonly ExportColumn<components['schemas']['Contact']>[] = [
  ['id', ({ id }) => id],
  ['project_id', ({ project_id: id }) => id],
  ['environment', ({ environment }) => environment],
  ['email', ({ email }) => guarded(email)],
  ['name', ({ name }) => guarded(name)],
  ['unsubscribed_at', ({ unsubscribed_at: at }) => at],
  ['created_at', ({ created_at: at }) => at],
  ['updated_at', ({ updated_at: at }) => at],
  ['properties', ({ properties }) => jsonCell(properties)],
  ['topics', ({ topics }) => jsonCell(topics)],
]
