import { Check, Circle } from '../../icons/icons.js'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useProject } from '../../api/project.js'
import { Screen } from '../../app/screen.js'
import { DomainStep } from './domain-step.js'
import { InviteStep } from './invite-step.js'
import { MessageStep } from './message-step.js'
import { useSteps, type Steps } from './steps.js'
import { WebhookStep } from './webhook-step.js'

interface Shown {
  readonly name: keyof Steps
  readonly title: string
  readonly why: string
  readonly done: (found: Steps) => ComponentChildren
  readonly how: ComponentChildren
}

/** The first steps from an empty workspace to a delivered mail, a domain, a webhook and a colleague. */
export default function Start() {
  const project = useProject()
  const steps = useSteps()
  const shown: readonly Shown[] = [
    {
      name: 'message',
      title: 'Send your first message',
      why: 'Send it through the API or from here. In a test project, all mail goes to the sink.',
      done: () => 'A message was delivered.',
      how: <MessageStep project={project} isDone={steps.message === true} />,
    },
    {
      name: 'domain',
      title: 'Verify a domain',
      why: 'Mail from a verified domain is trusted. Add a few DNS records, and Postseal checks them.',
      done: () => 'A domain is verified.',
      how: <DomainStep />,
    },
    {
      name: 'webhook',
      title: 'Receive events',
      why: 'A webhook notifies your program about its mail. Try one here before you write your own.',
      done: () => 'A webhook has received an event.',
      how: <WebhookStep project={project} isDone={steps.webhook === true} />,
    },
    {
      name: 'invite',
      title: 'Invite a colleague',
      why: 'Users sign in with a link by mail and have a role. The audit log records their changes.',
      done: () => 'The workspace has more than one user.',
      how: <InviteStep />,
    },
  ]
  // The replies come in any order, so a step is the first one left once all before it are known to be done.
  const next = shown.find(({ name }) => steps[name] !== true)?.name
  const first = next !== undefined && steps[next] === false ? next : undefined
  const isKnown = shown.every(({ name }) => steps[name] !== undefined)
  const [current, setOpened] = useState<keyof Steps | 'none'>()
  // The first step left is open, and stays so when it is done: there may be more to look at.
  useEffect(() => {
    if (current === undefined && first !== undefined) setOpened(first)
  }, [first])
  const count = shown.filter(({ name }) => steps[name] === true).length
  return (
    <Screen
      title="First steps"
      hint={
        count === shown.length
          ? 'All done. This page stays here in case you need it.'
          : `${isKnown ? `${count} of ${shown.length} done. ` : ''}Each step completes by itself.`
      }
    >
      <ol class="card steps">
        {shown.map(({ name, title, why, done, how }) => {
          const isDone = steps[name] === true
          const isOpen = current === name
          return (
            <li key={name} class={isDone ? 'done' : ''}>
              <button
                type="button"
                class="step-head"
                aria-expanded={isOpen}
                onClick={() => setOpened(isOpen ? 'none' : name)}
              >
                {isDone ? <Check size={18} aria-hidden /> : <Circle size={18} aria-hidden />}
                <span>
                  <strong>{title}</strong>
                  <span class="quiet">{isDone ? done(steps) : why}</span>
                  <span class="visually-hidden">
                    {steps[name] === undefined ? '' : isDone ? 'Done.' : 'Not done yet.'}
                  </span>
                </span>
              </button>
              {isOpen && <div class="step-body stack">{how}</div>}
            </li>
          )
        })}
      </ol>
    </Screen>
  )
}
