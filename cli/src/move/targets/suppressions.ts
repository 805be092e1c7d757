import { leaveOut } from '../journal.js'
import { rowsOf, textOf } from '../fields.js'
import { keyOf } from './postseal.js'
import type { Target } from './target.js'

/**
 * Brings suppressions. An address that is suppressed already stays as it is, so the same batch can be sent again under
 * a new key.
 */
export const bringSuppressions: Target<'suppressions'> = async ({ journal, to }, { batch, progress }) => {
  const { items } = batch
  if (items.length === 0) return
  const lines = items.map(({ email, reason, at = '' }) => [quoted(email), reason, at].join(','))
  const text = ['email,reason,suppressed_at', ...lines, ''].join('\r\n')
  const key = keyOf(journal.id, 'suppressions', String(journal.round), text)
  const reply = await to.sendCsv('/v1/suppressions/import', { text, key })
  progress.brought += Number(reply['imported'])
  progress.present += Number(reply['already_present'])
  leaveOut(
    progress,
    rowsOf(reply['rejected_lines']).map((row) => ({
      // The first line names the columns.
      item: items[Number(row['line']) - 2]?.email ?? '',
      reason: textOf(row, 'message') ?? 'refused',
    })),
  )
}

function quoted(text: string): string {
  return `"${text.replace(/[\r\n]/g, ' ').replaceAll('"', '""')}"`
}
