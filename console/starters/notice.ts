import { button, page } from './page.js'
import type { Starter } from './starter.js'

export const notice: Starter = {
  id: 'notice',
  name: 'Notice',
  description: 'Something happened with an account: what, when, and what to do.',
  content: {
    subject: '{{ title }}',
    preheader: '{{ message }}',
    html: page({
      title: '{{ title }}',
      body: `<h1>{{ title }}</h1>
<p>{{ message }}</p>
{% if details.size > 0 %}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
  {% for detail in details %}
  <tr class="row">
    <td width="35%">{{ detail.label }}</td>
    <td>{{ detail.value }}</td>
  </tr>
  {% endfor %}
</table>
{% endif %}
{% if url != "" %}
<table role="presentation" cellpadding="0" cellspacing="0" border="0">
  <tr>
    <td class="after">
${button('{{ url }}', '{{ action }}').replace(/^/gm, '      ')}
    </td>
  </tr>
</table>
{% endif %}`,
      footer: `<p class="small">You get this mail because it concerns your account. Reply to this mail if you have a question.</p>
<p class="small">{{ company }}</p>`,
    }),
    text: `{{ title }}

{{ message }}
{% for detail in details %}
{{ detail.label }}: {{ detail.value }}
{%- endfor %}
{% if url != "" %}
{{ action }}: {{ url }}
{% endif %}
You get this mail because it concerns your account. Reply to this mail if you have a question.

{{ company }}
`,
    variables: [
      { name: 'company', type: 'string' },
      { name: 'title', type: 'string' },
      { name: 'message', type: 'string' },
      { name: 'details', type: 'array', default: [] },
      { name: 'url', type: 'string', default: '' },
      { name: 'action', type: 'string', default: 'See what to do' },
    ],
  },
  values: {
    company: 'Harbour Coffee',
    title: 'A new device signed in',
    message:
      'Your account was used on a device that we have not seen before. If that was you, you need do nothing.',
    details: [
      { label: 'Device', value: 'Firefox on Linux' },
      { label: 'Place', value: 'near Bristol' },
      { label: 'Time', value: '14 January 2026, 10:24 UTC' },
    ],
    url: 'https://shop.example/security',
    action: 'Check your devices',
  },
}
