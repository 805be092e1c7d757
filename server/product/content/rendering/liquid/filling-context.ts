import { Context, type Liquid } from 'liquidjs'
import { contactName } from './contact-paths.js'

/**
 * Shows missing values as their paths in brackets: `[order.total]`. A preview without values shows the shape of a
 * mail with it.
 *
 * If the preview has a contact, the contact's values are known, so a property that it lacks is missing as in a mail,
 * and `default` and conditions see that. Only the paths in {@link failing} are shown in brackets, those without which
 * a mail could not be rendered.
 */
export class FillingContext extends Context {
  /** Paths of the contact to show in brackets; undefined if the preview has no contact. */
  failing: readonly string[] | undefined;

  override *_getFromScope(
    scope: unknown,
    paths: string | (string | number)[],
    _strictVariables?: boolean,
  ): IterableIterator<unknown> {
    const path = typeof paths === 'string' ? paths.split('.') : paths
    if (path[0] === contactName && this.failing !== undefined) {
      const written = `${path.join('.')}.`
      const fails = this.failing.some((each) => written.startsWith(`${each}.`))
      if (!fails) return (yield* super._getFromScope(scope, path)) as unknown
    }
    let value = scope
    for (const part of path) {
      value = (yield this.readProperty(value as object, part)) as unknown
      if (value === undefined) return `[${path.join('.')}]`
    }
    return value
  }

  override spawn(scope: object = {}): FillingContext {
    const { sync, globals, strictVariables, ownPropertyOnly, renderLimit, memoryLimit } = this
    const spawned = new FillingContext(
      scope,
      this.opts,
      { sync, globals, strictVariables, ownPropertyOnly },
      { renderLimit, memoryLimit, liquid: this.liquid as Liquid },
    )
    spawned.failing = this.failing
    return spawned
  }
}
