import type { InboundAuth, InboundMessageDetail } from 'postseal'
import { pathTo } from '../../../state/location.js'
import { Card } from '../../../ui/card.js'
import { Notice } from '../../../ui/notices/notice.js'
import { Status } from '../../../ui/status.js'

type Dkim = InboundAuth['dkim'][number]

const unchecked = 'Live mail goes to the sink, so mail comes from this machine and nothing is looked up.'

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
    <Card title="Who wrote it" hint="Anybody can write any From field. This is what is known of it.">
      <div class="stack">
        {isUnchecked(of) ? (
          <Notice title="Nothing was checked">{unchecked}</Notice>
        ) : (
          <Notice
            kind={of.authenticated ? 'good' : 'warn'}
            title={
              of.authenticated
                ? 'The domain in From vouches for it'
                : 'The domain in From does not vouch for it'
            }
          >
            {of.authenticated
              ? 'It passes DMARC, or, where the domain has no DMARC record, SPF or a signature passes for it.'
              : 'Somebody else may have written it. Do nothing that it asks for on its word alone.'}
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
              words={isUnchecked(of) ? unchecked : 'It has no signature.'}
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
    pass: `The server that sent it may send for ${of}.`,
    fail: `${of} says that this server must not send for it.`,
    softfail: `${of} says that this server should not send for it.`,
    neutral: `${of} says nothing of this server.`,
    none: `${of} has no SPF record.`,
    policy: `${of} is left out of account.`,
    temperror: `The DNS gave no answer for ${of} in time.`,
    permerror: `The SPF record of ${of} cannot be read.`,
    not_checked: unchecked,
  }
  return sentence(words[result] ?? result)
}

function dkimWords({ result, domain, selector }: Dkim): string {
  const of = `${domain ?? 'an unnamed domain'}${selector === null ? '' : ` (selector ${selector})`}`
  const words: Readonly<Record<string, string>> = {
    pass: `Signed by ${of}, and unchanged since.`,
    fail: `The signature of ${of} does not fit: it was changed on its way, or is forged.`,
    softfail: `The signature of ${of} does not fit.`,
    neutral: `The signature of ${of} says nothing.`,
    none: 'It has no signature.',
    policy: `The signature of ${of} does not count: it leaves out what is shown, or is too weak or out of date.`,
    temperror: `The DNS gave no answer for the key of ${of} in time.`,
    permerror: `The signature or the key of ${of} cannot be read, or programs read the header differently.`,
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
    temperror: `The DNS gave no answer for ${of} in time.`,
    permerror: `The DMARC record of ${of} cannot be read, or the From field is not one address.`,
    not_checked: unchecked,
  }
  return sentence(words[result] ?? result)
}

/** Capitalizes a sentence unless it begins with a domain. */
function sentence(words: string): string {
  return words.startsWith('the ') ? `T${words.slice(1)}` : words
}
