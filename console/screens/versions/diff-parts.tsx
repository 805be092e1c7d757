import { useMemo } from 'preact/hooks'
import { diffLines, hunksOf, type DiffLine } from './diff.js'

const signs = { added: '+', removed: '−', same: ' ' } as const
const said = { added: 'added', removed: 'removed', same: '' } as const

/** The differences between texts, each before and after, line by line. Signs repeat the meaning of the colours. */
export function DiffParts({
  parts,
}: {
  parts: readonly (readonly [name: string, before: string, after: string])[]
}) {
  const changed = useMemo(
    () =>
      parts.flatMap(([part, before, after]) =>
        before === after ? [] : [{ part, lines: diffLines(before, after) }],
      ),
    [parts],
  )
  if (changed.length === 0) return <p class="quiet">No differences.</p>
  return (
    <div class="stack">
      {changed.map(({ part, lines }) => (
        <Part key={part} part={part} lines={lines} />
      ))}
    </div>
  )
}

function Part({ part, lines }: { part: string; lines: readonly DiffLine[] }) {
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  return (
    <section class="stack tight" aria-label={part}>
      <h3>
        {part}{' '}
        <span class="small quiet num">
          +{count('added')} −{count('removed')}
        </span>
      </h3>
      <div class="diff" tabIndex={0} role="region" aria-label={`Differences in ${part}`}>
        {hunksOf(lines).map((hunk, at) =>
          typeof hunk === 'number' ? (
            <div key={at} class="left-out small">
              {hunk === 1 ? '1 line unchanged' : `${hunk} lines unchanged`}
            </div>
          ) : (
            hunk.map(({ kind, text }, line) => (
              <div key={`${at} ${line}`} class={kind}>
                <span aria-hidden>{signs[kind]}</span>
                {kind !== 'same' && <span class="visually-hidden">{said[kind]}: </span>}
                <code>{text}</code>
              </div>
            ))
          ),
        )}
      </div>
    </section>
  )
}
