import type { Knex } from 'knex'
import { renderSubjects } from '../../../content/render-message.js'
import { defaultLocale, RenderError, type Renderer } from '../../../content/rendering/compiling/source.js'
import { renderable, type StoredVersion, type TemplateStore } from '../../../content/store.js'
import { newUuid, type Uuid, type WorkspaceId } from '../../../../platform/db/ids.js'
import { statement } from '../../../../platform/db/statements/statement.js'
import type { MailIds, ReleasedRow, UntitledRow } from './mail-of.js'

/** Most characters of the values, contacts and links that are rendered at once. */
const maxCharacters = 1_000_000

/**
 * Holds the subjects of a campaign's mails. A subject with variables is rendered in another process, which no
 * transaction may wait for: the release renders the subjects of a batch first, and stores the mails whose data is
 * still the same.
 */
export class CampaignSubjects implements MailIds {
  readonly #dependencies: { readonly renderer: Pick<Renderer, 'subjects'>; readonly templates: TemplateStore }
  readonly #version: StoredVersion
  /** Subject by language as its author wrote it. */
  readonly #sources: ReadonlyMap<string, string>
  /** Rendered mails of the next batch by contact. */
  #rendered = new Map<Uuid, { readonly mail: UntitledRow; readonly data: string; readonly subject: string }>()

  constructor(
    dependencies: { readonly renderer: Pick<Renderer, 'subjects'>; readonly templates: TemplateStore },
    version: StoredVersion,
    sources: ReadonlyMap<string, string>,
  ) {
    this.#dependencies = dependencies
    this.#version = version
    this.#sources = sources
  }

  /** Returns the ids of a contact's mail: those with which its subject was rendered, since links name the mail. */
  idsFor(contactId: Uuid): Pick<ReleasedRow, 'message_id' | 'log_id'> {
    return this.#rendered.get(contactId)?.mail ?? { message_id: newUuid(), log_id: newUuid() }
  }

  /** Returns the subject of a mail; undefined if it has yet to be rendered from the mail's data. */
  of(mail: UntitledRow): string | undefined {
    const source = this.#sourceOf(mail)
    if (!/\{\{|\{%/.test(source)) return source
    const rendered = this.#rendered.get(mail.contact_id)
    return rendered?.data === dataOf(mail) ? rendered.subject : undefined
  }

  /**
   * Renders the subjects of the first of a batch's mails and forgets those of the batch before.
   *
   * @throws ApiError 404 `template_not_found`; RendererBusyError
   */
  async render(mails: readonly UntitledRow[]): Promise<void> {
    this.#rendered = new Map()
    const first = mails[0]?.template_locale
    const alike = mails.filter(({ template_locale: locale }) => locale === first)
    let characters = 0
    const few = alike.filter((mail, index) => {
      characters += dataOf(mail).length
      return index === 0 || characters <= maxCharacters
    })
    await this.#renderAll(few).catch(async (error: unknown) => {
      if (!(error instanceof RenderError)) throw error
      // The subject of one mail may have taken the time or memory of all.
      const [one] = few
      if (few.length > 1) await this.render(few.slice(0, 1))
      else if (one !== undefined) this.#keep(one, null)
    })
  }

  async #renderAll(mails: readonly UntitledRow[]): Promise<void> {
    const { renderer, templates } = this.#dependencies
    const locale = mails[0]?.template_locale ?? defaultLocale
    const subjects = await renderSubjects(
      renderer,
      renderable(templates, this.#version),
      locale,
      mails.map(({ render_input: input, list_unsubscribe: link }) => ({
        values: input?.values ?? {},
        contact: input?.contact ?? undefined,
        unsubscribeUrl: link.url,
      })),
    )
    mails.forEach((mail, index) => {
      const subject = subjects[index]
      if (subject !== undefined) this.#keep(mail, subject)
    })
  }

  /** Keeps a subject; the author's words if it could not be rendered, so that the delivery can say why. */
  #keep(mail: UntitledRow, subject: string | null): void {
    this.#rendered.set(mail.contact_id, {
      mail,
      data: dataOf(mail),
      subject: subject ?? this.#sourceOf(mail),
    })
  }

  #sourceOf({ template_locale: locale }: UntitledRow): string {
    return this.#sources.get(locale ?? defaultLocale) ?? ''
  }
}

function dataOf({
  render_input: input,
  list_unsubscribe: link,
  template_locale: locale,
}: UntitledRow): string {
  return JSON.stringify([input, link, locale])
}

const selectSubjects = statement<
  [workspaceId: WorkspaceId, templateId: Uuid, version: number],
  { locale: string; subject: string | null }
>(
  'select_subjects_of_version',
  `select locale, subject from template_contents
   where workspace_id = $1 and template_id = $2 and version = $3`,
)

/** Looks up the subjects of a version by language, as their author wrote them. */
export async function subjectsOf(
  db: Knex,
  { workspaceId, templateId, version }: StoredVersion,
): Promise<ReadonlyMap<string, string>> {
  const rows = await selectSubjects(db, workspaceId, templateId, version)
  return new Map(rows.map(({ locale, subject }) => [locale, subject ?? '']))
}
