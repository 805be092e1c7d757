import { useQuery } from '@tanstack/preact-query'
import { CircleCheck, CircleX } from '../../icons/icons.js'
import type { Contact, Segment, SegmentExplanation } from 'postseal'
import { useEffect, useId, useMemo, useState } from 'preact/hooks'
import { client } from '../../api/client.js'
import { pathTo, useParams } from '../../state/location.js'
import { Button } from '../../ui/controls/button.js'
import { Card } from '../../ui/card.js'
import { Mistake } from '../../ui/forms/mistake.js'
import { ErrorNotice, messageOf } from '../../ui/notices/notice.js'
import { Lines } from '../../ui/loading/skeleton.js'
import { Time } from '../../ui/time.js'
import { explainedTree, type Explained } from './explanation.js'
import { valueWords, type Names } from './words.js'
import type { useNames } from './names.js'

/** Explains why a contact is in a segment or is not. The address names the contact: `?explain=con_…`. */
export function Why({ segment, names }: { segment: Segment; names: ReturnType<typeof useNames> }) {
  const { params, change } = useParams()
  const { explain: contactId } = params
  const { data: contact, error: contactError } = useQuery({
    queryKey: ['contacts', contactId],
    queryFn: () => client.contacts.retrieve(contactId ?? ''),
    enabled: contactId !== undefined,
  })
  const { data, error, refetch } = useQuery({
    queryKey: ['segments', segment.id, 'explain', contactId, segment.updated_at],
    queryFn: () => client.segments.explain(segment.id, { contact_id: contactId ?? '' }),
    enabled: contactId !== undefined,
  })
  return (
    <Card title="Check a contact" hint="Each part of the rule, with the contact’s value.">
      <div class="stack">
        <Ask segment={segment} contact={contact} onFound={(id) => change({ part: 'why', explain: id })} />
        {contactId !== undefined && data === undefined && error === null && (
          <Lines what="the explanation" count={4} />
        )}
        {error !== null && (
          <ErrorNotice
            error={error}
            title="This contact cannot be explained"
            onRetry={() => void refetch()}
          />
        )}
        {data !== undefined && (
          <Answer
            segment={segment}
            explanation={data}
            email={contactError === null ? contact?.email : undefined}
            names={names}
          />
        )}
      </div>
    </Card>
  )
}

/** Asks for an address, and finds its contact. */
function Ask({
  segment,
  contact,
  onFound,
}: {
  segment: Segment
  contact: Contact | undefined
  onFound: (id: string) => void
}) {
  const id = useId()
  const [address, setAddress] = useState('')
  const [mistake, setMistake] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (contact !== undefined) setAddress(contact.email)
  }, [contact?.id])
  const submit = async (event: Event) => {
    event.preventDefault()
    const email = address.trim()
    if (email === '' || busy) return setMistake(email === '' ? 'Enter an address.' : undefined)
    setMistake(undefined)
    setBusy(true)
    try {
      const { data } = await client.contacts.list({ email, project_id: segment.project_id, limit: 1 })
      const [found] = data
      if (found === undefined) setMistake('The project of this segment has no contact with this address.')
      else onFound(found.id)
    } catch (error) {
      setMistake(messageOf(error))
    }
    setBusy(false)
  }
  return (
    <form class="field" noValidate onSubmit={(event) => void submit(event)}>
      <label for={id}>Address of the contact</label>
      <div class="row ask">
        <input
          id={id}
          type="email"
          autocomplete="off"
          placeholder="ada@example.com"
          value={address}
          aria-invalid={mistake === undefined ? undefined : 'true'}
          aria-describedby={mistake === undefined ? undefined : `${id}-mistake`}
          onInput={(event) => setAddress(event.currentTarget.value)}
        />
        <Button type="submit" busy={busy}>
          Explain
        </Button>
      </div>
      <Mistake id={id} text={mistake} />
    </form>
  )
}

function Answer({
  segment,
  explanation,
  email,
  names,
}: {
  segment: Segment
  explanation: SegmentExplanation
  email: string | undefined
  names: Names & { readonly segments: readonly Segment[] }
}) {
  const rules = useMemo(() => new Map(names.segments.map(({ id, rule }) => [id, rule])), [names.segments])
  const tree = explainedTree(segment.rule, explanation.nodes, names, rules)
  const { contact_id: contactId, included, as_of: asOf } = explanation
  return (
    <div class="stack" aria-live="polite">
      <p class={`explained ${included ? 'holds' : 'fails'}`}>
        <Sign holds={included} />
        <span class="wrap">
          <a href={pathTo(`contacts/${contactId}`)}>{email ?? contactId}</a>{' '}
          <strong>{included ? 'is in this segment' : 'is not in this segment'}</strong>, as of{' '}
          <Time at={asOf} />.
        </span>
      </p>
      <ul class="explanation" aria-label="The rule, part by part">
        {tree.map((node) => (
          <Part key={node.result.path} node={node} />
        ))}
      </ul>
    </div>
  )
}

function Sign({ holds }: { holds: boolean }) {
  const Icon = holds ? CircleCheck : CircleX
  return <Icon size={16} aria-hidden />
}

function Part({ node: { result, words, children } }: { node: Explained }) {
  const found = foundWords(result)
  return (
    <li>
      <div class={`explained ${result.result ? 'holds' : 'fails'}`}>
        <Sign holds={result.result} />
        <span class="wrap">
          {words}: <strong class="nowrap">{result.result ? 'holds' : 'does not hold'}</strong>
          {found !== undefined && <span class="quiet">, {found}</span>}
        </span>
      </div>
      {children.length > 0 && (
        <ul>
          {children.map((child) => (
            <Part key={child.result.path} node={child} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Describes in words what was found of the contact. */
function foundWords({ kind, reason, actual }: SegmentExplanation['nodes'][number]): string | undefined {
  if (kind === 'all' || kind === 'any' || kind === 'not' || kind === 'segment') return undefined
  if (reason === 'missing')
    return kind === 'list' ? 'it has no subscription to the list' : 'it has no such value'
  const value = valueWords(actual)
  if (reason === 'wrong_type') return `the contact has ${value}, which is of another type`
  if (actual === null) return 'it has none'
  if (kind === 'event' || kind === 'message') return `found ${value === '1' ? 'once' : `${value} times`}`
  return kind === 'list' ? `the subscription is ${String(actual)}` : `it has ${value}`
}
