import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { bodyOf } from '../arguments/body.js'
import { suggestion } from '../arguments/nearest.js'
import { queryOf, targetOf } from '../arguments/query.js'
import { codeOf, Sources } from '../arguments/sources.js'
import type { CatalogOperation, FileBody } from '../contract/catalog.js'
import { UsageError } from '../mistakes.js'
import { needsKey, serviceOf } from '../profiles/service-of.js'
import { curlCommand } from '../request/curl.js'
import type { ApiRequest, FileContent, RequestBody } from '../request/request.js'
import type { Service } from '../request/service.js'
import { runClient, warnWhereOpen, type Client, type Run } from './client.js'
import { fieldsOf, givenFor, nameOf, type Given } from './options.js'
import { showReply } from './show-reply.js'

/** Options of every operation, as commander names them. */
interface OwnOptions {
  readonly json?: boolean
  readonly dryRun?: boolean
  readonly profile?: string
  readonly timeout?: string
  readonly output?: string
  readonly format?: string
  readonly idempotencyKey?: string
  readonly all?: boolean
  readonly max?: string
  readonly data?: string
  readonly file?: string
  readonly attach?: readonly string[]
}

/** Runs the command of an operation. */
export async function runOperation(
  client: Client,
  operation: CatalogOperation,
  ids: readonly string[],
  given: Given,
): Promise<void> {
  const own = given as OwnOptions
  const { json, timeout, output } = own
  const { credential } = operation
  await runClient(client, { json, timeout, credential }, async (run) => {
    const service = serviceOf(run.config, own.profile)
    const request = await requestOf(run, service, operation, { ids, given })
    if (own.dryRun === true) return run.stdout.write(asCurl(service, operation, request))
    if (credential !== undefined && service.apiKey === undefined) throw new UsageError(needsKey)
    const asked = credential === undefined ? { ...service, apiKey: undefined } : service
    warnWhereOpen(asked, run.notice)
    await showReply(run, asked, operation, {
      request,
      showing: {
        json: json === true,
        output,
        max: own.max === undefined ? (own.all === true ? Infinity : undefined) : maxOf(own.max),
      },
    })
  })
}

async function requestOf(
  { client }: Run,
  { projectId }: Service,
  operation: CatalogOperation,
  { ids, given }: { readonly ids: readonly string[]; readonly given: Given },
): Promise<ApiRequest> {
  const { format, idempotencyKey } = given as OwnOptions
  const { method, path, variables, query, takesIdempotencyKey } = operation
  const fields = givenFor(fieldsOf(operation), given)
  const defaults = new Map(projectId === undefined ? [] : [['project_id', projectId]])
  const named = variables.map(({ name }, index) => [name, ids[index] ?? ''] as const)
  const target = targetOf(path, named, queryOf(query, fields, defaults))
  const body = await contentOf(client, operation, { given, fields, defaults })
  return {
    method,
    target,
    accept: acceptOf(operation, format),
    ...(body !== undefined && { body }),
    ...(takesIdempotencyKey && { idempotencyKey: keyOf(idempotencyKey) }),
  }
}

async function contentOf(
  { invocation }: Client,
  { body }: CatalogOperation,
  {
    given,
    fields,
    defaults,
  }: {
    readonly given: Given
    readonly fields: ReturnType<typeof givenFor>
    readonly defaults: ReadonlyMap<string, string>
  },
): Promise<RequestBody | undefined> {
  const { data, attach = [], file } = given as OwnOptions
  const { stdin } = invocation.process
  if (body === undefined) return undefined
  if (body.kind === 'file') return fileOf(body, file, stdin)
  const value = await bodyOf(body, { data, fields, attach, defaults }, new Sources(stdin))
  return value && { kind: 'json', value }
}

async function fileOf(
  { mediaType }: FileBody,
  name: string | undefined,
  stdin: AsyncIterable<Buffer>,
): Promise<FileContent> {
  if (name === undefined) throw new UsageError('--file is missing: what to send, or "-" for standard input.')
  if (name === '-') return { kind: 'file', name, mediaType, canRepeat: false, open: () => stdin }
  const found = await stat(name).catch((error: unknown) => {
    throw new UsageError(`--file: ${name} cannot be read (${codeOf(error)}).`)
  })
  if (!found.isFile()) throw new UsageError(`--file: ${name} is not a file.`)
  return { kind: 'file', name, mediaType, canRepeat: true, open: () => createReadStream(name) }
}

function acceptOf({ produces }: CatalogOperation, format: string | undefined): string {
  const [usual = 'application/json'] = produces
  // Where the reply has one form only, an option of this name is a property of the body.
  if (format === undefined || produces.length < 2) return usual
  const found = produces.find((mediaType) => nameOf(mediaType) === format)
  if (found !== undefined) return found
  const names = produces.map(nameOf)
  throw new UsageError(
    `--format takes one of ${names.join(', ')}, not "${format}".${suggestion(format, names)}`,
  )
}

function keyOf(given: string | undefined): string {
  if (given === undefined) return randomUUID()
  if (!/^[!-~]{1,255}$/.test(given))
    throw new UsageError('--idempotency-key takes up to 255 characters of ASCII without spaces.')
  return given
}

function maxOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`--max takes a number from 1 on, not "${text}".`)
  return Number(text)
}

function asCurl(service: Service, operation: CatalogOperation, request: ApiRequest): string {
  const { method, target, accept, body, idempotencyKey } = request
  return curlCommand({
    method,
    url: service.baseUrl + target,
    isAuthorized: operation.credential !== undefined,
    idempotencyKey,
    ...(accept !== (operation.produces[0] ?? accept) && { accept }),
    ...(body?.kind === 'json' && { body: body.value }),
    file: body?.kind === 'file' ? body : undefined,
  })
}
