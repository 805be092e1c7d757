import { wellFormed } from '../../../base/text/well-formed.js'
import { rendererBusy } from './mistakes.js'
import { RenderError, RendererBusyError, type Renderer } from './rendering/compiling/source.js'

/**
 * Makes the plain text of a message that has HTML alone. The text is empty if it cannot be made, because the message
 * matters more.
 *
 * @throws ApiError 503 `unavailable`
 */
export async function textOfHtml(
  renderer: Pick<Renderer, 'textOf'>,
  workspaceId: string,
  html: string,
): Promise<string> {
  try {
    return wellFormed(await renderer.textOf(workspaceId, html))
  } catch (error) {
    if (error instanceof RenderError) return ''
    throw error instanceof RendererBusyError ? rendererBusy(error) : error
  }
}
