import type { Domain } from 'postseal'
import { Download } from '../../../icons/icons.js'
import { Button } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { CopyButton } from '../../../ui/code/copy.js'
import { saveAs } from '../../../ui/lists/csv.js'
import { Hints } from './hints.js'
import { NameForm, useNameStyle } from './names.js'
import { RecordTable } from './record-table.js'
import { isAnyLeft } from './to-publish.js'
import { recordsAsText, zoneFilesOf } from './zone-file.js'

/** All records of a domain, with the ways to take them to where they are published. */
export function RecordsCard({ domain }: { domain: Domain }) {
  const style = useNameStyle(domain.name)
  const files = zoneFilesOf(domain)
  const which = isAnyLeft(domain) ? 'the records left to publish' : 'all records'
  return (
    <Card
      title="DNS records"
      bare
      actions={
        <>
          <NameForm domain={domain.name} />
          {files.length > 0 && (
            <CopyButton text={recordsAsText(domain, style)} what={`${which} as text`}>
              Copy all
            </CopyButton>
          )}
          {files.map(({ zone, isOperators, text }) => (
            <Button
              key={zone}
              icon={Download}
              title={`Save ${which} at ${zone} as a zone file`}
              onClick={() => saveAs(`${zone}.zone`, text, 'text/plain;charset=utf-8')}
            >
              {isOperators ? 'Zone file of the return path' : 'Zone file'}
            </Button>
          ))}
        </>
      }
    >
      <RecordTable domain={domain} style={style} />
      <Hints files={files} />
    </Card>
  )
}
