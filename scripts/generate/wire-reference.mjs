/** The names by which pages call the services whose APIs the wires speak. */
const services = {
  resend: 'Resend',
  postmark: 'Postmark',
  ses: 'Amazon SES',
  sendgrid: 'SendGrid',
  mailgun: 'Mailgun',
}

/**
 * Makes the page in Markdown that lists a wire's calls and the fields of its requests, from the marks of its contract.
 */
export function wireReference(name, contract) {
  const service = services[name]
  const operations = operationsOf(contract)
  const answered = operations.filter(({ operation }) => operation['x-calls'] !== undefined)
  const refused = operations.filter(({ operation }) => operation['x-refused'] !== undefined)
  const refusals = new Map()
  for (const { call, operation } of refused) {
    const sentence = operation['x-refused']
    refusals.set(sentence, [...(refusals.get(sentence) ?? []), call])
  }
  return `# ${service}: calls and fields

Postseal answers these calls of ${service}'s API at \`/compat/${name}\`. Each call performs operations of
[Postseal's own API](../../openapi/openapi.yaml), whose scopes, limits and errors apply. [Use ${service}'s
packages](${name}.md) explains how to begin. The service has the same facts as an OpenAPI file, at
\`/compat/${name}/openapi.json\`.

## Answered calls

${table(
  [service, 'what it does', 'operations of Postseal'],
  answered.map(({ call, operation }) => [
    code(call),
    operation.summary,
    operation['x-calls'].map(code).join(', '),
  ]),
)}

## Fields

Postseal refuses fields that this page does not list, so it ignores nothing without your knowledge.

### Headers and queries

${table(['parameter', 'calls', 'in Postseal'], parameterRows(contract, answered))}

${fieldTables(contract, answered, service).join('\n\n')}
${refusals.size === 0 ? '' : `\n${refusedCalls(refusals)}`}`
}

function refusedCalls(refusals) {
  return `## Refused calls

Postseal answers these calls with 405, and its message says what to use in their place.

${table(
  ['calls', 'in Postseal'],
  [...refusals].map(([sentence, calls]) => [calls.map(code).join(', '), sentence]),
)}
`
}

function operationsOf(contract) {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, operation })),
  )
}

/** Returns the headers and the parameters of queries, each once, with the calls that take it. */
function parameterRows(contract, operations) {
  const rows = new Map()
  for (const { call, operation } of operations) {
    for (const given of operation.parameters ?? []) {
      const parameter = followed(contract, given)
      if (parameter.in === 'path') continue
      const named = parameter.in === 'header' ? `header ${code(parameter.name)}` : code(parameter.name)
      const key = JSON.stringify([named, meaningOf({ ...parameter.schema, ...parameter })])
      rows.set(key, [...(rows.get(key) ?? []), call])
    }
  }
  return [...rows].map(([key, calls]) => {
    const [named, meaning] = JSON.parse(key)
    const many = named.startsWith('header ') ? 'calls that change something' : 'lists'
    return [named, calls.length > 3 ? many : calls.map(code).join(', '), meaning]
  })
}

/** One table for each group of calls with the same body. */
function fieldTables(contract, operations, service) {
  const bodies = new Map()
  for (const { call, operation } of operations) {
    const { content = {} } = operation.requestBody ?? {}
    const { schema } = content['multipart/form-data'] ?? content['application/json'] ?? {}
    const rows = schema === undefined ? [] : rowsOf(contract, schema, '')
    if (rows.length === 0) continue
    const key = JSON.stringify(rows)
    bodies.set(key, { rows, calls: [...(bodies.get(key)?.calls ?? []), call] })
  }
  return [...bodies.values()].map(
    ({ rows, calls }) => `### ${calls.join(', ')}\n\n${table([`field of ${service}`, 'in Postseal'], rows)}`,
  )
}

function rowsOf(contract, given, path) {
  const schema = followed(contract, given)
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const marked = { ...followed(contract, property), ...property }
    const field = path === '' ? name : `${path}.${name}`
    return [[code(field), meaningOf(marked)], ...rowsOf(contract, property, field)]
  })
  const ofItems =
    schema.items === undefined ? [] : rowsOf(contract, schema.items, path === '' ? '' : `${path}[]`)
  return [...own, ...ofItems]
}

function meaningOf(marked) {
  if (marked['x-refused'] !== undefined) return `Refused. It ${marked['x-refused']}.`
  const named = (marked.enum ?? []).map(code).join(', ')
  if (marked['x-harmless'] !== undefined)
    return `${named === '' ? 'Ignored' : `Only ${named}, which is ignored`}. ${marked['x-harmless']}`
  const becomes = marked['x-becomes'].split(', ').map(code).join(', ')
  const values = named === '' ? '' : `: ${named}`
  return `${becomes}${values}`
}

function followed(contract, value) {
  if (value.$ref === undefined) return value
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((node, key) => node[key.replaceAll('~1', '/').replaceAll('~0', '~')], contract)
}

function code(text) {
  return `\`${text}\``
}

/** Writes a table with columns of even width, as the formatter does. */
function table(head, rows) {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)))
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
  const [first, ...others] = cells
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n')
}
