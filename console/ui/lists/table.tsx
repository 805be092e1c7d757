import type { ComponentChildren } from 'preact'
import type { List, Pages } from '../../api/list.js'
import { Button } from '../controls/button.js'
import { ErrorNotice } from '../notices/notice.js'
import { Bar, Waiting } from '../loading/skeleton.js'

export interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => ComponentChildren
  /**
   * `main` names the row and is its link; `side` stands beside it on a phone (a status); numbers and times stand at the
   * end of their column. `extra` is left out on a phone.
   */
  readonly kind?: 'main' | 'side' | 'number' | 'time' | 'extra'
  /** The width of its skeleton, in pixels. */
  readonly width?: number
}

interface TableProps<Row> {
  /** Names the table for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while they load. */
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  /** Where a row leads to. */
  readonly href?: (row: Row) => string
  readonly error?: unknown
  readonly onRetry?: () => void
  /** Shown in place of the table where there is no row. */
  readonly empty: ComponentChildren
  /** Rows that have come just now. */
  readonly fresh?: ReadonlySet<string>
  /** Pages by cursor: absent where all rows are shown. */
  readonly pages?: Pages
}

/** A table whose rows are links. `j` and `k` move in it. */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  href,
  error,
  onRetry,
  empty,
  fresh,
  pages,
}: TableProps<Row>) {
  if (error !== undefined && error !== null && rows === undefined) {
    return (
      <div class="inside">
        <ErrorNotice error={error} title={`${caption} could not be loaded`} {...(onRetry && { onRetry })} />
      </div>
    )
  }
  const isFirst = pages?.onFirst === undefined
  if (rows !== undefined && rows.length === 0 && isFirst && pages?.onNext === undefined) return <>{empty}</>
  return (
    <>
      {rows === undefined && <Waiting what={caption.toLowerCase()} />}
      <div class="table-frame">
        <table class="table" aria-busy={rows === undefined}>
          <caption class="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ head, kind }) => (
                <th key={head} scope="col" class={kind}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows === undefined
              ? Array.from({ length: 8 }, (_, index) => (
                  <tr key={index}>
                    {columns.map(({ head, kind, width }) => (
                      <td key={head} class={kind}>
                        <Bar width={width ?? (kind === 'main' ? 180 : 72)} />
                      </td>
                    ))}
                  </tr>
                ))
              : rows.map((row) => {
                  const key = keyOf(row)
                  return (
                    <tr
                      key={key}
                      data-row={key}
                      class={[href && 'linked', fresh?.has(key) === true && 'fresh']
                        .filter(Boolean)
                        .join(' ')}
                    >
                      {columns.map(({ head, kind, cell }) => (
                        <td key={head} class={kind} data-head={head} title={titleOf(cell(row))}>
                          {kind === 'main' && href ? (
                            <a class="row-link" href={href(row)}>
                              {cell(row)}
                            </a>
                          ) : (
                            cell(row)
                          )}
                        </td>
                      ))}
                    </tr>
                  )
                })}
          </tbody>
        </table>
      </div>
      {pages && (!isFirst || pages.onNext !== undefined || pages.note !== undefined) && (
        <div class="pages">
          <span class="small">{pages.note}</span>
          <span class="row">
            {!isFirst && <Button onClick={pages.onFirst}>First page</Button>}
            {(!isFirst || pages.onNext !== undefined) && (
              <Button onClick={pages.onNext} disabled={pages.onNext === undefined}>
                Next page
              </Button>
            )}
          </span>
        </div>
      )}
    </>
  )
}

export interface ListTableProps<Row> extends Omit<
  TableProps<Row>,
  'rows' | 'keyOf' | 'error' | 'onRetry' | 'pages'
> {
  readonly list: List<Row>
  /** By default a row is known by its `id`. */
  readonly keyOf?: (row: Row) => string
}

/** The rows of a list, page by page. */
export function ListTable<Row>({
  list: { rows, error, onRetry, pages },
  keyOf,
  ...rest
}: ListTableProps<Row>) {
  const key = keyOf ?? ((row: Row) => (row as { readonly id: string }).id)
  return <Table {...rest} rows={rows} keyOf={key} error={error} onRetry={onRetry} pages={pages} />
}

/** A text that may be cut is readable in full as its cell's title. */
function titleOf(cell: ComponentChildren): string | undefined {
  return typeof cell === 'string' ? cell : undefined
}
