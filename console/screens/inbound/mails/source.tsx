import { useQuery } from '@tanstack/preact-query'
import { Download } from '../../../icons/icons.js'
import type { InboundMessageDetail } from 'postseal'
import { useState } from 'preact/hooks'
import { client } from '../../../api/client.js'
import { Button } from '../../../ui/controls/button.js'
import { Code } from '../../../ui/code/code.js'
import { saveAs } from '../../../ui/lists/csv.js'
import { ErrorNotice, Notice } from '../../../ui/notices/notice.js'
import { Lines } from '../../../ui/loading/skeleton.js'
import { partsOf, type MimePart } from './mime-parts.js'
import { sizeText } from '../../../ui/figures/numbers.js'
import { Measure } from '../../../ui/figures/measure.js'

/** Maximum size of a mail whose source is loaded without asking, in bytes. */
const maxByItself = 1_000_000

/** Maximum number of characters of the source that are shown; a file has all of it. */
const maxShown = 200_000

/** The mail as it was received, byte by byte: its source, or the tree of its parts. */
export default function Source({ mail, view }: { mail: InboundMessageDetail; view: string }) {
  const [asked, setAsked] = useState(mail.size <= maxByItself)
  const {
    data: raw,
    error,
    refetch,
  } = useQuery({
    queryKey: ['inbound-messages', mail.id, 'raw'],
    queryFn: ({ signal }) => client.inbound.downloadMessage(mail.id, { signal }),
    enabled: asked,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  const { data: source } = useQuery({
    queryKey: ['inbound-messages', mail.id, 'source', raw !== undefined],
    queryFn: async () => latin1(await (raw ?? new Blob()).arrayBuffer()),
    enabled: raw !== undefined,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  if (!asked) {
    return (
      <div class="row">
        <span class="quiet">
          The source has <Measure>{sizeText(mail.size)}</Measure>.
        </span>
        <Button onClick={() => setAsked(true)}>Load</Button>
      </div>
    )
  }
  if (error !== null) {
    return <ErrorNotice error={error} title="The source could not be loaded" onRetry={() => void refetch()} />
  }
  if (raw === undefined || source === undefined) return <Lines what="the source" count={6} />
  if (view === 'parts') {
    return (
      <div class="part-tree">
        <ul>
          <Part of={partsOf(source)} />
        </ul>
      </div>
    )
  }
  return (
    <div class="stack tight">
      <div class="row spread">
        <span class="small quiet">
          <Measure>{sizeText(mail.size)}</Measure>, exactly as it arrived.
        </span>
        <Button icon={Download} onClick={() => saveAs(`${mail.id}.eml`, raw)}>
          Download
        </Button>
      </div>
      {source.length > maxShown && (
        <Notice>Only the beginning is shown. Download the file to see all of it.</Notice>
      )}
      <Code text={utf8Of(source.slice(0, maxShown))} what="the source" wrapped />
    </div>
  )
}

function Part({ of: { type, name, bytes, encoding, parts } }: { of: MimePart }) {
  return (
    <li>
      <span class="mono wrap">{type}</span> {name !== undefined && <span class="wrap">{name}</span>}{' '}
      <span class="small quiet nowrap">
        <Measure>{sizeText(bytes)}</Measure>
        {encoding !== undefined && `, ${encoding}`}
      </span>
      {parts.length > 0 && (
        <ul>
          {parts.map((part, index) => (
            <Part key={index} of={part} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Decodes each byte as one character, so that lengths are bytes. */
function latin1(bytes: ArrayBuffer): string {
  return new TextDecoder('x-user-defined').decode(bytes)
}

/** Decodes such characters as UTF-8. */
function utf8Of(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff))
}
