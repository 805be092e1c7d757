import { apiBase } from '../../state/location.js'
import { Samples } from '../../ui/code/code.js'

/**
 * Writes a call in three languages. It runs as it stands, once the key is in the environment.
 *
 * @param path from `/v1/` on
 * @param method method of the TypeScript and Python clients, such as `contacts.upsert`
 * @param first arguments ahead of the body, such as an id
 */
function samplesOf(
  { verb, path, method, first = [] }: SampledCall,
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const json = JSON.stringify(body, null, 2)
  const script = json.replaceAll(/"(\w+)":/g, '$1:').replaceAll('"', "'")
  const [inTypeScript, inPython] = method
  const ahead = (quote: string) => first.map((each) => `${quote}${each}${quote}, `).join('')
  return {
    curl: [
      `curl -sS -X ${verb} ${apiBase}${path} \\`,
      '  -H "Authorization: Bearer $POSTSEAL_API_KEY" \\',
      "  -H 'Content-Type: application/json' \\",
      `  -d '${JSON.stringify(body)}'`,
    ].join('\n'),
    TypeScript: [
      "import { Postseal } from 'postseal'",
      '',
      `const postseal = new Postseal({ baseURL: '${apiBase}' })`,
      `await postseal.${inTypeScript}(${ahead("'")}${script})`,
    ].join('\n'),
    Python: [
      'from postseal import Postseal',
      '',
      `postseal = Postseal(base_url="${apiBase}")`,
      `postseal.${inPython}(${ahead('"')}${json})`,
    ].join('\n'),
  }
}

interface SampledCall {
  readonly verb: string
  readonly path: string
  readonly method: readonly [typescript: string, python: string]
  readonly first?: readonly string[]
}

/**
 * A call in three languages.
 *
 * @param props.what name of the call for people, such as `A first topic`
 */
export function CallSamples({
  what,
  body,
  ...call
}: SampledCall & { what: string; body: Readonly<Record<string, unknown>> }) {
  return <Samples of={samplesOf(call, body)} what={what} />
}
