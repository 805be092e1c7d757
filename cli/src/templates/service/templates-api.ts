import { createHash, randomUUID } from 'node:crypto'
import { isRecord } from '../../output/cell.js'
import { CommandFailure } from '../../mistakes.js'
import { ServiceAway, ServiceRefusal } from '../../request/errors.js'
import { pagesOf } from '../../request/pages.js'
import { sendForText, type Sending } from '../../request/send.js'
import type { Service } from '../../request/service.js'
import { kinds, wireOf, type Content, type TemplateKind } from '../content.js'
import { isTemplateId } from '../references.js'
import { contentIn } from './version.js'

/** A template as the service lists it. */
export interface ListedTemplate {
  readonly id: string
  readonly name: string
  readonly kind: TemplateKind
  readonly published: number | undefined
  readonly latest: number
}

/** A version with its content. */
export interface StoredVersion {
  readonly version: number
  /** The content, whose tags name other templates by id. */
  readonly content: Content
  /** The versions of the used layouts and partials, by template id. */
  readonly pins: ReadonlyMap<string, number>
}

/** The template operations. Each works with a session or a key that has access only to templates. */
export class TemplatesApi {
  readonly #service: Service
  readonly #sending: Sending
  readonly #projectId: string | undefined

  /**
   * @param projectId the project of the templates; undefined means every project
   */
  constructor(service: Service, sending: Sending, projectId: string | undefined) {
    this.#service = service
    this.#sending = sending
    this.#projectId = projectId
  }

  /** Lists all templates of the project, oldest first. */
  async list(): Promise<ListedTemplate[]> {
    const query = this.#projectId === undefined ? '' : `?project_id=${encodeURIComponent(this.#projectId)}`
    const request = { method: 'GET', target: `/v1/templates${query}`, accept: 'application/json' }
    const found: ListedTemplate[] = []
    for await (const page of pagesOf(this.#service, request, this.#sending, Infinity)) {
      for (const row of page) {
        const { project_id: project, ...template } = recordOf(row)
        if ((project ?? undefined) === this.#projectId) found.push(listed(template))
      }
    }
    return found.sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  async version({ id }: ListedTemplate, version: number): Promise<StoredVersion> {
    const reply = await this.#ask('GET', `/v1/templates/${id}/versions/${version}`)
    const pins = Array.isArray(reply['pins']) ? reply['pins'].map(recordOf) : []
    return {
      version,
      content: contentIn(reply),
      pins: new Map(pins.map((pin) => [String(pin['template_id']), Number(pin['version'])])),
    }
  }

  /**
   * Creates a template. Somebody else can push the same folder for the first time, or an aborted push can already have
   * sent this request. The idempotency keys are the same in both cases, so the service creates only one template.
   *
   * @throws CommandFailure if another push has created a template with this name and different content
   */
  async create(name: string, kind: TemplateKind, content: Content): Promise<ListedTemplate> {
    // Null refuses a project key, whose templates `list` would look for in vain.
    const project = { project_id: this.#projectId ?? null }
    const ask = async (key?: string) =>
      listed(await this.#ask('POST', '/v1/templates', { ...project, name, kind, ...wireOf(content) }, key))
    try {
      const made = await ask(
        createHash('sha256')
          .update(`${this.#projectId ?? ''} ${name}`)
          .digest('hex'),
      )
      if (await this.#isStill(made)) return made
    } catch (error) {
      if (!(error instanceof ServiceRefusal) || error.code !== 'idempotency_conflict') throw error
      if ((await this.list()).some((each) => each.name === name))
        throw new CommandFailure(`Another push has made "${name}" meanwhile. Push again.`)
    }
    return ask()
  }

  /**
   * Returns whether a template still exists under its name. A reply to a repeated key can come from an earlier push,
   * whose template may have been deleted or renamed since.
   */
  async #isStill({ id, name }: ListedTemplate): Promise<boolean> {
    try {
      return (await this.#ask('GET', `/v1/templates/${id}`))['name'] === name
    } catch (error) {
      if (error instanceof ServiceRefusal && error.status === 404) return false
      throw error
    }
  }

  /** Creates a version and returns its number. */
  async createVersion({ id }: ListedTemplate, content: Content): Promise<number> {
    const { version } = await this.#ask('POST', `/v1/templates/${id}/versions`, wireOf(content))
    if (typeof version === 'number') return version
    throw noTemplate()
  }

  async publish({ id }: ListedTemplate, version: number): Promise<void> {
    await this.#ask('POST', `/v1/templates/${id}/publish`, { version })
  }

  async #ask(
    method: string,
    target: string,
    value?: object,
    idempotencyKey: string = randomUUID(),
  ): Promise<Readonly<Record<string, unknown>>> {
    const text = await sendForText(
      this.#service,
      {
        method,
        target,
        accept: 'application/json',
        ...(value !== undefined && { body: { kind: 'json', value }, idempotencyKey }),
      },
      this.#sending,
    )
    try {
      return recordOf(JSON.parse(text))
    } catch {
      throw noTemplate()
    }
  }
}

function listed(row: Readonly<Record<string, unknown>>): ListedTemplate {
  const { id, name, kind: given, published_version: published, latest_version: latest } = row
  const kind = kinds.find((each) => each === given)
  if (typeof id !== 'string' || !isTemplateId(id) || typeof name !== 'string') throw noTemplate()
  if (kind === undefined || typeof latest !== 'number') throw noTemplate()
  return { id, name, kind, published: typeof published === 'number' ? published : undefined, latest }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value
  throw noTemplate()
}

function noTemplate(): ServiceAway {
  return new ServiceAway('The reply is not a template. Is this the address of a Postseal service?')
}
