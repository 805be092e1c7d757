/** A receipt of about 20 kB in a layout, with 20 variables and a list. */

const paragraph =
  '<p style="margin:0 0 16px;font-family:Arial,sans-serif;font-size:14px;color:#333333">Thank you for your order. You can follow it in your account at any time.</p>\n'

const names = Array.from({ length: 20 }, (_, index) => `field_${index}`)

export const layoutHtml = `<!doctype html><html><body>${paragraph.repeat(12)}{% block content %}{% endblock %}${paragraph.repeat(12)}</body></html>`

export const subject = 'Your receipt {{ field_0 }}'

export const bodyHtml = [
  ...names.map((name) => `<h2>{{ ${name} }}</h2>\n${paragraph.repeat(5)}`),
  '<table>{% for line in lines %}<tr><td>{{ line.name }}</td><td>{{ line.price }}</td></tr>\n{% endfor %}</table>',
  '{% if field_1 %}<b>{{ field_1 }}</b>{% endif %}',
].join('')

export const bodyText = `Your receipt {{ field_0 }}
${'Thank you for your order. You can follow it in your account at any time.\n'.repeat(20)}
{% for line in lines %}{{ line.name }}: {{ line.price }}
{% endfor %}`

export const variables = [
  ...names.map((name) => ({ name, type: 'string' as const, required: true })),
  { name: 'lines', type: 'array' as const, required: true },
]

export const values: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(names.map((name) => [name, `Value of <${name}> & more`])),
  lines: Array.from({ length: 8 }, (_, index) => ({ name: `Item ${index}`, price: index * 1.5 })),
}
