import { useEffect, useState } from 'preact/hooks'

/** A value that several parts of the page share. */
export interface Store<Value> {
  get(): Value
  set(value: Value): void
  /** Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Returns the value of a store; the component renders again when the value changes. */
export function useStore<Value>(store: Store<Value>): Value {
  const [value, setValue] = useState(() => store.get())
  useEffect(() => {
    const update = () => setValue(() => store.get())
    update()
    return store.subscribe(update)
  }, [store])
  return value
}
