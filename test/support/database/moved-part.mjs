// Loaded before the built service (`--import`), it makes pglite-socket one whose queue has another name for what all
// messages of clients go through, as a later release may have.
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

const { queryQueue } = new PGLiteSocketServer({ db: {}, path: '/nowhere' })
const queue = Object.getPrototypeOf(queryQueue)
queue.push = queue.enqueue
delete queue.enqueue
