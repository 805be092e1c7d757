import { PostsealError } from './errors.js'

/**
 * Returns the path of a request without its query. Throws PostsealError where a segment is empty, "." or
 * "..": as ids they survive escaping, and would make the path of another operation.
 */
export function refuseBrokenPath(pathAndQuery: string): string {
  const [path = ''] = pathAndQuery.split('?')
  const broken = path
    .split('/')
    .slice(1)
    .find((part) => ['', '.', '..'].includes(part))
  if (broken !== undefined) throw new PostsealError(`"${broken}" is not an id.`)
  return path
}
