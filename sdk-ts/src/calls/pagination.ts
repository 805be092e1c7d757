import { APIPromise, type Identified } from './api-promise.js'
import { PostsealError } from '../errors/errors.js'
import { throwIfAborted } from '../transport/watch.js'

/** The fields that all list replies share. */
export interface ListBody<Row> {
  data: Row[]
  has_more: boolean
  next_cursor: string | null
}

/** One page of a list. Iterating over it yields its rows and those of all later pages. */
export class Page<Row, Body extends ListBody<Row> = ListBody<Row>> implements AsyncIterable<Row> {
  /** The whole reply. Besides the rows it has the cursor and, for lists over time, the `window` that was searched. */
  readonly body: Body
  readonly #next: (cursor: string) => PagePromise<Row, Body>
  readonly #signal: AbortSignal | undefined

  /** @internal */
  constructor(body: Body, next: (cursor: string) => PagePromise<Row, Body>, signal: AbortSignal | undefined) {
    this.body = body
    this.#next = next
    this.#signal = signal
  }

  /** The rows of this page, newest first. */
  get data(): Row[] {
    return this.body.data
  }

  /** Returns whether older rows follow. A page can be empty and still be followed by another page. */
  hasNextPage(): boolean {
    return this.body.has_more && this.body.next_cursor !== null
  }

  /**
   * Requests the next page with the same query and options. Rejects with PostsealError on the last page, and as the
   * list does.
   */
  async getNextPage(): Promise<Identified<Page<Row, Body>>> {
    const cursor = this.body.next_cursor
    if (!this.body.has_more || cursor === null) {
      throw new PostsealError('This is the last page. Call hasNextPage() first.')
    }
    return await this.#next(cursor)
  }

  /** Yields this page and all later pages. Requests each page when you reach it. */
  pages(): AsyncGenerator<Page<Row, Body>> {
    return pagesFrom(this)
  }

  /**
   * Returns the rows of this page and of later pages, up to `limit` rows in total. Requests no more pages than that
   * needs. Rejects as the list does, and with PostsealError if the limit is not a count.
   */
  toArray({ limit }: { limit: number }): Promise<Row[]> {
    return rowsOf(this, limit)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row> {
    for await (const page of this.pages()) {
      for (const row of page.data) {
        // Checks the signal at each row, because a page has up to 100 rows.
        throwIfAborted(this.#signal)
        yield row
      }
    }
  }
}

async function* pagesFrom<Row, Body extends ListBody<Row>>(first: Page<Row, Body>) {
  let page = first
  yield page
  while (page.hasNextPage()) {
    page = await page.getNextPage()
    yield page
  }
}

async function rowsOf<Row>(rows: AsyncIterable<Row>, limit: number): Promise<Row[]> {
  checkLimit(limit)
  const found: Row[] = []
  if (limit === 0) return found
  for await (const row of rows) {
    found.push(row)
    if (found.length >= limit) break
  }
  return found
}

/**
 * Checks the limit. Callers do not know where a list ends, so they must pass a limit, such as `Infinity` for all rows.
 */
function checkLimit(limit: unknown): void {
  if (limit === Number.POSITIVE_INFINITY || (Number.isSafeInteger(limit) && (limit as number) >= 0)) return
  throw new PostsealError(
    'toArray({ limit }): limit must be a whole number of rows, or Infinity for all of them.',
  )
}

/** A page request in progress. Await it for the first page, or iterate over it for the rows of all pages. */
export class PagePromise<Row, Body extends ListBody<Row> = ListBody<Row>>
  extends APIPromise<Page<Row, Body>>
  implements AsyncIterable<Row>
{
  /** @internal */
  constructor(
    body: APIPromise<Body>,
    next: (cursor: string) => PagePromise<Row, Body>,
    signal: AbortSignal | undefined,
  ) {
    super(
      body.mapReply((body) => new Page<Row, Body>(body, next, signal)),
      undefined,
    )
  }

  /**
   * Returns the rows of all pages, up to `limit` rows in total. Requests no more pages than that needs. Rejects as the
   * list does, and with PostsealError if the limit is not a count.
   */
  async toArray({ limit }: { limit: number }): Promise<Row[]> {
    checkLimit(limit)
    return rowsOf(await this, limit)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row> {
    yield* await this
  }
}
