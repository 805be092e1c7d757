import type { components } from '../../../../generated/api-types.js'

type Schemas = components['schemas']

/** Returns the reply of the receiving server in one line, with its codes, or else what failed. */
export function replyText({ reply, error }: Pick<Schemas['DeliveryData'], 'reply' | 'error'>): string {
  if (reply === null) return error ?? ''
  return [reply.code, reply.enhanced_code, reply.text]
    .filter((part) => part !== null && part !== '')
    .join(' ')
}
