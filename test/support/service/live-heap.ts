import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => void) | undefined

/**
 * The bytes that are really held, in the heap and in buffers: V8 collects the garbage first, which takes a while.
 * V8 frees buffers in another thread after a collection and waits for that thread when the next one begins, so there
 * are two.
 */
export function liveBytes(): number {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
