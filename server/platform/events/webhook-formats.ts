import { translatedTypes } from '../../../base/contract/translated-types.js'
import type { components } from '../../../generated/api-types.js'
import type { EventType } from './event-types.js'

/** A shape in which events are sent to webhook subscriptions. */
export type WebhookFormat = components['schemas']['WebhookFormat']

/** The types by format, which the compiler holds against the contract. */
const translated: Readonly<Record<Exclude<WebhookFormat, 'postseal'>, readonly EventType[]>> = translatedTypes

/** Returns whether subscriptions of a format get events of a type. Tests are sent in every format. */
export function isInFormat(format: WebhookFormat, type: string): boolean {
  if (format === 'postseal' || type === 'webhook.test') return true
  return (translated[format] as readonly string[]).includes(type)
}

const pairs = Object.entries(translated).flatMap(([format, types]) =>
  types.map((type) => `('${format}', '${type}')`),
)

/**
 * Returns SQL that says whether subscriptions of a format get events of a type, as {@link isInFormat} does.
 *
 * @param format SQL of the format
 * @param type SQL of the type
 */
export function inFormat(format: string, type: string): string {
  return `(${format} = 'postseal' or (${format}, ${type}) in (${pairs.join(', ')}))`
}
