import type { Request, Response } from 'express'

/**
 * A step on the way of a request, which ends the request by throwing. It returns a promise only if it has to wait:
 * requests go through their steps in a loop and not by Express's `next`, which costs a layer for each.
 */
export type Step = (req: Request, res: Response) => void | Promise<void>
