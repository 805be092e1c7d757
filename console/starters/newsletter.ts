import { page } from './page.js'
import type { Starter } from './starter.js'

export const newsletter: Starter = {
  id: 'newsletter',
  name: 'Newsletter',
  description: 'A headline, a few articles, and the link to unsubscribe. For campaigns.',
  content: {
    subject: '{{ headline }}',
    preheader: '{{ intro }}',
    html: page({
      title: '{{ headline }}',
      body: `<h1>{{ headline }}</h1>
<p>Hello {{ contact.name | default: "there" }},</p>
<p>{{ intro }}</p>
{% for article in articles %}
{% if article.image and article.image != "" %}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
  <tr>
    <td class="after">
      <img src="{{ article.image }}" alt="{{ article.image_alt }}" width="536" style="display: block; width: 100%; max-width: 536px; height: auto; border: 0">
    </td>
  </tr>
</table>
{% endif %}
<h2>{{ article.title }}</h2>
<p>{{ article.summary }} <a href="{{ article.url }}">Read on: {{ article.title }}</a></p>
{% endfor %}`,
      footer: `{% if unsubscribe_url %}
<p class="small">You get this mail because you asked for it. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>
{% endif %}
<p class="small">{{ company }}, {{ company_address }}</p>`,
    }),
    text: `{{ headline }}

Hello {{ contact.name | default: "there" }},

{{ intro }}
{% for article in articles %}
{{ article.title }}
{{ article.summary }}
{{ article.url }}
{% endfor %}
{% if unsubscribe_url -%}
You get this mail because you asked for it. Unsubscribe: {{ unsubscribe_url }}

{% endif -%}
{{ company }}, {{ company_address }}
`,
    variables: [
      { name: 'company', type: 'string' },
      { name: 'company_address', type: 'string' },
      { name: 'headline', type: 'string' },
      { name: 'intro', type: 'string' },
      { name: 'articles', type: 'array' },
    ],
  },
  values: {
    company: 'Harbour Coffee',
    company_address: '12 Quay Street, Bristol BS1 4DJ',
    headline: 'Three coffees for cold mornings',
    intro: 'This month we roasted for those who get up before the sun.',
    articles: [
      {
        title: 'Kenya Nyeri',
        summary: 'Blackcurrant and brown sugar, from the slopes of Mount Kenya.',
        url: 'https://shop.example/coffees/nyeri',
        image: '',
        image_alt: '',
      },
      {
        title: 'How to store beans',
        summary: 'Not in the fridge. A tin and a dark shelf are enough.',
        url: 'https://shop.example/notes/storing',
        image: '',
        image_alt: '',
      },
    ],
  },
}
