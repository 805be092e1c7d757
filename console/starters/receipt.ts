import { button, page } from './page.js'
import type { Starter } from './starter.js'

export const receipt: Starter = {
  id: 'receipt',
  name: 'Receipt',
  description: 'Lists each item bought, with the total.',
  content: {
    subject: 'Your receipt {{ number }} from {{ company }}',
    preheader: '{{ total }}, paid on {{ date }}',
    html: page({
      title: 'Receipt {{ number }}',
      body: `<h1>Thank you, {{ name }}</h1>
<p>We have received your payment of {{ total }} on {{ date }}. This is your receipt {{ number }}.</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
  {% for line in lines %}
  <tr class="row">
    <td>{{ line.quantity }} × {{ line.name }}</td>
    <td class="amount" align="right">{{ line.amount }}</td>
  </tr>
  {% endfor %}
  {% if tax != "" %}
  <tr class="row">
    <td>Tax</td>
    <td class="amount" align="right">{{ tax }}</td>
  </tr>
  {% endif %}
  <tr class="row total">
    <td>Total</td>
    <td class="amount" align="right">{{ total }}</td>
  </tr>
</table>
<table role="presentation" cellpadding="0" cellspacing="0" border="0">
  <tr>
    <td class="after">
${button('{{ url }}', 'View your order').replace(/^/gm, '      ')}
    </td>
  </tr>
</table>`,
      footer: `<p class="small">Something is wrong with this order? Reply to this mail, and we will look into it.</p>
<p class="small">{{ company }}, {{ company_address }}</p>`,
    }),
    text: `Thank you, {{ name }}

We have received your payment of {{ total }} on {{ date }}. This is your receipt {{ number }}.

{% for line in lines -%}
{{ line.quantity }} x {{ line.name }}: {{ line.amount }}
{% endfor -%}
{% if tax != "" -%}
Tax: {{ tax }}
{% endif -%}
Total: {{ total }}

View your order: {{ url }}

Something is wrong with this order? Reply to this mail, and we will look into it.

{{ company }}, {{ company_address }}
`,
    variables: [
      { name: 'company', type: 'string' },
      { name: 'company_address', type: 'string' },
      { name: 'name', type: 'string', default: 'customer' },
      { name: 'number', type: 'string' },
      { name: 'date', type: 'string' },
      { name: 'lines', type: 'array' },
      { name: 'tax', type: 'string', default: '' },
      { name: 'total', type: 'string' },
      { name: 'url', type: 'string' },
    ],
  },
  values: {
    company: 'Harbour Coffee',
    company_address: '12 Quay Street, Bristol BS1 4DJ',
    name: 'Ada',
    number: 'A-1042',
    date: '14 January 2026',
    lines: [
      { quantity: 2, name: 'House blend, 500 g', amount: '€27.80' },
      { quantity: 1, name: 'Paper filters, 100', amount: '€4.50' },
    ],
    tax: '€5.16',
    total: '€32.30',
    url: 'https://shop.example/orders/A-1042',
  },
}
