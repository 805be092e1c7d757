import { Code } from '../../../ui/code/code.js'
import { timeToLive, type ZoneFile } from './zone-file.js'

/** The records as zone files, and the ways in which DNS consoles differ, both folded. */
export function Hints({ files }: { files: readonly ZoneFile[] }) {
  return (
    <>
      {files.length > 0 && (
        <details class="fold">
          <summary>Show as a zone file</summary>
          <div class="inside stack tight">
            {files.map(({ zone, text }) => (
              <Code key={zone} text={text} what={`the zone file for ${zone}`} wrapped />
            ))}
          </div>
        </details>
      )}
      <details class="fold">
        <summary>If your DNS console works differently</summary>
        <ul class="hints inside">
          <li>
            Many consoles add the domain to a name themselves. Choose above how names are shown; the domain
            itself is then <span class="mono">@</span>.
          </li>
          <li>A TTL of {timeToLive} seconds is good. While you set things up, 300 shows changes sooner.</li>
          <li>
            Enter values without quotation marks. Most consoles split a TXT value beyond 255 characters
            themselves; where yours refuses it, enter the strings as the zone file has them.
          </li>
          <li>
            A name with a CNAME can have no other record: remove what is there first. All others are TXT and
            MX records.
          </li>
          <li>If a console proxies or flattens records, switch that off for these.</li>
        </ul>
      </details>
    </>
  )
}
