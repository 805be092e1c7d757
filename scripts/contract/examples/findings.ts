import { statusOf, type ErrorCode } from '../../../server/platform/http/errors/api-error.js'
import { isNode, type Node } from '../document.js'
import type { Finding } from '../finding.js'
import { examplesOf, withoutExample, type Example } from './examples.js'
import { disagreements } from './story.js'
import { strictJudge } from './strict-schemas.js'
import { prefixesOf, textsOf, wrongId, wrongTime } from './texts.js'

/** Finds the mistakes in the examples of a contract. */
export function exampleFindings(contract: Node): Finding[] {
  const examples = examplesOf(contract)
  const judge = strictJudge(contract)
  const prefixes = prefixesOf(contract)

  const invalid = examples.flatMap(({ place, schema, value }) => {
    const message = judge(schema, value)
    return message === undefined ? [] : [{ rule: 'example-invalid', place, message }]
  })
  const texts = examples.flatMap(({ place, value }) =>
    textsOf(value).flatMap((text) => {
      const ids = prefixes.get(text.key)
      const wrong = ids === undefined ? wrongTime(text) : wrongId(text, ids)
      return wrong === undefined ? [] : [{ rule: 'example-of-no-kind', place, message: wrong }]
    }),
  )
  const missing = withoutExample(contract).map((place) => ({
    rule: 'example-missing',
    place,
    message: 'It shows no example.',
  }))
  return [...missing, ...invalid, ...texts, ...codesOf(contract, examples), ...disagreements(examples)]
}

/** Errors whose code belongs to another status than that of the reply that shows it. */
function codesOf(contract: Node, examples: readonly Example[]): Finding[] {
  const listed = repliesOf(contract)
  return examples.flatMap(({ place, value }) => {
    const error = isNode(value) ? value['error'] : undefined
    if (!isNode(error)) return []
    const status = statusOf(error['code'] as ErrorCode)
    const reply = place.split('/content/')[0] ?? ''
    return [...(listed.get(reply) ?? [])]
      .filter((other) => other !== String(status))
      .map((other) => {
        const message = `It is a reply of ${other} and shows ${String(error['code'])}, which is ${status}.`
        return { rule: 'example-of-another-status', place, message }
      })
  })
}

/** The statuses under which each reply is listed, by where it is written. */
function repliesOf(contract: Node): Map<string, Set<string>> {
  const statuses = new Map<string, Set<string>>()
  for (const [path, item] of Object.entries(contract['paths'] as Record<string, Node>)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!isNode(operation) || !isNode(operation['responses'])) continue
      for (const [status, reply] of Object.entries(operation['responses'])) {
        const here = `#/paths/${path.replaceAll('/', '~1')}/${method}/responses/${status}`
        const place = isNode(reply) && typeof reply['$ref'] === 'string' ? reply['$ref'] : here
        statuses.set(place, (statuses.get(place) ?? new Set()).add(status))
      }
    }
  }
  return statuses
}
