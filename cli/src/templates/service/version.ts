import { isRecord } from '../../output/cell.js'
import { ServiceAway } from '../../request/errors.js'
import {
  partFields,
  plainVariable,
  type Content,
  type Part,
  type ReplyAddress,
  type Variable,
} from '../content.js'
import { isLocaleTag } from '../folder/names.js'

type Json = Readonly<Record<string, unknown>>

/**
 * Reads the content of a version.
 *
 * @throws ServiceAway if the reply has no content, or the content cannot be stored in files
 */
export function contentIn(reply: Json): Content {
  const parts = new Map<string, Part>([['', partIn(reply)]])
  const folded = new Set<string>()
  for (const [locale, part] of Object.entries(isRecord(reply['locales']) ? reply['locales'] : {})) {
    // The locale becomes part of a file name.
    if (!isLocaleTag(locale) || folded.has(locale.toLowerCase()) || !isRecord(part)) throw noVersion()
    folded.add(locale.toLowerCase())
    parts.set(locale, partIn(part))
  }
  return {
    parts,
    fromEmail: textIn(reply, 'from_email'),
    fromName: textIn(reply, 'from_name'),
    replyTo: listIn(reply, 'reply_to').map(addressIn),
    variables: listIn(reply, 'variables').map(variableIn),
    inlineCss: reply['inline_css'] !== false,
  }
}

function partIn(json: Json): Part {
  const texts = partFields
    .map((field) => [field, textIn(json, field)] as const)
    .filter(([, text]) => text !== undefined)
  return Object.fromEntries(texts)
}

function addressIn(json: Json): ReplyAddress {
  const [email, name] = [textIn(json, 'email'), textIn(json, 'name')]
  if (email === undefined) throw noVersion()
  return { email, ...(name !== undefined && { name }) }
}

function variableIn(json: Json): Variable {
  const [name, type, required] = [textIn(json, 'name'), textIn(json, 'type'), json['required']]
  if (name === undefined) throw noVersion()
  return plainVariable({
    name,
    ...(type !== undefined && { type }),
    ...(typeof required === 'boolean' && { required }),
    default: json['default'],
  })
}

function textIn(json: Json, name: string): string | undefined {
  const value = json[name] ?? undefined
  if (value === undefined || typeof value === 'string') return value
  throw noVersion()
}

function listIn(json: Json, name: string): Json[] {
  const value = json[name] ?? []
  if (Array.isArray(value) && value.every(isRecord)) return value
  throw noVersion()
}

function noVersion(): ServiceAway {
  return new ServiceAway('The reply is not a template version that files can represent.')
}
