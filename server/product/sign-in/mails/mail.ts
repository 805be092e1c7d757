import type { MessageContent } from '../../delivery/compose/content.js'
import { html, type Markup } from '../../../platform/http/pages/html.js'
import { newUuid, nilUuid } from '../../../platform/db/ids.js'
import type { LinkedUser } from '../links.js'

/** A user, with the link that signs this user in. */
export interface UserLink {
  readonly user: LinkedUser
  readonly link: string
}

export interface SignInMail {
  /** Sender's address. */
  readonly from: string
  readonly to: string
  readonly links: readonly UserLink[]
  /**
   * The address of the user who added the recipient, null if no user did; undefined if the mail is not an invitation.
   */
  readonly invitation: { readonly by: string | null } | undefined
  readonly publicUrl: string
  readonly expiresAt: Date
}

/** Returns the content of a sign-in mail: text and HTML, with no picture and no other link. */
export function contentOf(mail: SignInMail): MessageContent {
  const words = wordsOf(mail)
  return {
    // Each attempt has a new id: receivers drop a second mail with the same Message-ID, and its links are others.
    messageId: newUuid(),
    workspaceId: nilUuid,
    projectId: null,
    from: { name: 'Postseal', email: mail.from },
    to: [{ name: null, email: mail.to }],
    cc: [],
    replyTo: [],
    subject: words.subject,
    category: null,
    tracking: { opens: false, clicks: false },
    scheduledAt: null,
    text: textOf(mail, words),
    html: htmlOf(mail, words).source,
    // RFC 3834, section 5: no program answers it.
    headers: { 'Auto-Submitted': 'auto-generated' },
    listUnsubscribe: null,
    listIdentity: null,
    program: null,
    attachments: [],
  }
}

interface Words {
  readonly subject: string
  readonly why: string
  readonly how: string
  readonly end: string
}

function wordsOf({ links, invitation, publicUrl, to, expiresAt }: SignInMail): Words {
  const { host } = new URL(publicUrl)
  const [first] = links
  const name = links.length === 1 && first !== undefined ? first.user.workspaceName : 'Postseal'
  const until = `${expiresAt.toISOString().slice(11, 16)} UTC`
  const once = links.length === 1 ? 'You can use the link once, until' : 'You can use each link once, until'
  const how = links.length === 1 ? 'Open this link' : 'Open the link of the workspace that you want'
  return {
    subject: invitation === undefined ? `Sign in to ${name}` : `You have been added to ${name}`,
    why:
      invitation === undefined
        ? `Someone asked to sign in to Postseal at ${host} as ${to}.`
        : `${invitation.by ?? 'An administrator'} added ${to} to the workspace ${name} on Postseal at ${host}.`,
    how: `${how} and press "Sign in":`,
    end:
      invitation === undefined
        ? `${once} ${until}. If you did not ask for this email, ignore it: nobody can sign in without it.`
        : `${once} ${until}. After that, request a new one at ${publicUrl}/console/sign-in.`,
  }
}

function textOf({ links }: SignInMail, { why, how, end }: Words): string {
  const each = links.map(({ user, link }) => `${user.workspaceName} (${user.role}):\n${link}\n`)
  return `${why}\n\n${how}\n\n${each.join('\n')}\n${end}\n`
}

function htmlOf({ links }: SignInMail, { subject, why, how, end }: Words): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <title>${subject}</title>
      </head>
      <body style="font: 16px/1.5 sans-serif; max-width: 560px; margin: 0 auto; padding: 24px">
        <p>${why}</p>
        <p>${how}</p>
        ${links.map(
          ({ user, link }) =>
            html`<p><a href="${link}">Sign in to ${user.workspaceName}</a> (${user.role})</p>`,
        )}
        <p>${end}</p>
      </body>
    </html>`
}
