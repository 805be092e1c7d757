import { PostsealError } from './errors.js'

/** What the reply of every list holds. */
export interface ListBody<Row> {
  data: Row[]
  has_more: boolean
  next_cursor: string | null
}

/** One page of a list. Iterating it runs over its rows and those of all pages after it. */
export class Page<Row, Body extends ListBody<Row> = ListBody<Row>> implements AsyncIterable<Row> {
  /** The whole reply: beside the rows the cursor and, for lists over time, the `window` that was searched. */
  readonly body: Body
  readonly #load: (cursor: string) => PagePromise<Row, Body>

  /** @internal */
  constructor(body: Body, load: (cursor: string) => PagePromise<Row, Body>) {
    this.body = body
    this.#load = load
  }

  /** The rows of this page, newest first. */
  get data(): Row[] {
    return this.body.data
  }

  /** Whether older rows follow. A page may be empty and still have a next one. */
  hasNextPage(): boolean {
    return this.body.has_more && this.body.next_cursor !== null
  }

  /**
   * Asks for the page after this one, with the same query and options.
   * Rejects with PostsealError on the last page, and as the list itself does.
   */
  async getNextPage(): Promise<Page<Row, Body>> {
    const cursor = this.body.next_cursor
    if (!this.body.has_more || cursor === null) {
      throw new PostsealError('This is the last page. Ask hasNextPage() first.')
    }
    return await this.#load(cursor)
  }

  /** Runs over this page and all pages after it, asking for each when it is due. */
  pages(): AsyncGenerator<Page<Row, Body>> {
    return pagesFrom(this)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row> {
    for await (const page of this.pages()) yield* page.data
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

/** A page on its way: await it for the first page, or iterate it for the rows of all pages. */
export class PagePromise<Row, Body extends ListBody<Row> = ListBody<Row>>
  implements Promise<Page<Row, Body>>, AsyncIterable<Row>
{
  readonly [Symbol.toStringTag] = 'PagePromise'
  readonly #page: Promise<Page<Row, Body>>

  /** @internal */
  constructor(page: Promise<Page<Row, Body>>) {
    this.#page = page
  }

  then<A = Page<Row, Body>, B = never>(
    fulfilled?: ((page: Page<Row, Body>) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#page.then(fulfilled, rejected)
  }

  catch<B = never>(
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<Page<Row, Body> | B> {
    return this.#page.catch(rejected)
  }

  finally(settled?: (() => void) | null): Promise<Page<Row, Body>> {
    return this.#page.finally(settled)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row> {
    yield* await this.#page
  }
}

/**
 * Starts a list: asks for the page that `query` names, and for later ones with the same query and their cursor.
 * `request` makes the call of one page.
 */
export function paginate<Query extends { cursor?: string }, Row, Body extends ListBody<Row>>(
  query: Query,
  request: (query: Query) => Promise<Body & ListBody<Row>>,
): PagePromise<Row, Body> {
  const load = (query: Query): PagePromise<Row, Body> =>
    new PagePromise(request(query).then((body) => new Page(body, (cursor) => load({ ...query, cursor }))))
  return load(query)
}
