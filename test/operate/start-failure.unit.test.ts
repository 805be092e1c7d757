import { expect, test } from 'vitest'
import { readConfig } from '../../server/platform/config/config.js'
import { explainStartFailure } from '../../server/operate/start-failure.js'

/** Tests the messages to the operator if the environment or the machine is not as the service needs it. */

const env = {
  DATABASE_URL: 'postgres://app:hunter2@db.example:5433/mail',
  POSTSEAL_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  POSTSEAL_DATA_DIR: '/srv/postseal',
}
const failure = (fields: object) => Object.assign(new Error('it failed'), fields)
const told = (fields: object, more: Record<string, string> = {}) =>
  explainStartFailure(failure(fields), readConfig({ ...env, ...more }))?.sentence

const tls = { POSTSEAL_INBOUND_TLS_CERT: '/tls/cert.pem', POSTSEAL_INBOUND_TLS_KEY: '/tls/key.pem' }
const listening = { syscall: 'listen', address: '::' }

test.each<[string, object, Record<string, string>, RegExp]>([
  [
    'a port that another process has',
    { ...listening, code: 'EADDRINUSE', port: 2525 },
    { POSTSEAL_SINK_PORT: '2525' },
    /^Port 2525 is taken: .* Set POSTSEAL_SINK_PORT to another port, /,
  ],
  ...Object.entries({
    PORT: 4000,
    POSTSEAL_SINK_PORT: 2525,
    POSTSEAL_INBOUND_PORT: 2526,
    POSTSEAL_SUBMISSION_PORT: 2587,
    POSTSEAL_SUBMISSION_TLS_PORT: 2465,
  }).map(([variable, port]): [string, object, Record<string, string>, RegExp] => [
    `the port of ${variable}, taken by a first service`,
    { ...listening, code: 'EADDRINUSE', port },
    // The others are the usual ones.
    { ...tls, POSTSEAL_SUBMISSION_PORT: '2587', POSTSEAL_SUBMISSION_TLS_PORT: '2465' },
    new RegExp(
      `^Port ${port} is taken: .* Set ${variable} to another port, .* its own PORT, POSTSEAL_SINK_PORT, POSTSEAL_INBOUND_PORT and`,
    ),
  ]),
  [
    'a port that two of its own variables name',
    { ...listening, code: 'EADDRINUSE', port: 2526 },
    { PORT: '2526', POSTSEAL_INBOUND_PORT: '2526' },
    /^PORT and POSTSEAL_INBOUND_PORT are both 2526\. /,
  ],
  [
    'a port that this user may not have',
    { ...listening, code: 'EACCES', port: 25 },
    { POSTSEAL_INBOUND_PORT: '25' },
    /^This user is not allowed to listen on port 25 \(EACCES\)\. Set POSTSEAL_INBOUND_PORT to a port above 1023\.$/,
  ],
  [
    'an address of another machine',
    { ...listening, code: 'EADDRNOTAVAIL', port: 2525, address: '192.0.2.1' },
    { POSTSEAL_SINK_HOST: '192.0.2.1' },
    /^An address to listen on does not belong to this machine: .* See POSTSEAL_SINK_HOST, POSTSEAL_INBOUND_HOST and POSTSEAL_SUBMISSION_HOST\.$/,
  ],
  [
    'a name without an address',
    { syscall: 'getaddrinfo', code: 'ENOTFOUND', hostname: 'mx.nowhere.example' },
    { POSTSEAL_INBOUND_HOST: 'mx.nowhere.example' },
    /^POSTSEAL_INBOUND_HOST is mx\.nowhere\.example, which has no address \(ENOTFOUND\)\. /,
  ],
  [
    'a database whose name has no address',
    { syscall: 'getaddrinfo', code: 'ENOTFOUND', hostname: 'db.example' },
    {},
    /^The database at db\.example:5433 cannot be reached \(ENOTFOUND\)\. See DATABASE_URL\.$/,
  ],
  [
    'a wrong password',
    { code: '28P01' },
    {},
    /^The database at db\.example:5433 does not accept this user and/,
  ],
  [
    'no such database',
    { code: '3D000' },
    {},
    /^The database at db\.example:5433 has no database of this name/,
  ],
  [
    'a user without rights',
    { code: '42501' },
    {},
    /^The database at db\.example:5433 does not let this user/,
  ],
  [
    'a certificate that is not there',
    { code: 'ENOENT', syscall: 'open', path: '/tls/cert.pem' },
    tls,
    /^POSTSEAL_INBOUND_TLS_CERT: \/tls\/cert\.pem cannot be read \(ENOENT\)\.$/,
  ],
  [
    'a key that this user may not read',
    { code: 'EACCES', syscall: 'open', path: '/tls/key.pem' },
    tls,
    /^POSTSEAL_INBOUND_TLS_KEY: \/tls\/key\.pem cannot be read \(EACCES\)\.$/,
  ],
  [
    'a data folder that this user may not write to',
    { code: 'EACCES', syscall: 'open', path: '/srv/postseal/secret.key' },
    {},
    /^The data folder \/srv\/postseal cannot be used: \/srv\/postseal\/secret\.key: this user is not allowed to write there/,
  ],
  [
    'a disk that is full',
    { code: 'ENOSPC', syscall: 'write', path: '/srv/postseal/sink' },
    {},
    /: the disk is full \(ENOSPC\)\. Set POSTSEAL_DATA_DIR to a folder that this user can write to\.$/,
  ],
])('%s', (_what, fields, more, sentence) => {
  expect(told(fields, more)).toMatch(sentence)
  expect(told(fields, more)).not.toContain('hunter2')
})

test.each([
  ['nobody listens', { code: 'ECONNREFUSED', syscall: 'connect' }, 1],
  ['too many connections', { code: '53300' }, 1],
  ['it starts', { code: '57P03' }, 1],
  ['it became a standby', { code: '25006' }, 1],
  ['a wrong password', { code: '28P01' }, 2],
  ['no such database', { code: '3D000' }, 2],
  ['a taken port', { ...listening, code: 'EADDRINUSE', port: 2525 }, 2],
  ['an unknown host to listen on', { syscall: 'getaddrinfo', code: 'ENOTFOUND', hostname: 'mx.x' }, 2],
])('a supervisor starts again where it may pass: %s', (_what, fields, code) => {
  const config = readConfig({ ...env, POSTSEAL_INBOUND_HOST: 'mx.x' })
  expect(explainStartFailure(failure(fields), config)?.exitCode).toBe(code)
})

test.each([
  ['a bug', {}],
  ['a file elsewhere', { code: 'EACCES', syscall: 'open', path: '/srv/postseal-other/file' }],
  ['another failure to listen', { ...listening, code: 'EINVAL', port: 2525 }],
])('%s has no sentence', (_what, fields) => {
  expect(told(fields)).toBeUndefined()
})
