import type { Request, Response } from 'express'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Content of an address, the same for everybody. It is compressed once. */
export interface Content {
  readonly type: string
  readonly body: Buffer
  /** The content in gzip; absent if it would not be smaller. */
  readonly gzipped?: Buffer
  /** The content in brotli; absent if it is not worth the time. */
  readonly brotli?: Buffer
}

/** Content with the tag by which clients ask for it. */
export interface TaggedContent extends Content {
  readonly etag: string
}

const zip = promisify(gzip)
const compress = promisify(brotliCompress)

/** Compresses content outside the event loop. */
export async function gzippedContent(type: string, body: Buffer): Promise<Content> {
  return { type, body, gzipped: await zip(body) }
}

/**
 * Compresses content outside the event loop, with brotli too, at a quality that takes a tenth of a second for a
 * megabyte.
 */
export async function compressedContent(type: string, body: Buffer): Promise<Content> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 7,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  const [gzipped, brotli] = await Promise.all([zip(body), compress(body, { params })])
  return { type, body, gzipped, brotli }
}

/** Adds the tag. It is weak, because it stands for the compressed content as well (RFC 9110, section 8.8.1). */
export function tagged(content: Content): TaggedContent {
  const tag = createHash('sha256').update(content.body).digest('base64url').slice(0, 22)
  return { ...content, etag: `W/"${tag}"` }
}

/** Sends content, or 304 if the client has it already (RFC 9110, section 13.1.2). */
export function sendTagged(
  req: Pick<Request, 'get' | 'acceptsEncodings'>,
  res: Response,
  content: TaggedContent,
): void {
  res.set('ETag', content.etag)
  if (isKnown(req, content.etag)) res.vary('Accept-Encoding').status(304).end()
  else sendContent(req, res, content)
}

/** Tells whether the client has the content already, by the header of its request. */
function isKnown(req: Pick<Request, 'get'>, etag: string): boolean {
  const known = req.get('If-None-Match')?.split(',') ?? []
  return known.some((tag) => tag.trim() === '*' || tag.trim().replace(/^(W\/)?/, 'W/') === etag)
}

/**
 * Chooses an encoding that the client takes (RFC 9110, section 12.5.3). If it takes all of them alike, as browsers
 * do, which list the smallest last, the order of `offered` decides.
 *
 * @param offered the best first
 * @returns undefined if the client takes none of them, or would rather have none
 */
export function encodingFor<Name extends string>(
  req: Pick<Request, 'get' | 'acceptsEncodings'>,
  offered: readonly Name[],
): Name | undefined {
  const wanted = req.acceptsEncodings(...offered, 'identity')
  const isAlike = !/;\s*q=/i.test(req.get('Accept-Encoding') ?? '')
  if (isAlike && wanted !== 'identity') return offered.find((name) => req.acceptsEncodings(name) === name)
  return offered.find((name) => name === wanted)
}

/** Sends content in the best encoding that the client takes. */
export function sendContent(
  req: Pick<Request, 'get' | 'acceptsEncodings'>,
  res: Response,
  content: Content,
): void {
  const { type, body, gzipped, brotli } = content
  const encoded = { br: brotli, gzip: gzipped }
  const offered = (['br', 'gzip'] as const).filter((name) => encoded[name] !== undefined)
  const encoding = encodingFor(req, offered)
  res.set({ 'Content-Type': type, 'X-Content-Type-Options': 'nosniff' }).vary('Accept-Encoding')
  if (encoding === undefined) {
    res.send(body)
    return
  }
  res.set('Content-Encoding', encoding)
  res.send(encoded[encoding])
}
