import type { components } from '../../../../../generated/api-types.js'
import { ApiError } from '../../../../platform/http/errors/api-error.js'
import type { WireService } from '../../frame/wire.js'
import { templateNamed } from '../../frame/template-named.js'

type Template = components['schemas']['Template']

/**
 * Returns the template that a path names by its id or by its alias. Of two with the alias, it is the one that a send
 * takes: that of the project before that of every project.
 *
 * @throws ApiError 404 `not_found`, also for layouts and partials, which Resend does not have
 */
export async function templateOf(
  idOrAlias: string,
  service: WireService<'retrieveTemplate' | 'listTemplates' | 'listProjects'>,
): Promise<Template> {
  const named = templateNamed(idOrAlias)
  const template =
    'template_id' in named
      ? (await service.call('retrieveTemplate', { path: { id: named.template_id } })).body
      : await templateByAlias(named.alias, service)
  if (template?.kind !== 'message')
    throw new ApiError('not_found', 'The project has no template with this id or alias.')
  return template
}

async function templateByAlias(
  alias: string,
  { call, projectId }: WireService<'listTemplates' | 'listProjects'>,
): Promise<Template | undefined> {
  const query = { alias, kind: 'message', project_id: await projectId(), limit: 2 } as const
  try {
    const { data } = (await call('listTemplates', { query })).body
    return data.find((template) => template.project_id !== null) ?? data[0]
  } catch (error) {
    // No template has a name that cannot be an alias.
    if (error instanceof ApiError && error.code === 'validation_failed') return undefined
    throw error
  }
}
