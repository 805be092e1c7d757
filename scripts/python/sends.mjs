// The types of a message to send: its content is its own, or a template's. A type checker then finds what is missing.

/** The fields that a message with a template leaves out, as for the service. */
const CONTENT = ['subject', 'text', 'html']
const SENDER = ['from', 'from_email', 'from_name']

/** Returns true if a schema has fields that are required without a template alone. */
export function isSend(schema) {
  return schema.if?.not?.required?.includes('template') === true
}

/**
 * The definitions of a message to send: a class for each way to write one, and their union under the given name.
 *
 * @param fields those of all ways, with `from`
 * @param own what is required without a template: fields, and a text where there is no HTML
 */
export function sendDefinitions(name, doc, fields, own) {
  const common = fields.filter(({ field }) => ![...CONTENT, ...SENDER, 'template'].includes(field))
  const some = (names, required = []) =>
    fields
      .filter(({ field }) => names.includes(field))
      .map((field) => ({ ...field, required: required.includes(field.field) }))
  const withText = some(CONTENT, [...own.required, ...own.then.required])
  const withHtml = some(CONTENT, [...own.required, ...own.if.not.required])
  const base = `${name}Fields`
  const way = (called, text, more) => ({ name: called, doc: text, base, fields: more })
  const ways = [
    way('MessageWithFrom', 'A message with content of its own, and its sender in one field.', [
      ...some(['from'], ['from']),
      ...withText,
    ]),
    way('MessageWithFromEmail', 'A message with content of its own, and its sender in two fields.', [
      ...some(['from_email', 'from_name'], ['from_email']),
      ...withText,
    ]),
    way(
      'HtmlMessageWithFrom',
      'A message with HTML, from which the text is made, and its sender in one field.',
      [...some(['from'], ['from']), ...withHtml],
    ),
    way(
      'HtmlMessageWithFromEmail',
      'A message with HTML, from which the text is made, and its sender in two fields.',
      [...some(['from_email', 'from_name'], ['from_email']), ...withHtml],
    ),
    way('TemplateMessage', 'A message that a template makes. The template may have a sender.', [
      ...some(SENDER),
      ...some(['template'], ['template']),
    ]),
  ]
  return [
    { name: base, doc: 'What every message to send has.', fields: common },
    ...ways,
    { name, doc, type: ways.map((each) => each.name).join(' | ') },
  ]
}
