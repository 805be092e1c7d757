import { toRoot } from '../pages/addresses.js'
import { escaped } from '../pages/escape.js'
import { followed, type Parameter, type ReferenceOperation, type Schema } from './contract.js'
import { jsonLiteral } from '../../base/text/literal.js'

/**
 * The form that sends an operation's request to this service with a test project's key: such a key reaches nobody
 * outside. A script makes it work, and it is hidden without.
 */
export function tryForm(address: string, operation: ReferenceOperation): string {
  const { security, method, path, parameters, body } = operation
  if (!security.some(({ projectKey }) => projectKey !== undefined)) return untried(operation)
  const root = toRoot(address)
  const fields = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map((parameter) => parameterField(parameter, parameter.in === 'path'))
  const example = body?.[1].example
  const bodyField = example === undefined ? '' : bodyOf(jsonLiteral(example))
  return `<details class="try" hidden>
<summary><h2>Try it</h2></summary>
<form data-method="${method.toUpperCase()}" data-path="${escaped(path)}">
<p class="rules">The request goes to this service as the key's test project. Test mail goes to the sink, to nobody else.
The page keeps the key in this tab until you close it.</p>
<label>Key of a test project
<input name="key" type="password" autocomplete="off" spellcheck="false" placeholder="pk_test_…" required></label>
<label>Id of the test project
<input name="project" autocomplete="off" spellcheck="false" placeholder="prj_…"></label>
<p class="rules">Both are in <code>credentials.json</code> of the data directory, as <code>test_project_key</code> and
<code>test_project_id</code>. The console makes <a href="${root}console/api-keys">more keys</a>.</p>
${fields.join('')}${bodyField}<p class="actions"><button type="submit">Send the request</button>
<button type="button" name="stop" hidden>Stop</button>
<button type="button" name="forget" hidden>Forget the key</button></p>
</form>
<div class="outcome" role="status"></div>
</details>`
}

function bodyOf(json: string): string {
  const rows = Math.min(json.split('\n').length + 1, 18)
  return `<label>Body\n<textarea name="body" rows="${rows}" spellcheck="false">${escaped(json)}</textarea></label>\n`
}

/** Why there is no form. */
function untried({ security, documented }: ReferenceOperation): string {
  const needs =
    security.length === 0
      ? 'This operation signs a person in'
      : security.some(({ workspaceKey }) => workspaceKey !== undefined)
        ? 'This operation takes a workspace key or a session'
        : 'This operation takes the session of a person'
  const otherwise = documented.operationId === 'createSession' ? 'use curl.' : 'use curl, or the console.'
  return `<details class="try">
<summary><h2>Try it</h2></summary>
<p class="rules">${needs}. This page takes nothing but keys of test projects: ${otherwise}</p>
</details>`
}

/** Empty fields are left out of the request, so what is not required begins empty. */
function parameterField({ name, schema, example, required = false }: Parameter, isPath: boolean): string {
  const found = followed<Schema>(schema)
  const shown = asText(example ?? found.example)
  const needed = isPath || required
  const label = `${escaped(name)}${needed ? '' : ' <span>optional</span>'}`
  const attributes = `name="${isPath ? 'path' : 'query'}:${escaped(name)}"${needed ? ' required' : ''}`
  const values = found.type === 'boolean' ? ['true', 'false'] : found.enum
  if (values !== undefined) {
    const options = ['', ...values].map((value) => `<option>${escaped(String(value))}</option>`)
    return `<label>${label}\n<select ${attributes}>${options.join('')}</select></label>\n`
  }
  const value = needed && shown !== undefined ? ` value="${escaped(shown)}"` : ''
  const hint = shown === undefined || needed ? '' : ` placeholder="${escaped(shown)}"`
  return `<label>${label}\n<input ${attributes}${value}${hint} autocomplete="off" spellcheck="false"></label>\n`
}

/** A value of a path or a query; undefined where there is none. */
function asText(value: unknown): string | undefined {
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
}
