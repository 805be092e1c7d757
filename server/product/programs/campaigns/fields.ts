import type { components } from '../../../../generated/api-types.js'
import { cleanName } from '../../../../base/text/clean-name.js'
import { fromTypeId, type Uuid } from '../../../platform/db/ids.js'
import { refusedValue } from '../../../platform/http/errors/api-error.js'
import { normalizeAddress } from '../../../../base/addresses/address.js'
import { admitReplyTo } from '../../messages/admit/recipients.js'
import type { CampaignRow } from './campaign-rows.js'

type Schemas = components['schemas']

/** The fields of a campaign that people set. */
export type CampaignFields = Pick<
  CampaignRow,
  | 'name'
  | 'template_id'
  | 'template_version'
  | 'version_named'
  | 'from_email'
  | 'from_name'
  | 'reply_to'
  | 'variables'
  | 'list_id'
  | 'segment_id'
  | 'exclude_segment_id'
  | 'rate_per_hour'
  | 'category'
  | 'max_delay_seconds'
  | 'topic'
>

/** The most bytes of a campaign's variables as JSON, as many as a send may have. */
const maxVariableBytes = 64_000

/**
 * Returns the fields that a request names, in the form to store.
 *
 * @throws ApiError 422 `validation_failed`
 */
export function fieldsOf(body: Schemas['UpdateCampaignRequest']): Partial<CampaignFields> {
  const { template, audience, variables } = body
  return {
    ...(body.name !== undefined && { name: campaignName(body.name) }),
    ...(template !== undefined && {
      template_id: fromTypeId('tpl', template.template_id),
      template_version: template.version ?? null,
      version_named: template.version !== undefined,
    }),
    ...(body.from_email !== undefined && { from_email: normalizeAddress(body.from_email) }),
    ...(body.from_name !== undefined && { from_name: cleanName(body.from_name) }),
    ...(body.reply_to !== undefined && { reply_to: admitReplyTo(body.reply_to) }),
    ...(variables !== undefined && { variables: admitVariables(variables) }),
    ...(audience !== undefined && {
      list_id: idOf('lst', audience.list_id),
      segment_id: idOf('seg', audience.segment_id),
      exclude_segment_id: idOf('seg', audience.exclude_segment_id),
    }),
    ...(body.rate_per_hour !== undefined && { rate_per_hour: body.rate_per_hour }),
    ...(body.category !== undefined && { category: body.category }),
    ...(body.max_delay_seconds !== undefined && { max_delay_seconds: body.max_delay_seconds }),
    ...(body.topic !== undefined && { topic: body.topic }),
  }
}

function campaignName(given: string): string {
  const name = cleanName(given)
  if (name === null) throw refusedValue('/body/name', 'empty', 'must have a visible character')
  return name
}

function admitVariables(variables: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (Buffer.byteLength(JSON.stringify(variables)) > maxVariableBytes) {
    throw refusedValue('/body/variables', 'too_long', 'has more than 64 kB of JSON')
  }
  return variables
}

function idOf(prefix: 'lst' | 'seg', id: string | undefined): Uuid | null {
  return id === undefined ? null : fromTypeId(prefix, id)
}
