import type { ConfirmationMail, SubscriberList } from 'postseal'
import { LinesField, TextField } from '../../ui/forms/field.js'
import { textOf, type Values } from '../../ui/forms/form.js'

/** The fields of a list, without its confirmation mail. */
export function ListFields() {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        placeholder="Product news"
        hint="Shown to subscribers on the pages where they confirm and unsubscribe."
      />
      <TextField
        name="from_email"
        label="Sender address"
        type="email"
        placeholder="news@shop.example"
        hint="Sends the confirmation mail, so its domain must be verified."
      />
      <TextField name="from_name" label="Sender name" placeholder="Shop" />
    </>
  )
}

/** The fields of the mail that asks for confirmation. */
export function ConfirmationFields() {
  return (
    <>
      <TextField
        name="subject"
        label="Subject"
        placeholder="Please confirm your subscription to {{list_name}}"
      />
      <LinesField
        name="text"
        label="Text"
        rows={6}
        placeholder="Open this page to confirm: {{confirm_url}}"
        hint={
          <>
            Must contain <span class="mono">{'{{confirm_url}}'}</span>, the address of the confirmation page,
            and can contain <span class="mono">{'{{list_name}}'}</span>.
          </>
        }
      />
      <LinesField
        name="html"
        label="HTML"
        mono
        rows={6}
        placeholder={'<p><a href="{{confirm_url}}">Confirm</a></p>'}
        hint="Uses the same placeholders. Leave empty to send plain text."
      />
    </>
  )
}

/** Converts a list's confirmation mail into the form's values. */
export function confirmationValues({ confirmation: { subject, text, html } }: SubscriberList): Values {
  return { subject, text, html: html ?? undefined }
}

/** Converts the form's values into the confirmation mail. */
export function confirmationOf({ subject, text, html }: Values): ConfirmationMail {
  return {
    subject: textOf(subject),
    text: textOf(text),
    ...(html !== undefined && { html: textOf(html) }),
  }
}
