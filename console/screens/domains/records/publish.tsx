import { Download } from '../../../icons/icons.js'
import type { Domain } from 'postseal'
import { Button } from '../../../ui/controls/button.js'
import { Card } from '../../../ui/card.js'
import { Code } from '../../../ui/code/code.js'
import { saveAs } from '../../../ui/lists/csv.js'
import { isOutstanding } from './records.js'
import { timeToLive, zoneFilesOf } from './zone-file.js'

/** The records as a zone file, and the ways in which DNS consoles differ. */
export function Publish({ domain }: { domain: Domain }) {
  const files = zoneFilesOf(domain)
  const isLeft = domain.records.some((record) => record.expected !== null && isOutstanding(record))
  return (
    <>
      {files.map(({ zone, isOperators, text }) => (
        <Card
          key={zone}
          title={isOperators ? 'Zone file of the return path' : 'Zone file'}
          hint={
            <>
              {isLeft ? 'What is left to publish' : 'What is published'}, for{' '}
              <span class="mono wrap">{zone}</span>
              {isOperators && ': whoever operates this service publishes it once'}.
            </>
          }
          actions={
            <Button icon={Download} onClick={() => saveAs(`${zone}.zone`, text, 'text/plain;charset=utf-8')}>
              Save
            </Button>
          }
        >
          <Code text={text} what={`the zone file for ${zone}`} wrapped />
        </Card>
      ))}
      <Card title="Where your DNS console is different">
        <ul class="hints">
          <li>
            Many consoles add the domain to a name by themselves. Choose above how names are shown; the domain
            itself is then <span class="mono">@</span>.
          </li>
          <li>A TTL of {timeToLive} seconds is good. While you set things up, 300 shows changes sooner.</li>
          <li>
            Enter values without quotation marks. A TXT value beyond 255 characters is split by most consoles;
            where yours refuses it, enter the strings as the zone file has them.
          </li>
          <li>
            A name with a CNAME can have no other record: take away what stands there first. All others are
            TXT and MX records.
          </li>
          <li>Where a console proxies records or flattens them, switch that off for these.</li>
        </ul>
      </Card>
    </>
  )
}
