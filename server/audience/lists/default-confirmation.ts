/** The mail that asks to confirm, as it is kept: with placeholders, every one of which is known. */
export interface Confirmation {
  readonly subject: string
  readonly text: string
  readonly html: string | null
}

/** What a list asks with that brings no words of its own. */
export const defaultConfirmation: Confirmation = {
  subject: 'Please confirm your subscription to {{list_name}}',
  text: `Somebody asked for {{list_name}} to be sent to this address.

If it was you, open this page and press the button on it:

{{confirm_url}}

The link works for 7 days. If it was not you, do nothing, and nothing will be sent to you.
`,
  html: `<p>Somebody asked for <strong>{{list_name}}</strong> to be sent to this address.</p>
<p>If it was you, <a href="{{confirm_url}}">open this page</a> and press the button on it.</p>
<p>The link works for 7 days. If it was not you, do nothing, and nothing will be sent to you.</p>
`,
}
