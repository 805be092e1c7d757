import type { components } from '../../../../../generated/api-types.js'
import { foldAddress } from '../../../../../base/addresses/address.js'
import { refusedValue } from '../../../../platform/http/errors/api-error.js'
import { batchSize } from '../../frame/batch.js'
import { jsonObject } from '../../frame/texts/json-object.js'

type SendRequest = components['schemas']['SendMessageRequest']
type Recipient = SendRequest['to'][number]

/** The max addresses of a message with variables, which a batch has room for. */
const maxRecipients = 100
const place = '/body/recipient-variables'

/**
 * Makes a message for each address of `to`, in which the values of that address stand for `%recipient.NAME%`. A name
 * that the address has no value for stays as it is.
 *
 * @param json an object of the values of each address
 * @throws ApiError 422 `validation_failed`, 413 `payload_too_large` if the messages together are above the max body
 */
export function messagesByRecipient(message: SendRequest, json: string): SendRequest[] {
  const given = jsonObject(json, place)
  const ofAddress = new Map(
    Object.entries(given).map(([address, values]) => [foldAddress(address), valuesOf(address, values)]),
  )
  if (message.to.length > maxRecipients) {
    const problem = `can go with up to ${maxRecipients} addresses in to: send the others in further requests`
    throw refusedValue(place, 'too_many', problem)
  }
  const { cc = [], bcc = [] } = message
  if (cc.length + bcc.length > 0)
    throw refusedValue(place, 'not_allowed', 'cannot go with cc and bcc, which would get every message')
  const count = batchSize('to all recipients')
  return message.to.map((recipient) => {
    const fill = filler(recipient, ofAddress.get(foldAddress(recipient.email)) ?? new Map())
    const { subject, text, html } = message
    const own: SendRequest = {
      ...message,
      to: [recipient],
      ...(subject !== undefined && { subject: fill(subject) }),
      ...(text !== undefined && { text: fill(text) }),
      ...(html !== undefined && { html: fill(html) }),
      ...(message.metadata !== undefined && { metadata: filled(message.metadata, fill) }),
      ...(message.headers !== undefined && { headers: filled(message.headers, fill) }),
      ...(message.template !== undefined && {
        template: {
          ...message.template,
          variables: filled(message.template.variables ?? {}, fill),
        },
      }),
    }
    count(own)
    return own
  })
}

function valuesOf(address: string, values: unknown): Map<string, string> {
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw refusedValue(place, 'type', `must have an object for ${address}`)
  return new Map(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

function filled<Value>(object: Readonly<Record<string, Value>>, fill: (text: string) => string) {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      typeof value === 'string' ? (fill(value) as Value) : value,
    ]),
  )
}

function filler({ email, name = '' }: Recipient, values: ReadonlyMap<string, string>) {
  const [first = '', ...others] = name.split(' ')
  const own: ReadonlyMap<string, string> = new Map([
    ['%recipient%', name === '' ? email : `${name} <${email}>`],
    ['%recipient_email%', email],
    ['%recipient_name%', name],
    ['%recipient_fname%', first],
    ['%recipient_lname%', others.join(' ')],
  ])
  return (text: string) =>
    text.replace(/%recipient(?:\.([^%\s]{1,100})|_email|_name|_fname|_lname)?%/g, (whole, key?: string) =>
      key === undefined ? (own.get(whole) ?? whole) : (values.get(key) ?? whole),
    )
}
