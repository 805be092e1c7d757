import { cleanName } from '../../../base/text/clean-name.js'
import { refusedValue } from '../../platform/http/errors/api-error.js'

/**
 * The name of a workspace, a project, a key or a user as it is kept: one line, without characters that turn the
 * direction of what follows.
 *
 * @param path where it stands in the request, as a JSON pointer
 * @throws ApiError 422 `validation_failed` where nothing of it can be read
 */
export function shownName(given: string, path = '/body/name'): string {
  const name = cleanName(given)
  if (name === null) throw refusedValue(path, 'empty', 'must have a visible character')
  return name
}
