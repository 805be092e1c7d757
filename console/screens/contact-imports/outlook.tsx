import { useMemo } from 'preact/hooks'
import { counted, countText } from '../../ui/figures/numbers.js'
import { Notice } from '../../ui/notices/notice.js'
import type { ChosenFile, Target } from './columns.js'
import { lookThrough } from './look-through.js'

/** Says before an import what becomes of the file's lines, as far as the file alone tells. */
export default function OutlookNotice({
  chosen,
  targets,
}: {
  chosen: ChosenFile
  targets: readonly Target[]
}) {
  const found = useMemo(() => lookThrough(chosen, targets), [chosen, targets])
  if (found === undefined)
    return <p class="small quiet">The file is too large to check here. The import checks each line.</p>
  const { lines, contacts, refused, first } = found
  const twice = lines - refused - contacts
  return (
    <Notice
      kind={refused > 0 ? 'warn' : 'info'}
      title={`${counted(contacts, 'contact')} to create or update, ${refused === 0 ? 'no lines' : counted(refused, 'line')} to refuse`}
    >
      <p>
        Checked here: {counted(lines, 'line')}
        {twice > 0 && `, ${countText(twice)} of them for an address that an earlier line has`}. The import
        shows which contacts are new, and also refuses addresses that were erased.
      </p>
      {first.length > 0 && (
        <ul>
          {first.map(({ line, column, value, why }) => (
            <li key={line} class="wrap">
              Line {line}
              {column !== '' && `, ${column}`}: {value !== '' && <span class="mono">{value} </span>}
              {why}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
