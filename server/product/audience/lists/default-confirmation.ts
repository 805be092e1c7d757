/** The stored mail that asks to confirm. All of its placeholders are known ones. */
export interface Confirmation {
  readonly subject: string
  readonly text: string
  readonly html: string | null
}

/** The mail of a list that brings no words of its own. */
export const defaultConfirmation: Confirmation = {
  subject: 'Please confirm your subscription to {{list_name}}',
  text: `Someone asked to subscribe this email address to {{list_name}}.

If it was you, please confirm on this page:

{{confirm_url}}

The link works for 7 days. If it was not you, ignore this email, and you will not be subscribed.
`,
  html: `<p>Someone asked to subscribe this email address to <strong>{{list_name}}</strong>.</p>
<p>If it was you, please <a href="{{confirm_url}}">confirm your subscription</a>.</p>
<p>The link works for 7 days. If it was not you, ignore this email, and you will not be subscribed.</p>
`,
}
