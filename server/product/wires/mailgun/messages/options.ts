import type { components } from '../../../../../generated/api-types.js'
import type { components as mailgun } from '../../../../../generated/wires/mailgun.js'
import { withFurtherLabels } from '../../frame/further-labels.js'
import { jsonObject } from '../../frame/texts/json-object.js'
import { timeOf } from '../times.js'

type SendRequest = components['schemas']['SendMessageRequest']

/** The fields of a message of Mailgun that are no content. */
export type Options = Pick<
  mailgun['schemas']['Message'],
  'o:tag' | 'o:deliverytime' | 'o:tracking' | 'o:tracking-clicks' | 'o:tracking-opens' | 'v:'
>

/**
 * Translates the options of a message.
 *
 * @throws ApiError 422 `validation_failed`
 */
export function optionsOf(
  options: Options,
): Pick<SendRequest, 'category' | 'metadata' | 'tracking' | 'scheduled_at'> {
  const { 'o:deliverytime': deliveryTime, 'o:tag': tags = [], 'v:': pairs = {} } = options
  const tracking = trackingOf(options)
  const [tag, ...moreTags] = tags
  const metadata = withFurtherLabels(pairs, moreTags, { word: 'tag', at: '/body/v:' })
  return {
    ...(tag !== undefined && { category: tag }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(Object.keys(tracking).length > 0 && { tracking }),
    ...(deliveryTime !== undefined && { scheduled_at: timeOf(deliveryTime, '/body/o:deliverytime') }),
  }
}

/**
 * Reads the value of the header field X-Mailgun-Variables: an object whose values are texts, or become texts of JSON.
 *
 * @param path JSON Pointer to the value in the request
 * @throws ApiError 422 `validation_failed`
 */
export function headerVariables(json: string, path: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(jsonObject(json, path)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

function trackingOf(options: Options): { opens?: boolean; clicks?: boolean } {
  const all = options['o:tracking']
  const opens = options['o:tracking-opens'] ?? all
  const clicks = options['o:tracking-clicks'] ?? all
  // Mailgun's switch for all tracking goes before the others if it is off.
  if (all !== undefined && !isOn(all)) return { opens: false, clicks: false }
  return {
    ...(opens !== undefined && { opens: isOn(opens) }),
    ...(clicks !== undefined && { clicks: isOn(clicks) }),
  }
}

function isOn(choice: string): boolean {
  return !['no', 'false', 'False'].includes(choice)
}
