/** Returns a time as the packages of AWS read one in JSON: in seconds since 1970. */
export function secondsOf(time: string): number {
  return Date.parse(time) / 1000
}

/** Most items of a page of this service's own lists. */
const largestPage = 100

/** The part of a list's query that pages need. */
export function pageOf({ PageSize: size = largestPage, NextToken: cursor }: PageQuery) {
  return { limit: Math.min(size, largestPage), ...(cursor !== undefined && { cursor }) }
}

interface PageQuery {
  readonly PageSize?: number
  readonly NextToken?: string
}

/** Returns the token of the next page as the packages expect it: absent on the last page. */
export function tokenOf(cursor: string | null): { readonly NextToken?: string } {
  return cursor === null ? {} : { NextToken: cursor }
}
