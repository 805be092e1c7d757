import { RotateCcw, Upload } from '../../icons/icons.js'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useParams } from '../../state/location.js'
import { Awaited } from '../../ui/loading/awaited.js'
import { Button } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { ErrorNotice } from '../../ui/notices/notice.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { TabList } from '../../ui/controls/tabs.js'
import { Time } from '../../ui/time.js'
import type { Version } from './versions-table.js'

/** The query of a version. */
interface Asked<Of> {
  readonly data: Of | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** A view of a version, beside its differences. */
interface View<Of> {
  readonly id: string
  readonly label: string
  readonly show: (version: Of) => ComponentChildren
}

/** Returns the version in the address; undefined if none is chosen. */
export function useChosen(): number | undefined {
  const { params } = useParams()
  const chosen = Number(params.version)
  return Number.isInteger(chosen) && chosen > 0 ? chosen : undefined
}

/**
 * Returns the version with which one is compared: the one in the address, else the published one, else the one
 * before.
 */
export function useOther(number: number, published: number | null): number | undefined {
  const { params } = useParams()
  if (params.with !== undefined) return Number(params.with)
  if (published !== null && published !== number) return published
  return number > 1 ? number - 1 : undefined
}

/**
 * One version: its differences from another, and its content.
 *
 * @param props.other the version with which it is compared, as returned by `useOther`
 * @param props.onPublish undefined if versions of the thing can't be published any more
 */
export function OneVersion<Of extends Version>({
  number,
  latest,
  published,
  version,
  other,
  compared,
  difference,
  views,
  onRestore,
  onPublish,
}: {
  number: number
  latest: number
  published: number | null
  version: Asked<Of>
  other: number | undefined
  compared: Asked<Of>
  difference: (before: Of, after: Of) => ComponentChildren
  views: readonly View<Of>[]
  onRestore: (version: Of) => void
  onPublish: (() => void) | undefined
}) {
  const { change } = useParams()
  const [view, setView] = useState('difference')
  // While another version is loading, the query still has the previous one.
  if (version.data?.version !== number)
    return <Awaited what="version" error={version.error} onRetry={version.refetch} />
  const shown = version.data
  return (
    <Card
      title={`Version ${number}`}
      hint={
        <>
          Saved <Time at={shown.created_at} absolute />
        </>
      }
      actions={
        <>
          <Button icon={RotateCcw} onClick={() => onRestore(shown)}>
            Restore in the editor
          </Button>
          {published !== number && onPublish && (
            <Button icon={Upload} needs="admin" onClick={onPublish}>
              Publish version {number}
            </Button>
          )}
        </>
      }
    >
      <TabList
        label={`Version ${number}`}
        tabs={[{ id: 'difference', label: 'Difference' }, ...views]}
        chosen={view}
        onChoose={setView}
      >
        {view === 'difference' && (
          <div class="stack">
            <label class="row">
              Against
              <select
                class="short"
                value={other ?? ''}
                onChange={(event) => change({ with: event.currentTarget.value }, true)}
              >
                {other === undefined && <option value="">No other versions</option>}
                {numbersBeside(number, latest, other).map((each) => (
                  <option key={each} value={each}>
                    {`Version ${each}${each === published ? ', published' : ''}`}
                  </option>
                ))}
              </select>
            </label>
            {other === undefined ? (
              <p class="quiet">There is no other version to compare with.</p>
            ) : compared.error !== null ? (
              <ErrorNotice error={compared.error} onRetry={() => void compared.refetch()} />
            ) : compared.data?.version === other ? (
              difference(compared.data, shown)
            ) : (
              <Lines what="the difference" />
            )}
          </div>
        )}
        {views.find(({ id }) => id === view)?.show(shown)}
      </TabList>
    </Card>
  )
}

/** Returns the versions to compare with: the 100 newest, and the chosen one. */
function numbersBeside(number: number, latest: number, chosen: number | undefined): number[] {
  const newest = Array.from({ length: Math.min(latest, 100) }, (_, back) => latest - back)
  const more = chosen === undefined || newest.includes(chosen) ? [] : [chosen]
  return [...newest, ...more].filter((each) => each !== number)
}
