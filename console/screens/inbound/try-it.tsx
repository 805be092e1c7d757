import { useQuery } from '@tanstack/preact-query'
import { ExternalLink } from '../../icons/icons.js'
import { client } from '../../api/client.js'
import { apiBase } from '../../state/location.js'
import { Card } from '../../ui/card.js'
import { Samples } from '../../ui/code/code.js'
import { mailSamples } from './samples.js'

/** The ways to send a first mail to a route from the machine of the service, without any DNS record. */
export function TryIt({ recipient }: { recipient: string }) {
  const { data } = useQuery({ queryKey: ['inbound'], queryFn: () => client.inbound.retrieve() })
  if (data === undefined) return null
  // Without the sink, the receiver takes mail from other servers, and the sink has no page.
  const hasSink = data.domains.some(({ mx }) => mx === 'unknown')
  return (
    <Card
      title="Try it on this machine"
      hint={`These commands send a mail by SMTP to port ${data.port} of the service’s machine. They need no DNS record.`}
    >
      <div class="stack">
        {hasSink && (
          <p>
            Or write one in a form:{' '}
            <a href={`${apiBase}/sink/inbound`} target="_blank" rel="noreferrer">
              Send email to a route, in the{' '}
              <span class="nowrap">
                sink <ExternalLink size={14} aria-hidden />
              </span>
            </a>
          </p>
        )}
        <Samples of={mailSamples(recipient, data.port)} what={`A mail to ${recipient}`} />
      </div>
    </Card>
  )
}
