import { Context, type Liquid } from 'liquidjs'

/**
 * A context that shows what is missing as its path in brackets: `[order.total]`. A preview without values
 * shows the shape of a mail with it.
 */
export class FillingContext extends Context {
  override *_getFromScope(
    scope: unknown,
    paths: string | (string | number)[],
    _strictVariables?: boolean,
  ): IterableIterator<unknown> {
    const path = typeof paths === 'string' ? paths.split('.') : paths
    let value = scope
    for (const part of path) {
      value = (yield this.readProperty(value as object, part)) as unknown
      if (value === undefined) return `[${path.join('.')}]`
    }
    return value
  }

  override spawn(scope: object = {}): FillingContext {
    const { sync, globals, strictVariables, ownPropertyOnly, renderLimit, memoryLimit } = this
    return new FillingContext(
      scope,
      this.opts,
      { sync, globals, strictVariables, ownPropertyOnly },
      { renderLimit, memoryLimit, liquid: this.liquid as Liquid },
    )
  }
}
