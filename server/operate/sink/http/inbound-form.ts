import { Router, type Request, type Response } from 'express'
import { discardBody } from '../../../platform/http/body/discard.js'
import { inviteBody, streamBody } from '../../../platform/http/body/stream-body.js'
import { ApiError } from '../../../platform/http/errors/api-error.js'
import { isEmailAddress } from '../../../../base/addresses/address.js'
import { handIn, type HandedIn } from '../../hand-in/hand-in.js'
import { inboundFormPage, maxSubject, type InboundFields, type InboundNote } from '../page/inbound-form.js'
import { sendPage } from '../page/document.js'
import type { SmtpTarget } from '../../hand-in/smtp-client.js'

/**
 * Largest size of a submitted form, in bytes: a little over what the receiver takes, so that the receiver refuses the
 * rest.
 */
const maxBytes = 26 * 1024 * 1024

/** Number of forms that are read at a time, since each is in memory with its attachment. */
const atATime = 2

const noFields: InboundFields = { to: '', from: 'me@example.com', subject: '', text: '' }

/**
 * Serves the form that puts mail into an inbound route: `GET` shows it, `POST` sends the mail and shows the result.
 */
export function inboundForm(target: SmtpTarget): Router {
  const router = Router()
  let reading = 0

  const show = (
    req: Request,
    res: Response,
    status: number,
    { fields = noFields, note }: { readonly fields?: InboundFields; readonly note?: InboundNote } = {},
  ) => sendPage(res, status, inboundFormPage(req.baseUrl, fields, note))
  const refuse = (req: Request, res: Response, status: number, text: string) =>
    show(req, res, status, { note: { kind: 'mistake', title: 'Not sent', text } })

  router.get('/inbound', (req, res) => show(req, res, 200))

  router.post('/inbound', async (req, res) => {
    if (reading >= atATime) {
      discardBody(req)
      res.set('Retry-After', '5')
      return refuse(req, res, 503, 'Other messages are being sent. Try again in a moment.')
    }
    reading += 1
    try {
      inviteBody(req, res)
      const form = await formOf(req)
      if (form === undefined) return refuse(req, res, 422, 'The form could not be read.')
      await sendForm(req, res, form)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'payload_too_large') throw error
      discardBody(req)
      refuse(req, res, 413, `The message is larger than ${maxBytes / 1024 / 1024} MiB.`)
    } finally {
      reading -= 1
    }
  })

  async function sendForm(req: Request, res: Response, form: FormData): Promise<void> {
    const fields = fieldsOf(form)
    const mistake = mistakeIn(fields)
    if (mistake !== undefined) return show(req, res, 422, { fields, note: mistake })
    const { to, from, subject, text } = fields
    const handedIn = await handIn(target, {
      envelope: { from, to },
      from: { name: '', address: from },
      to: { name: '', address: to },
      subject,
      text,
      attachments: await attachmentsOf(form),
    })
    const status = handedIn.outcome === 'unanswered' ? 502 : 200
    show(req, res, status, { fields, note: noteOn(handedIn, target) })
  }
  return router
}

/**
 * Reads a submitted form.
 *
 * @returns undefined if the body is not a form
 * @throws ApiError 413 `payload_too_large`, and others of `streamBody`
 */
async function formOf(req: Request): Promise<FormData | undefined> {
  const chunks: Buffer[] = []
  for await (const chunk of streamBody(req, maxBytes)) chunks.push(chunk)
  const headers = { 'Content-Type': req.headers['content-type'] ?? '' }
  const body = new globalThis.Response(Buffer.concat(chunks), { headers })
  return body.formData().catch(() => undefined)
}

function fieldsOf(form: FormData): InboundFields {
  const value = (name: keyof InboundFields) => {
    const given = form.get(name)
    return typeof given === 'string' ? given : ''
  }
  return {
    to: value('to').trim(),
    from: value('from').trim(),
    subject: value('subject'),
    text: value('text'),
  }
}

function mistakeIn({ to, from, subject }: InboundFields): InboundNote | undefined {
  const mistake = (text: string, field: keyof InboundFields): InboundNote => ({
    kind: 'mistake',
    title: 'Not sent',
    text,
    field,
  })
  if (!isEmailAddress(to)) return mistake('To must be an address, such as support@in.shop.example.', 'to')
  if (!isEmailAddress(from)) return mistake('From must be an address, such as me@example.com.', 'from')
  if (subject.length > maxSubject || /[\r\n]/.test(subject)) {
    return mistake(`The subject must be one line of at most ${maxSubject} characters.`, 'subject')
  }
  return undefined
}

/** Returns the attachments of a form. A file field without a chosen file has a file without a name. */
async function attachmentsOf(form: FormData) {
  const file = form.get('file')
  if (file === null || typeof file === 'string' || (file.name === '' && file.size === 0)) return []
  const content = Buffer.from(await file.arrayBuffer())
  return [{ filename: file.name, content, contentType: file.type || 'application/octet-stream' }]
}

function noteOn(handedIn: HandedIn, { host, port }: SmtpTarget): InboundNote {
  switch (handedIn.outcome) {
    case 'taken':
      return { kind: 'taken', title: 'Accepted', text: `The receiver answered: ${handedIn.reply}` }
    case 'refused':
      return { kind: 'refused', title: 'Refused', text: `The receiver answered: ${handedIn.reply}` }
    case 'unanswered': {
      const text = `The inbound receiver (${host}:${port}) ${handedIn.reason}.`
      return { kind: 'refused', title: 'Not sent', text }
    }
  }
}
