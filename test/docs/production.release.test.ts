import { copyFileSync, appendFileSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { startDns, type TestDns } from '../support/domains/dns.js'
import { textOf } from '../support/documentation/documents.js'
import { madeRelease } from '../support/service/made-release.js'
import { heldPort } from '../support/network/ports.js'
import type { Started } from '../support/service/process.js'
import { installingMs, standInHost, type StandInHost } from '../support/documentation/stand-in-host.js'
import { until } from '../support/time/until.js'

/**
 * Follows docs/operate/production.md from the tarball of the release, as its user would: every command of these sections,
 * in one shell. The PostgreSQL is that of the tests. Programs stand in for what needs root and the internet, mail goes
 * to the sink, and the sections about the proxy are left out.
 */

const page = textOf('docs/operate/production.md')
const postgres = new URL(inject('postgresUrl'))
const name = `production_${process.pid}`

vi.setConfig({ testTimeout: installingMs + 60_000 })

let port: number
let dns: TestDns
let host: StandInHost
let service: Started | undefined

beforeAll(async () => {
  port = await heldPort()
  dns = await startDns({
    'mail.shop.example': { A: ['203.0.113.10'] },
    'bounces.shop.example': { MX: [[10, 'mail.shop.example']], TXT: ['v=spf1 a:mail.shop.example -all'] },
  })
  host = standInHost(port, postgres.href, [
    [/127\.0\.0\.1:4000/g, `127.0.0.1:${port}`],
    [/127\.0\.0\.1:5432\/postseal/g, `${postgres.host}/${name}`],
    [/create database postseal\b/g, `create database ${name}`],
    [/\bpostseal_(owner|service)\b/g, `${name}_$1`],
  ])
  const release = await madeRelease()
  for (const file of readdirSync(release).filter((each) => /^(postseal-server-|SHA256SUMS$)/.test(each))) {
    copyFileSync(path.join(release, file), host.at(path.join('root', file)))
  }
})

afterAll(async () => {
  await service?.kill()
  await host?.close()
  await dns?.close()
  const admin = new pg.Client(postgres.href)
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`drop role if exists ${name}_owner`)
  await admin.query(`drop role if exists ${name}_service`)
  await admin.end()
})

/** The commands of a section, block by block. */
function commandsOf(section: string): string[] {
  const text = page.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? ''
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
  if (blocks.length === 0) throw new Error(`The page has no commands in the section ${section}.`)
  return blocks
}

test('the host gets its name, its packages and a database', async () => {
  for (const block of commandsOf('DNS and the network')) await host.type(block)
  for (const block of commandsOf('Packages')) await host.type(block)
  for (const block of commandsOf('PostgreSQL')) expect(await host.type(block)).toBe('')
  expect(host.asked()).toEqual(
    expect.arrayContaining([
      'hostnamectl set-hostname mail.shop.example',
      'apt-get install -y nodejs postgresql caddy',
    ]),
  )
})

test('the service is installed from the file of the release, and answers', async () => {
  const [install = '', start = '', ...others] = commandsOf('The service')
  expect(others).toEqual([])
  const printed = await host.type(install)
  expect(printed).toMatch(/^postseal-server-\S+\.tgz: OK$/m)
  expect(printed).toContain('10 mail.shop.example')
  const env = host.at('etc/postseal/env')
  expect(statSync(env).mode & 0o077).toBe(0)
  expect(readFileSync(env, 'utf8')).toMatch(/^POSTSEAL_MIGRATION_DATABASE_URL=/m)

  const [inbound, sink] = await Promise.all([heldPort(), heldPort()])
  const own = {
    PORT: port,
    POSTSEAL_INBOUND_PORT: inbound,
    POSTSEAL_SINK_PORT: sink,
    POSTSEAL_TRANSPORT: 'sink',
    POSTSEAL_DNS_SERVERS: dns.server,
    POSTSEAL_SHUTDOWN_GRACE: 0,
  }
  appendFileSync(
    env,
    Object.entries(own)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  )
  const [answer] = await Promise.all([
    host.type(start),
    host.startWhenEnabled('postseal').then((started) => (service = started)),
  ])
  expect(answer).toMatch(/^\{"status":"ready", ?"/)
})

test('the domain is verified once its records are there, and the owner can sign in', async () => {
  const [given = '', doctor = ''] = commandsOf('Domains and keys')
  expect(doctor).toBe('postseal doctor\n')
  const [add = '', ...others] = given.split('\n')
  const records = await host.type(add)
  for (const [, at = '', value = ''] of records.matchAll(
    /^ +name +(\S+)\n +type +TXT\n +expected +(".*)$/gm,
  )) {
    dns.zone[at] = { TXT: [[...value.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text)] }
  }
  expect(Object.keys(dns.zone)).toContain('_dmarc.shop.example')
  const printed = await host.type(others.join('\n'))
  expect(printed).toMatch(/^shop\.example  verified$/m)
  expect(printed).toMatch(/https:\/\/mail\.shop\.example\/console\S+/)
})

test('the first mail is delivered', async () => {
  const [send = ''] = commandsOf('The first mail')
  const printed = await host.type(send)
  expect(printed).toContain('"status":"queued"')
  const [, ask = ''] = /\n(curl [^\n]*message-logs[^\n]*)\n/.exec(send) ?? []
  await until(async () => (await host.type(ask)).includes('"status":"delivered"'), 'the mail to be delivered')
})

test('the backup of each night is written', async () => {
  for (const block of commandsOf('Backup')) expect(await host.type(block)).toMatch(/\d{4}-\d\d-\d\d\.dump\n/)
  expect(host.asked()).toContain('pg_dump --format=custom postseal')
})
