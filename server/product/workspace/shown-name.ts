import { cleanName } from '../../../base/text/clean-name.js'
import { refusedValue } from '../../platform/http/errors/api-error.js'

/**
 * Returns the name of a workspace, a project, a key or a user in the form to keep: one line, without characters that
 * change the direction of the text that follows.
 *
 * @param path JSON pointer to the name in the request
 * @throws ApiError 422 `validation_failed` if nothing of it can be read
 */
export function shownName(given: string, path = '/body/name'): string {
  const name = cleanName(given)
  if (name === null) throw refusedValue(path, 'empty', 'must have a visible character')
  return name
}
