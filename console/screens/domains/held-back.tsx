import type { Domain } from 'postseal'
import { NoPublicName } from '../../ui/notices/no-public-name.js'
import { isHeldBack } from './records/records.js'
import { isAnyLeft, toPublish } from './records/to-publish.js'
import { kindNames } from './words.js'

/** Says which records wait until the service has a public name, and what can be published now. */
export function HeldBack({ domain }: { domain: Domain }) {
  const held = domain.records.filter(isHeldBack)
  if (held.length === 0) return null
  const list = (kinds: readonly string[]) =>
    new Intl.ListFormat('en').format([...new Set(kinds.map((kind) => kindNames[kind] ?? kind))])
  const now = isAnyLeft(domain) ? toPublish(domain).flatMap(({ records }) => records) : []
  return (
    <NoPublicName>
      Until then {list(held.map(({ kind }) => kind))} {held.length === 1 ? 'is' : 'are'} held back: the{' '}
      {held.length === 1 ? 'record' : 'records'} would name this machine, where no report can arrive.
      {now.length > 0 && ` You can publish ${list(now.map(({ kind }) => kind))} now.`}
    </NoPublicName>
  )
}
