import type { DmarcFlaw, DmarcPolicy } from './parse.js'
import { parseDmarcRecord } from './parse.js'
import { addressIn, isBareAddress, sameAddress, urisIn } from './report-uris.js'
import type { DmarcStage } from './stage.js'
import { isDmarcRecord, splitTags, type Tag } from './tags.js'

export interface RecordOptions {
  /** The present record, whose other tags stay. */
  readonly current?: string
  /** Plain address that should get reports too. */
  readonly reportAddress: string
}

const policyOf: Readonly<Record<DmarcStage, DmarcPolicy>> = {
  monitor: 'none',
  quarantine_testing: 'quarantine',
  quarantine: 'quarantine',
  reject_testing: 'reject',
  reject: 'reject',
}

/** Tags that are not copied: the stage decides them, or RFC 9989 has dropped them (appendix C). */
const left = new Set(['v', 'p', 't', 'pct', 'rf', 'ri'])

/**
 * Returns the record to publish for a stage. The owner's other tags stay if receivers understand them; a tag that
 * they ignore as broken is removed.
 */
export function recordForStage(stage: DmarcStage, { current, reportAddress }: RecordOptions): string {
  const testing = stage.endsWith('_testing')
  const kept = current === undefined ? [] : keptTags(current)
  if (!kept.some(({ name }) => name === 'rua')) kept.push({ name: 'rua', value: '' })
  const tags: Tag[] = [
    { name: 'v', value: 'DMARC1' },
    { name: 'p', value: policyOf[stage] },
    ...(testing ? [{ name: 't', value: 'y' }] : []),
    ...kept.map((tag) => (tag.name === 'rua' ? withReportsTo(tag, reportAddress) : tag)),
  ]
  return tags.map(({ name, value }) => `${name}=${value}`).join('; ')
}

function keptTags(current: string): Tag[] {
  if (!isDmarcRecord(current)) return []
  const flaws = new Map<string, DmarcFlaw>()
  for (const flaw of parseDmarcRecord(current).flaws) {
    const key = keyOf(flaw.what, flaw.value)
    // The first flaw of a tag counts.
    if (!flaws.has(key)) flaws.set(key, flaw)
  }
  const seen = new Set(left)
  return splitTags(current).tags.flatMap((tag): Tag[] => {
    const flaw = flaws.get(keyOf(tag.name, tag.value))
    const usable = flaw === undefined || flaw.code === 'invalid_uri' || flaw.code === 'duplicate_tag'
    if (seen.has(tag.name) || !usable) return []
    seen.add(tag.name)
    if (tag.name !== 'rua' && tag.name !== 'ruf') return [tag]
    const uris = mended(tag.value)
    return uris.length > 0 ? [{ name: tag.name, value: uris.join(',') }] : []
  })
}

const keyOf = (name: string, value: string) => JSON.stringify([name, value])

/** Returns the URIs that reports can be sent to. An address that lacks only its `mailto:` gets it. */
function mended(value: string): string[] {
  return urisIn(value).flatMap((uri) => {
    if (addressIn(uri) !== undefined) return [uri]
    return isBareAddress(uri) ? [`mailto:${uri}`] : []
  })
}

function withReportsTo({ name, value }: Tag, reportAddress: string): Tag {
  const uris = urisIn(value)
  const there = uris.some((uri) => sameAddress(addressIn(uri) ?? '', reportAddress))
  return { name, value: (there ? uris : [...uris, `mailto:${reportAddress}`]).join(',') }
}
