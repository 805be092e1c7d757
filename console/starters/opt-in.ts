import { addressBelow, button, page } from './page.js'
import type { Starter } from './starter.js'

export const optIn: Starter = {
  id: 'opt-in',
  name: 'Opt-in',
  description: 'Asks an address to confirm that it wants your mail.',
  content: {
    subject: 'Confirm that you want {{ list }}',
    preheader: 'One more step, and you get {{ list }}',
    html: page({
      title: 'Confirm your subscription',
      body: `<h1>One more step</h1>
<p>Somebody entered this address to get {{ list }} from {{ company }}. If that was you, confirm it:</p>
${button('{{ confirm_url }}', 'Yes, send it to me')}
${addressBelow('{{ confirm_url }}')}`,
      footer: `<p class="small">It was not you? Then you need do nothing: without your confirmation we send nothing more.</p>
<p class="small">{{ company }}, {{ company_address }}</p>`,
    }),
    text: `Somebody entered this address to get {{ list }} from {{ company }}.

If that was you, confirm it:

{{ confirm_url }}

It was not you? Then you need do nothing: without your confirmation we send nothing more.

{{ company }}, {{ company_address }}
`,
    variables: [
      { name: 'company', type: 'string' },
      { name: 'company_address', type: 'string' },
      { name: 'list', type: 'string' },
      { name: 'confirm_url', type: 'string' },
    ],
  },
  values: {
    company: 'Harbour Coffee',
    company_address: '12 Quay Street, Bristol BS1 4DJ',
    list: 'Roast notes',
    confirm_url: 'https://shop.example/confirm/2fHq',
  },
}
