import { createHash, timingSafeEqual } from 'node:crypto'
import type { KeySource } from '../../platform/auth/key-source.js'
import { tokenKinds, tokenSigner } from '../../platform/auth/signed-token.js'
import type { Uuid, WorkspaceId } from '../../platform/db/ids.js'
import { linkBaseOf, type LinkBase } from '../../platform/http/connection/public-url.js'
import { uuidAt, uuidBytes } from '../../../base/text/uuid-bytes.js'

/** The delivery whose mail contains a tracked link. */
export interface TrackedDelivery {
  readonly workspaceId: WorkspaceId
  readonly logId: Uuid
}

/** A link of a mail that was followed. */
export interface TrackedClick extends TrackedDelivery {
  /** Index of the link among those of its mail, from 0. */
  readonly position: number
}

/** Number of links of a mail that are tracked; further links stay unchanged. */
export const maxLinks = 1_000

/**
 * Makes and reads the addresses by which opens and clicks come in. Each contains a signed token that identifies its
 * mail, so nothing has to be stored for it. The target of a link is a part of what is signed: with another target it
 * leads nowhere, so no link can be made an open redirect.
 */
export interface TrackingLinks {
  openUrl(delivery: TrackedDelivery): string
  /** @param target an absolute http or https address */
  clickUrl(click: TrackedClick, target: string): string
  /**
   * Reads the token of an image.
   *
   * @returns undefined if the token was not made here
   */
  readOpen(token: string): TrackedDelivery | undefined
  /**
   * Reads the token of a link.
   *
   * @returns undefined if the token was not made here, or for another target
   */
  readClick(token: string, target: string): TrackedClick | undefined
}

/** Length of a digest: 128 bits of SHA-256. */
const digestBytes = 16

/**
 * @param keys keys of the purpose `tracking`
 * @param base beginning of the links
 */
export function trackingLinks(keys: KeySource, base: LinkBase): TrackingLinks {
  const tokens = tokenSigner(keys)
  const { opened, clicked } = tokenKinds
  return {
    openUrl: ({ workspaceId, logId }) =>
      `${linkBaseOf(base, workspaceId)}/o/${tokens.sign(opened, uuidBytes(workspaceId, logId))}.gif`,
    clickUrl: ({ workspaceId, logId, position }, target) => {
      const place = Buffer.alloc(2)
      place.writeUInt16BE(position)
      const content = Buffer.concat([uuidBytes(workspaceId, logId), place, digestOf(target)])
      const token = tokens.sign(clicked, content)
      return `${linkBaseOf(base, workspaceId)}/c/${token}?u=${encodeURIComponent(target)}`
    },
    readOpen: (token) => {
      const content = tokens.read(opened, 32, token)
      return content && deliveryIn(content)
    },
    readClick: (token, target) => {
      const content = tokens.read(clicked, 34 + digestBytes, token)
      if (content === undefined || !timingSafeEqual(content.subarray(34), digestOf(target))) return undefined
      return { ...deliveryIn(content), position: content.readUInt16BE(32) }
    },
  }
}

function digestOf(target: string): Buffer {
  return createHash('sha256').update(target).digest().subarray(0, digestBytes)
}

function deliveryIn(content: Buffer): TrackedDelivery {
  return { workspaceId: uuidAt(content, 0), logId: uuidAt(content, 16) }
}

/**
 * Returns the workspace whose mail contains a tracked link, whatever target the token comes with.
 *
 * @param keys keys of the purpose `tracking`
 * @returns undefined if the token was not made here
 */
export function workspaceOfToken(keys: KeySource, token: string): WorkspaceId | undefined {
  const tokens = tokenSigner(keys)
  const content =
    tokens.read(tokenKinds.opened, 32, token) ?? tokens.read(tokenKinds.clicked, 34 + digestBytes, token)
  return content && deliveryIn(content).workspaceId
}
