import { hasVerdict, missing, type Rule } from './rule.js'

/** About schemas, in either direction. */
export const schemaRules: readonly Rule[] = [
  {
    // A new value is none of our business here: clients must tolerate those they do not know. But one that is gone was
    // waited for, or has another name now.
    id: 'enum-values-gone',
    breaks: ({ property, base, revision, verdicts }) => {
      if (property !== 'enum' || verdicts.some(({ ruleId }) => ruleId === 'enum-values-removed'))
        return undefined
      const gone = Array.isArray(revision?.value) ? missing(base?.value, revision?.value) : []
      const values = gone.filter((value) => value !== null)
      return values.length === 0 ? undefined : `Clients that wait for ${listed(values)} wait in vain.`
    },
  },
  {
    id: 'enum-opened',
    breaks: (change) =>
      change.property === 'enum' &&
      change.revision?.value === undefined &&
      hasVerdict(change, 'enum-values-added')
        ? 'Replies had one of known values, and now have any.'
        : undefined,
  },
  {
    id: 'enum-null-added',
    breaks: (change) =>
      hasVerdict(change, 'enum-values-added') &&
      missing(change.revision?.value, change.base?.value).includes(null)
        ? 'Replies may be null where they never were.'
        : undefined,
  },
  {
    id: 'default-changed',
    breaks: ({ property, base }) =>
      property === 'default' && base?.value !== undefined
        ? 'Requests that leave it out mean something else now.'
        : undefined,
  },
  {
    // Where Redocly CLI is silent it was in requests alone: unknown fields are refused there.
    id: 'request-property-removed',
    // The last of them go with the object that had them.
    breaks: ({ kind, path, typeName, verdicts }) =>
      kind === 'removed' &&
      (typeName === 'SchemaProperties' || /\/properties\/[^/]+$/.test(path)) &&
      verdicts.length === 0
        ? 'Requests that have it are refused now.'
        : undefined,
  },
  {
    id: 'visibility-changed',
    breaks: ({ property, revision }) =>
      (property === 'readOnly' || property === 'writeOnly') && revision?.value === true
        ? 'It is gone from one of the two directions.'
        : undefined,
  },
  {
    id: 'schema-removed',
    breaks: ({ path, kind }) =>
      kind === 'removed' && /^#\/components\/schemas\/[^/]+$/.test(path)
        ? 'Types that were generated from the contract have its name.'
        : undefined,
  },
]

function listed(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ')
}
