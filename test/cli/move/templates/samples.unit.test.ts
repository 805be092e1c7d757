import { expect, test } from 'vitest'
import { toLiquid } from '../../../../cli/src/move/templates/convert.js'
import { renderOriginal } from './engine.js'
import { samplesOf, type Sample } from './fixtures.js'
import { render, typeOf } from './render.js'

const dialects = ['handlebars', 'sendgrid', 'mailgun', 'ses', 'mustachio'] as const
const samples = dialects.flatMap(samplesOf)

/** The samples that differ, each with the reason. All others are equal to the byte. */
const differing: Readonly<Record<string, string>> = {
  'link with a query, whose sign Handlebars escapes': 'Handlebars writes = in a value as &#x3D;',
  'quotes in a value, which are escaped as other entities': '&quot; and &#x27; are &#34; and &#39;',
  'double quotes in a value, which are escaped as another entity': '&quot; is &#34;',
  'Latin letters in a value, which are escaped as entities': '.NET writes ë in a value as &#235;',
  'a false value that is shown': 'the filter default takes false as missing',
  'false is shown with a capital letter': 'the filter default takes false as missing',
  'true is shown with a capital letter': '.NET writes True',
  'a list that is shown': 'JavaScript writes commas between the items',
  'an empty object is truthy in JavaScript': 'the comparison with empty takes an empty object as empty',
}

function results({ source, dialect, values, expected }: Sample) {
  const converted = toLiquid(source, dialect, true)
  const original = expected ?? renderOriginal(source, dialect, values)
  try {
    return { converted, original, own: render(converted, values, true) }
  } catch (error) {
    return { converted, original, own: `refused: ${JSON.stringify(error)}` }
  }
}

test('converted templates render as the original ones do', () => {
  const report: string[] = []
  const different: string[] = []
  for (const sample of samples) {
    const { converted, original, own } = results(sample)
    expect(converted.problems, sample.name).toEqual([])
    if (original === own) continue
    const { name } = sample
    different.push(name)
    report.push(
      `${name}: ${differing[name] ?? converted.text}\n  ${JSON.stringify(original)}\n  ${JSON.stringify(own)}`,
    )
  }
  const equal = samples.length - different.length
  process.stdout.write(
    `${equal} of ${samples.length} templates are equal. Different:\n${report.join('\n')}\n`,
  )
  expect(different.toSorted()).toEqual(Object.keys(differing).toSorted())
  expect(samples.length).toBe(200)
  expect(equal / samples.length).toBeGreaterThanOrEqual(0.95)
})

test('a value of each sample is of the type that its variable is declared with', () => {
  const wrong = samples.flatMap(({ name, source, dialect, values }) =>
    toLiquid(source, dialect, true).variables.flatMap((variable) => {
      const given = typeOf(values[variable.name])
      if (given === undefined || variable.type === 'any' || given === variable.type) return []
      return [`${name}: ${variable.name} is ${variable.type}, not ${given}`]
    }),
  )
  expect(wrong).toEqual([])
})
