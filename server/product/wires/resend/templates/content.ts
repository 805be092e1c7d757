import type { components } from '../../../../../generated/api-types.js'
import type { components as resend } from '../../../../../generated/wires/resend.js'
import { ApiError, refusedValue, validationFailed } from '../../../../platform/http/errors/api-error.js'
import { namedAddress, namedAddresses } from '../../frame/texts/addresses.js'
import { isReserved, toLiquid } from './braces.js'

type Content = components['schemas']['TemplateContent']
type Version = components['schemas']['TemplateVersion']
type GivenVariables = resend['schemas']['GivenVariables']

/** The content of a template in a request. Null removes what an update can remove. */
export interface GivenContent {
  readonly from?: string | null
  readonly subject?: string
  readonly reply_to?: string | readonly string[] | null
  readonly html?: string
  readonly text?: string | null
  readonly variables?: GivenVariables
}

/**
 * Returns the content that a request gives, in the shape of this service.
 *
 * @throws ApiError 422 `validation_failed` for braces or variables that have no counterpart
 */
export function contentOf({
  from,
  subject,
  reply_to: replyTo,
  html,
  text,
  variables,
}: GivenContent): Content {
  const sender = typeof from === 'string' ? namedAddress(from) : undefined
  return {
    ...(sender !== undefined && { from_email: sender.email }),
    ...(sender?.name !== undefined && { from_name: sender.name }),
    ...(subject !== undefined && { subject: toLiquid(subject, 'text', '/body/subject') }),
    ...(replyTo !== undefined && replyTo !== null && { reply_to: namedAddresses(replyTo) }),
    ...(html !== undefined && { html: toLiquid(html, 'html', '/body/html') }),
    ...(typeof text === 'string' && { text: toLiquid(text, 'text', '/body/text') }),
    ...(variables !== undefined && { variables: variables.map(variableOf) }),
  }
}

/**
 * Returns the content of a version with what a request changes. A new sender replaces the old one with its name.
 *
 * @throws ApiError 422 `validation_failed` as `contentOf` does
 */
export function changedContent(version: Version, given: GivenContent): Content {
  const replaced = new Set([
    ...(given.from === undefined ? [] : ['from_email', 'from_name']),
    ...(given.reply_to === undefined ? [] : ['reply_to']),
    ...(given.text === undefined ? [] : ['text']),
  ])
  const kept = Object.entries(sameContent(version)).filter(([name]) => !replaced.has(name))
  return { ...(Object.fromEntries(kept) as Content), ...contentOf(given) }
}

/** Returns the content of a version, to make another version of it. */
export function sameContent(version: Version): Content {
  const { subject, html, text, preheader, from_email: email, from_name: name } = version
  return {
    ...(subject !== null && { subject }),
    ...(html !== null && { html }),
    ...(text !== null && { text }),
    ...(preheader !== null && { preheader }),
    ...(email !== null && { from_email: email }),
    ...(name !== null && { from_name: name }),
    reply_to: version.reply_to,
    variables: version.variables,
    locales: version.locales,
    inline_css: version.inline_css,
  }
}

function variableOf(
  { key, type, fallback_value: fallback }: GivenVariables[number],
  index: number,
): components['schemas']['TemplateVariable'] {
  if (isReserved(key))
    throw refusedValue(`/body/variables/${index}/key`, 'reserved', 'is reserved: use it without declaring it')
  const hasFallback = fallback !== undefined && fallback !== null
  return {
    name: key,
    type: type === 'list' ? 'array' : type,
    required: !hasFallback,
    ...(hasFallback && { default: fallback }),
  }
}

/**
 * Names a variable's fallback in the mistakes of a call as the request does.
 *
 * @throws ApiError as the call does
 */
export async function withOwnNames<Reply>(calling: Promise<Reply>): Promise<Reply> {
  try {
    return await calling
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error
    const details = (error.details ?? []).map(({ rule: _, path, ...detail }) => ({
      ...detail,
      path: path.replace(/^(\/body\/variables\/\d+)\/default/, '$1/fallback_value'),
    }))
    throw validationFailed(details)
  }
}
