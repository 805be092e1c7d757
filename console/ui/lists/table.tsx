import type { ComponentChildren } from 'preact'
import type { List, Pages } from '../../api/list.js'
import { Breakable } from '../breakable.js'
import { Button } from '../controls/button.js'
import { ErrorNotice } from '../notices/notice.js'
import { Bar, Waiting } from '../loading/skeleton.js'

export interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => ComponentChildren
  /**
   * Role of the column: `main` names the row and is its link; `side` stands beside it on a phone (a status); numbers
   * and times are aligned to the end of their column. `extra` is left out on a phone.
   */
  readonly kind?: 'main' | 'side' | 'number' | 'time' | 'extra'
  /** Width of the column's skeleton, in pixels. */
  readonly width?: number
}

interface TableProps<Row> {
  /** Name of the table for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while the rows load. */
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  /** Returns the address to which a row links. */
  readonly href?: (row: Row) => string
  readonly error?: unknown
  readonly onRetry?: () => void
  /** Content shown in place of the table if there are no rows. */
  readonly empty: ComponentChildren
  /** Keys of the rows that have just arrived. */
  readonly fresh?: ReadonlySet<string>
  /** Links to other pages; absent if all rows are shown. */
  readonly pages?: Pages
}

/** A table whose rows are links. The keys `j` and `k` move among them. */
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
                              {breakable(cell(row))}
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
  /** Returns a row's key; its `id` by default. */
  readonly keyOf?: (row: Row) => string
}

/** The table of a list's rows, page by page. */
export function ListTable<Row>({
  list: { rows, error, onRetry, pages },
  keyOf,
  ...rest
}: ListTableProps<Row>) {
  const key = keyOf ?? ((row: Row) => (row as { readonly id: string }).id)
  return <Table {...rest} rows={rows} keyOf={key} error={error} onRetry={onRetry} pages={pages} />
}

/** Returns a cell's text as its title, so that a truncated text can be read in full. */
function titleOf(cell: ComponentChildren): string | undefined {
  return typeof cell === 'string' ? cell : undefined
}

function breakable(content: ComponentChildren): ComponentChildren {
  return typeof content === 'string' ? <Breakable text={content} /> : content
}
