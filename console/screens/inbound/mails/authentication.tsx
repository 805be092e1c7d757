import type { InboundAuth, InboundMessageDetail } from 'postseal'
import { pathTo } from '../../../state/location.js'
import { Card } from '../../../ui/card.js'
import { Notice } from '../../../ui/notices/notice.js'
import { Status } from '../../../ui/status.js'

type Dkim = InboundAuth['dkim'][number]

const unchecked =
  'Live mail goes to the sink, so mail comes from this machine only and the sender is not checked.'

/** Tells whether no check was made of a mail. */
function isUnchecked({ dmarc }: InboundAuth): boolean {
  return dmarc.result === 'not_checked'
}

/** Says in a line whether the domain of the From field vouches for a mail. */
export function Vouched({ mail: { id, auth } }: { mail: InboundMessageDetail }) {
  const { domain } = auth.dmarc
  const details = <a href={pathTo(`inbound/${id}`, { part: 'authentication' })}>Why</a>
  return (
    <span class="row">
      {isUnchecked(auth) ? (
        <Status of="not_checked" />
      ) : (
        <>
          <Status of={auth.authenticated ? 'pass' : 'fail'}>{auth.authenticated ? 'Yes' : 'No'}</Status>
          {domain !== null && (
            <span class="wrap">
              {domain} {auth.authenticated ? 'vouches for it' : 'does not vouch for it'}
            </span>
          )}
        </>
      )}
      {details}
    </span>
  )
}

/** The results of SPF, of the signatures and of DMARC for a mail, each in a sentence. */
export function Authentication({ of }: { of: InboundAuth }) {
  const { spf, dkim, dmarc } = of
  return (
    <Card
      title="Authentication"
      hint="Anyone can write any address in From. These checks show whether the address is genuine."
    >
      <div class="stack">
        {isUnchecked(of) ? (
          <Notice title="Not checked">{unchecked}</Notice>
        ) : (
          <Notice
            kind={of.authenticated ? 'good' : 'warn'}
            title={of.authenticated ? 'The sender is authenticated' : 'The sender is not authenticated'}
          >
            {of.authenticated
              ? 'The mail passes DMARC. If the From domain has no DMARC record, SPF or a signature passes for that domain.'
              : 'Someone else may have written this mail. Verify its requests by another way before you act on them.'}
          </Notice>
        )}
        <ul class="verdicts">
          <Verdict name="SPF" result={spf.result} words={spfWords(spf)} />
          {dkim.map((signature, index) => (
            <Verdict
              key={index}
              name={dkim.length === 1 ? 'DKIM' : `DKIM ${index + 1}`}
              result={signature.result}
              words={dkimWords(signature)}
            />
          ))}
          {dkim.length === 0 && (
            <Verdict
              name="DKIM"
              result={isUnchecked(of) ? 'not_checked' : 'none'}
              words={isUnchecked(of) ? unchecked : 'The mail has no signature.'}
            />
          )}
          <Verdict name="DMARC" result={dmarc.result} words={dmarcWords(dmarc)} />
        </ul>
      </div>
    </Card>
  )
}

function Verdict({ name, result, words }: { name: string; result: string; words: string }) {
  return (
    <li>
      <strong>{name}</strong>
      <Status of={result} />
      <p>{words}</p>
    </li>
  )
}

function spfWords({ result, domain }: InboundAuth['spf']): string {
  const of = domain ?? 'the sender’s domain'
  const words: Readonly<Record<string, string>> = {
    pass: `${of} allows the server to send its mail.`,
    fail: `${of} does not allow this server to send its mail.`,
    softfail: `${of} says that this server probably should not send its mail.`,
    neutral: `The SPF record of ${of} is neutral about this server.`,
    none: `${of} has no SPF record.`,
    policy: `The result for ${of} was ignored.`,
    temperror: `The DNS did not answer for ${of} in time.`,
    permerror: `The SPF record of ${of} is malformed.`,
    not_checked: unchecked,
  }
  return sentence(words[result] ?? result)
}

function dkimWords({ result, domain, selector }: Dkim): string {
  const of = `${domain ?? 'an unnamed domain'}${selector === null ? '' : ` (selector ${selector})`}`
  const words: Readonly<Record<string, string>> = {
    pass: `Signed by ${of} and unchanged since.`,
    fail: `The signature of ${of} does not match. The mail was changed on its way, or the signature is forged.`,
    softfail: `The signature of ${of} does not match.`,
    neutral: `The signature of ${of} is neutral.`,
    none: 'The mail has no signature.',
    policy: `The signature of ${of} was ignored. It does not cover the visible fields, is too weak or has expired.`,
    temperror: `The DNS did not answer for the key of ${of} in time.`,
    permerror: `The signature or the key of ${of} is malformed, or mail programs read the header differently.`,
    not_checked: unchecked,
  }
  return sentence(words[result] ?? result)
}

function dmarcWords({ result, domain, policy }: InboundAuth['dmarc']): string {
  const of = domain ?? 'The domain of the From field'
  const asks = policy === null ? '' : ` Its policy is ${policy}.`
  const words: Readonly<Record<string, string>> = {
    pass: `SPF or a signature passes for ${of}.${asks}`,
    fail: `Neither SPF nor a signature passes for ${of}.${asks}`,
    none: `${of} has no DMARC record.`,
    temperror: `The DNS did not answer for ${of} in time.`,
    permerror: `The DMARC record of ${of} is malformed, or From does not have exactly one address.`,
    not_checked: unchecked,
  }
  return sentence(words[result] ?? result)
}

/** Capitalizes a sentence unless it begins with a domain. */
function sentence(words: string): string {
  return words.startsWith('the ') ? `T${words.slice(1)}` : words
}
