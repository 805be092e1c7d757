import { Terminal } from '../../icons/icons.js'
import { operationOf, type Call } from '../../api/traffic.js'
import { Code } from './code.js'
import { Menu } from '../controls/menu.js'
import { quoted } from './quoted.js'
import { apiBase } from '../../state/location.js'

/** Returns a call as a curl command. The credential stays a variable, because it is the caller's. */
function curlOf({ method, path, body }: Call): string {
  const lines = [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${apiBase}${path}`)}`,
    `  -H "Authorization: Bearer $POSTSEAL_API_KEY"`,
  ]
  if (body !== undefined && method !== 'GET') {
    lines.push(`  -H 'Content-Type: application/json'`, `  -d ${quoted(JSON.stringify(body))}`)
  }
  return lines.join(' \\\n')
}

/** A button that shows calls as curl commands. */
export function SameAsCurl({ calls }: { calls: readonly Call[] }) {
  return (
    <Menu
      panel
      label="Same as curl"
      buttonClass="button plain"
      button={
        <>
          <Terminal size={16} aria-hidden />
          <span class="curl-word">curl</span>
        </>
      }
    >
      <div class="stack">
        <div>
          <h2>Same as curl</h2>
          <p class="small quiet">
            The API calls behind this page. Set <span class="mono">POSTSEAL_API_KEY</span> to an API key, or
            to a session token.
          </p>
        </div>
        {calls.length === 0 && <p class="quiet">This screen has made no calls.</p>}
        {calls.map((call) => (
          <Code key={operationOf(call)} text={curlOf(call)} what={`${call.method} ${call.path}`} wrapped />
        ))}
      </div>
    </Menu>
  )
}
