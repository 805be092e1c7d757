import { expect, test } from 'vitest'
import type { WorkspaceId } from '../../../../../server/platform/db/ids.js'
import { newUuid } from '../../../../../server/platform/db/ids.js'
import {
  RenderError,
  RendererBusyError,
  type SubjectsRequest,
} from '../../../../../server/product/content/rendering/compiling/source.js'
import type { StoredVersion, TemplateStore } from '../../../../../server/product/content/store.js'
import type { UntitledRow } from '../../../../../server/product/programs/campaigns/release/mail-of.js'
import { CampaignSubjects } from '../../../../../server/product/programs/campaigns/release/subjects.js'

const version = {
  workspaceId: newUuid() as WorkspaceId,
  templateId: newUuid(),
  version: 1,
  variables: [],
  locales: ['de'],
  uses_contact: true,
} as unknown as StoredVersion
const templates = {
  contentOf: async (_: unknown, locale: string) => JSON.stringify({ locale }),
} as unknown as TemplateStore

type Answer = (request: SubjectsRequest) => (string | null)[]

const nameOf = (mail: SubjectsRequest['mails'][number]) => `Hello ${mail.contact?.name}`

/** Makes subjects whose renderer answers so, and counts the mails of each request. */
function subjectsWith(answer: Answer = ({ mails }) => mails.map(nameOf)) {
  const asked: number[] = []
  const subjects = async (_: string, request: SubjectsRequest) => {
    asked.push(request.mails.length)
    return answer(request)
  }
  const sources = new Map([
    ['', 'Hello {{ contact.name }}'],
    ['de', 'Neues'],
  ])
  return { asked, subjects: new CampaignSubjects({ renderer: { subjects }, templates }, version, sources) }
}

function mailTo(name: string, more: Partial<UntitledRow> = {}): UntitledRow {
  const log_id = newUuid()
  return {
    contact_id: newUuid(),
    message_id: newUuid(),
    log_id,
    template_locale: null,
    render_input: { values: {}, contact: { email: 'a@b.example', name, properties: {} } },
    list_unsubscribe: { url: `https://mail.shop.example/${log_id}` },
    ...more,
  } as UntitledRow
}

test('a subject without variables needs no renderer', () => {
  const { subjects, asked } = subjectsWith()
  expect(subjects.of(mailTo('Ada', { template_locale: 'de' }))).toBe('Neues')
  expect(asked).toEqual([])
})

test('a rendered subject holds for as long as the data of its mail does', async () => {
  const { subjects } = subjectsWith()
  const mail = mailTo('Ada')
  expect(subjects.of(mail)).toBeUndefined()
  await subjects.render([mail, mailTo('Grace')])
  expect(subjects.of(mail)).toBe('Hello Ada')
  expect(subjects.idsFor(mail.contact_id)).toMatchObject({ log_id: mail.log_id, message_id: mail.message_id })
  expect(subjects.of({ ...mailTo('Augusta'), contact_id: mail.contact_id })).toBeUndefined()
  await subjects.render([mailTo('Grace')])
  expect(subjects.of(mail)).toBeUndefined()
})

test('mails beyond those that the renderer has answered for have no subject yet', async () => {
  const { subjects } = subjectsWith(({ mails }) => mails.slice(0, 1).map(nameOf))
  const [first, second] = [mailTo('Ada'), mailTo('Grace')]
  await subjects.render([first, second])
  expect([subjects.of(first), subjects.of(second)]).toEqual(['Hello Ada', undefined])
})

test('few mails with much data are rendered at once, but always one', async () => {
  const { subjects, asked } = subjectsWith()
  const mails = [mailTo('x'.repeat(1_500_000)), mailTo('Grace')]
  await subjects.render(mails)
  expect(asked).toEqual([1])
})

test('a mail whose subject takes too long has it as its author wrote it, and holds up no other', async () => {
  const { subjects, asked } = subjectsWith(() => {
    throw new RenderError([{ code: 'limit_exceeded', message: 'takes longer' }])
  })
  const [first, second] = [mailTo('Ada'), mailTo('Grace')]
  await subjects.render([first, second])
  expect(asked).toEqual([2, 1])
  expect([subjects.of(first), subjects.of(second)]).toEqual(['Hello {{ contact.name }}', undefined])
})

test('a busy renderer is no answer', async () => {
  const { subjects } = subjectsWith(() => {
    throw new RendererBusyError('busy')
  })
  await expect(subjects.render([mailTo('Ada')])).rejects.toThrow(RendererBusyError)
})
