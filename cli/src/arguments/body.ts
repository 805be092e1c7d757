import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Field, JsonBody } from '../contract/catalog.js'
import { UsageError } from '../mistakes.js'
import { suggestion } from './nearest.js'
import type { Sources } from './sources.js'
import { jsonOf, valueOf } from './value.js'

/** The arguments for a body, as texts and flags by property name. */
export interface GivenBody {
  /** The whole body. The properties in `fields` override its properties. */
  readonly data: string | undefined
  readonly fields: ReadonlyMap<string, readonly string[] | boolean>
  /** Files to attach. */
  readonly attach: readonly string[]
  /** Values to use for missing required properties, such as a profile's project. */
  readonly defaults: ReadonlyMap<string, string>
}

/**
 * Builds the body of a request.
 *
 * @returns undefined if no body is needed and there are no arguments for one
 * @throws UsageError if the body is invalid
 */
export async function bodyOf(
  { fields, required, minProperties }: JsonBody,
  given: GivenBody,
  sources: Sources,
): Promise<Record<string, unknown> | undefined> {
  const body = await wholeBody(fields, given.data, sources)
  for (const field of fields) {
    const values = given.fields.get(field.name)
    if (values === undefined) continue
    const where = `--${field.option}`
    body.set(field.name, typeof values === 'boolean' ? values : await fieldOf(field, where, values, sources))
  }
  await attachFiles(fields, body, given.attach, sources)
  for (const { name, required: isNeeded } of fields) {
    const usual = given.defaults.get(name)
    if (isNeeded && usual !== undefined && !body.has(name)) body.set(name, usual)
  }
  addKeys(fields, body)
  const missing = fields.filter((field) => field.required && !body.has(field.name))
  if (missing.length > 0 && (required || body.size > 0)) {
    const names = missing.map(({ option }) => `--${option}`).join(', ')
    throw new UsageError(
      `${names} ${missing.length === 1 ? 'is' : 'are'} missing; --data can have ${them(missing)}, too.`,
    )
  }
  if (body.size < minProperties) throw new UsageError(`Nothing to change: give at least one option.`)
  return body.size > 0 || required ? Object.fromEntries(body) : undefined
}

function them(missing: readonly unknown[]): string {
  return missing.length === 1 ? 'it' : 'them'
}

async function wholeBody(
  fields: readonly Field[],
  data: string | undefined,
  sources: Sources,
): Promise<Map<string, unknown>> {
  if (data === undefined) return new Map()
  const json = jsonOf('--data', await sources.text('--data', data))
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new UsageError('--data takes a JSON object.')
  const names = fields.map(({ name }) => name)
  for (const name of Object.keys(json)) {
    if (!names.includes(name))
      throw new UsageError(
        `--data has "${name}", which is not a property of this request.${suggestion(name, names)}`,
      )
  }
  return new Map(Object.entries(json))
}

async function fieldOf(
  { value }: Field,
  where: string,
  given: readonly string[],
  sources: Sources,
): Promise<unknown> {
  const texts: string[] = []
  for (const text of given) texts.push(await sources.text(where, text))
  return valueOf(where, value, texts)
}

/** Adds files to the list property that takes files. */
async function attachFiles(
  fields: readonly Field[],
  body: Map<string, unknown>,
  files: readonly string[],
  sources: Sources,
): Promise<void> {
  const field = fields.find(({ value }) => value.kind === 'items' && value.isFiles)
  if (field === undefined || files.length === 0) return
  const items = [body.get(field.name) ?? []].flat() as unknown[]
  for (const file of files) {
    const content = (await sources.bytes('--attach', file)).toString('base64')
    items.push({ filename: file === '-' ? 'attachment' : path.basename(file), content })
  }
  body.set(field.name, items)
}

/** Adds idempotency keys to items that have none. Each item has its own key. */
function addKeys(fields: readonly Field[], body: Map<string, unknown>): void {
  for (const { name, value } of fields) {
    const items = body.get(name)
    if (value.kind !== 'items' || !value.areKeyed || !Array.isArray(items)) continue
    const keyed = items.map((item: unknown) =>
      typeof item === 'object' && item !== null ? { idempotency_key: randomUUID(), ...item } : item,
    )
    body.set(name, keyed)
  }
}
