// Loaded before the built service (`--import`), it keeps beside the embedded database's folder what of it
// would be on the disk after a power cut: the folder's copy `POWER_CUT_COPY`. The rules are those of a
// journaling file system:
//
// - What is written to the write-ahead log gets there by a flush of its file, and in no other way.
// - What is written to another file gets there by a flush of that file, or by itself: of every two writes one does at
//   once, since a system may write at any time.
// - Files that are made, renamed and removed are so there by the next fsync of any file or folder.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { isMainThread } from 'node:worker_threads'

const folder = path.join(process.env.POSTSEAL_DATA_DIR, 'db')
const copy = process.env.POWER_CUT_COPY
const real = { ...fs }

/**
 * The files as PostgreSQL has them, by path below the folder; each with what is not on the disk yet, and what flushes in
 * flight cover.
 */
const files = new Map()
/** The open ones, by file descriptor. */
const opened = new Map()
/** Done to names, and not on the disk yet. */
let names = []
let writes = 0

const inCopy = (name) => path.join(copy, name)
const nameOf = (file) => {
  const name = path.relative(folder, path.resolve(String(file)))
  return name.startsWith('..') ? undefined : name
}
const isLog = ({ name }) => /^pg_wal\/[0-9A-F]{24}$/.test(name)

function known(name) {
  if (!files.has(name))
    files.set(name, { name, there: fs.existsSync(inCopy(name)), pending: [], covered: [] })
  return files.get(name)
}

function commitNames() {
  for (const commit of names.splice(0)) commit()
}

/** Puts changes of a file to the copy. */
function apply(file, changes) {
  if (!file.there) commitNames()
  const handle = real.openSync(inCopy(file.name), 'r+')
  for (const { data, position, size } of changes) {
    if (size === undefined) real.writeSync(handle, data, 0, data.length, position)
    else real.ftruncateSync(handle, size)
  }
  real.closeSync(handle)
}

/**
 * Returns the writes that a flush puts to the copy, from the earliest on. By its end the copy also has the writes
 * that another flush in flight covers, but never later ones without earlier ones.
 */
function unflushed(file) {
  return [...file.covered.flatMap((changes) => changes.splice(0)), ...file.pending.splice(0)]
}

function change(file, one) {
  writes += 1
  // Not before the earlier changes of the same place: all of them go.
  if (!isLog(file) && file.there && writes % 2 === 0) apply(file, [...file.pending.splice(0), one])
  else file.pending.push(one)
}

function made(name, isFolder) {
  const file = { name, there: false, pending: [], covered: [] }
  files.set(name, file)
  names.push(() => {
    if (isFolder) real.mkdirSync(inCopy(name), { recursive: true })
    else real.writeFileSync(inCopy(name), '')
    file.there = true
  })
  return file
}

const own = {
  openSync(file, ...rest) {
    const name = nameOf(file)
    const before = name !== undefined && real.existsSync(file)
    const handle = real.openSync(file, ...rest)
    if (name !== undefined) opened.set(handle, before || files.has(name) ? known(name) : made(name, false))
    return handle
  },
  closeSync(handle) {
    opened.delete(handle)
    return real.closeSync(handle)
  },
  writeSync(handle, buffer, offset, length, position) {
    const written = real.writeSync(handle, buffer, offset, length, position)
    const file = opened.get(handle)
    if (file !== undefined)
      change(file, { data: Buffer.from(buffer.slice(offset, offset + written)), position })
    return written
  },
  ftruncateSync(handle, size) {
    real.ftruncateSync(handle, size)
    if (opened.has(handle)) change(opened.get(handle), { size })
  },
  truncateSync(file, size) {
    real.truncateSync(file, size)
    const name = nameOf(file)
    if (name !== undefined) change(known(name), { size })
  },
  writeFileSync(file, ...rest) {
    real.writeFileSync(file, ...rest)
    const name = nameOf(file)
    if (name !== undefined) made(name, false)
  },
  mkdirSync(file, ...rest) {
    real.mkdirSync(file, ...rest)
    const name = nameOf(file)
    if (name !== undefined) made(name, true)
  },
  renameSync(from, to) {
    real.renameSync(from, to)
    const [before, after] = [nameOf(from), nameOf(to)]
    if (before === undefined || after === undefined) return
    const file = known(before)
    files.delete(before)
    files.set(after, file)
    names.push(() => real.renameSync(inCopy(before), inCopy(after)))
    // Its changes go to the new name. One that is not in the copy yet has it by the time they do.
    if (file.there) commitNames()
    file.name = after
  },
  unlinkSync(file) {
    real.unlinkSync(file)
    const name = nameOf(file)
    if (name === undefined) return
    files.delete(name)
    names.push(() => real.rmSync(inCopy(name), { force: true }))
  },
  rmdirSync(file) {
    real.rmdirSync(file)
    const name = nameOf(file)
    if (name !== undefined) names.push(() => real.rmSync(inCopy(name), { recursive: true, force: true }))
  },
  fsyncSync(handle) {
    const file = opened.get(handle)
    if (file === undefined) return real.fsyncSync(handle)
    commitNames()
    const changes = unflushed(file)
    if (changes.length > 0) apply(file, changes)
  },
  fdatasyncSync(handle) {
    const file = opened.get(handle)
    if (file === undefined) return real.fdatasyncSync(handle)
    apply(file, unflushed(file))
  },
  fdatasync(handle, ended) {
    const file = opened.get(handle)
    if (file === undefined) return real.fdatasync(handle, ended)
    // What is written while it is in flight waits for the next one. A reply that does not wait comes before
    // its end.
    const covered = file.pending.splice(0)
    file.covered.push(covered)
    setTimeout(() => {
      apply(file, covered.splice(0))
      file.covered = file.covered.filter((each) => each !== covered)
      ended(null)
    }, 40)
  },
}

// The database has a thread of its own.
if (!isMainThread) {
  real.cpSync(folder, copy, { recursive: true })
  Object.assign(fs, own)
  syncBuiltinESMExports()
}
