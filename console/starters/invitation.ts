import { addressBelow, button, page } from './page.js'
import type { Starter } from './starter.js'

export const invitation: Starter = {
  id: 'invitation',
  name: 'Invitation',
  description: 'Somebody invites somebody to a team.',
  content: {
    subject: '{{ inviter }} invites you to {{ team }}',
    preheader: 'Accept until {{ expires_on }}',
    html: page({
      title: 'Invitation to {{ team }}',
      body: `<h1>Join {{ team }}</h1>
<p>{{ inviter }} invites you to work with {{ team }} in {{ company }}{% if role != "" %} as {{ role }}{% endif %}. The invitation ends on {{ expires_on }}.</p>
${button('{{ url }}', 'Accept the invitation')}
${addressBelow('{{ url }}')}`,
      footer: `<p class="small">You do not know {{ inviter }}? Then you need do nothing: without you, nothing happens.</p>
<p class="small">{{ company }}</p>`,
    }),
    text: `{{ inviter }} invites you to work with {{ team }} in {{ company }}{% if role != "" %} as {{ role }}{% endif %}.

Accept the invitation until {{ expires_on }}:

{{ url }}

You do not know {{ inviter }}? Then you need do nothing: without you, nothing happens.

{{ company }}
`,
    variables: [
      { name: 'company', type: 'string' },
      { name: 'inviter', type: 'string' },
      { name: 'team', type: 'string' },
      { name: 'role', type: 'string', default: '' },
      { name: 'url', type: 'string' },
      { name: 'expires_on', type: 'string' },
    ],
  },
  values: {
    company: 'Harbour Coffee',
    inviter: 'Grace Hopper',
    team: 'Roastery',
    role: 'a manager',
    url: 'https://shop.example/invitations/8Kd0',
    expires_on: '21 January 2026',
  },
}
