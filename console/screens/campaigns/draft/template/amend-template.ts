import type { Campaign, TemplateVersion } from 'postseal'
import { client } from '../../../../api/client.js'
import { queries } from '../../../../api/queries.js'
import { sentOf, typedOf, type TypedContent } from '../../../templates/editor/content.js'
import { change } from '../../data.js'
import { withUnsubscribeLink } from './unsubscribe-link.js'

/** Publishes a version of the template that has a link to unsubscribe at the end of each body. */
export function insertUnsubscribeLink(campaign: Campaign, version: TemplateVersion): Promise<void> {
  return amendTemplate(campaign, version, withUnsubscribeLink)
}

/** Publishes a version of the template with another subject. */
export function changeSubject(campaign: Campaign, version: TemplateVersion, subject: string): Promise<void> {
  return amendTemplate(campaign, version, (content) => ({ ...content, subject }))
}

/**
 * Saves a changed version of a campaign's template, publishes it, and makes the campaign use it if it names a version.
 *
 * @param version the version that the campaign would send
 */
async function amendTemplate(
  campaign: Campaign,
  version: TemplateVersion,
  amend: (content: TypedContent) => TypedContent,
): Promise<void> {
  const id = version.template_id
  const made = await client.templates.createVersion(id, sentOf(amend(typedOf(version))))
  await client.templates.publish(id, { version: made.version })
  const { template_id, version: named } = campaign.template
  if (template_id === id && named !== null) {
    await change(campaign.id, { template: { template_id, version: made.version } })
  }
  await refreshed(campaign)
}

/** Publishes the version that a campaign would send. */
export async function publishVersion(campaign: Campaign, version: TemplateVersion): Promise<void> {
  await client.templates.publish(version.template_id, { version: version.version })
  await refreshed(campaign)
}

/** Loads everything that depends on the campaign's template again. */
async function refreshed({ id }: Campaign): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['templates'] }),
    queries.invalidateQueries({ queryKey: ['campaigns', id] }),
  ])
}
