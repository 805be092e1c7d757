import { addressBelow, button, page } from './page.js'
import type { Starter } from './starter.js'

export const passwordReset: Starter = {
  id: 'password-reset',
  name: 'Password reset',
  description: 'A link to choose a new password, and what to do if nobody asked for it.',
  content: {
    subject: 'Reset your password for {{ company }}',
    preheader: 'The link works for {{ expires_in }}',
    html: page({
      title: 'Reset your password',
      body: `<h1>Reset your password</h1>
<p>Hello {{ name }}, somebody asked for a new password for your account. Choose one within {{ expires_in }}:</p>
${button('{{ url }}', 'Choose a new password')}
${addressBelow('{{ url }}')}`,
      footer: `<p class="small">You did not ask for this? Then leave this mail unanswered: your password stays as it is.{% if device != "" %} The request came from {{ device }}.{% endif %}</p>
<p class="small">{{ company }}</p>`,
    }),
    text: `Hello {{ name }},

somebody asked for a new password for your account. Choose one within {{ expires_in }}:

{{ url }}

You did not ask for this? Then leave this mail unanswered: your password stays as it is.
{% if device != "" -%}
The request came from {{ device }}.
{% endif %}
{{ company }}
`,
    variables: [
      { name: 'company', type: 'string' },
      { name: 'name', type: 'string', default: 'there' },
      { name: 'url', type: 'string' },
      { name: 'expires_in', type: 'string', default: '30 minutes' },
      { name: 'device', type: 'string', default: '' },
    ],
  },
  values: {
    company: 'Harbour Coffee',
    name: 'Ada',
    url: 'https://shop.example/reset/5sQ1v9',
    expires_in: '30 minutes',
    device: 'Firefox on Linux, near Bristol',
  },
}
