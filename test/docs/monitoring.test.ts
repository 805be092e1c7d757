import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { headingSlugs } from '../../scripts/pages/headings/slugs.js'
import { documentOf, tableOf, textOf } from '../support/documentation/documents.js'
import { scratchFolder } from '../support/run/scratch-folder.js'
import { startTestService, type TestService } from '../support/service/service.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const rulesFolder = path.join(root, 'deploy/prometheus')

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

const rules = (
  parse(readFileSync(path.join(rulesFolder, 'postseal.rules.yml'), 'utf8')) as {
    groups: { rules: Rule[] }[]
  }
).groups.flatMap((group) => group.rules)

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: readonly { readonly expr: string }[]
}

const dashboard = JSON.parse(readFileSync(path.join(root, 'deploy/grafana/postseal.json'), 'utf8')) as {
  panels: Panel[]
  templating: { list: { name: string; query: string | { query: string } }[] }
}

/** Matches the metrics that are documented together: they are prom-client's own. */
const defaults = /^(process|nodejs)_/

let service: TestService
let served: string
beforeAll(async () => {
  // A receiver that offers TLS has a metric more, and submission has its own.
  const tls = (name: string) => path.join(root, `test/support/tls/mx-${name}.pem`)
  service = await startTestService({
    env: {
      POSTSEAL_INBOUND_TLS_CERT: tls('leaf'),
      POSTSEAL_INBOUND_TLS_KEY: tls('leaf-key'),
      POSTSEAL_SUBMISSION_PORT: '0',
    },
  })
  await fetch(`${service.url}/readyz`)
  served = await (await fetch(`${service.url}/metrics`)).text()
})
afterAll(() => service.stop())

/** The type of each metric that is served. */
function servedTypes(): Map<string, string> {
  return new Map(
    [...served.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  )
}

/** The names of the labels of each metric, as far as it has values, without those of all histograms. */
function servedLabels(): Map<string, Set<string>> {
  const labels = new Map<string, Set<string>>()
  for (const [, name = '', inside = ''] of served.matchAll(/^(\w+)\{(.*)\} /gm)) {
    const of = name.replace(/_(bucket|sum|count)$/, '')
    const known = labels.get(of) ?? new Set()
    for (const [, label = ''] of inside.matchAll(/(\w+)="/g)) if (label !== 'le') known.add(label)
    labels.set(of, known)
  }
  return labels
}

/** The names of metrics in an expression of PromQL. */
function metricsIn(expression: string): string[] {
  return [...expression.matchAll(/\b(?:postseal|process|nodejs)_\w+/g)].map(([name]) => name)
}

/** Returns the metrics that no service has. */
function unknown(names: readonly string[]): string[] {
  const types = servedTypes()
  return names.filter((name) => {
    const of = name.replace(/_(bucket|sum|count)$/, '')
    return !types.has(name) && types.get(of) !== 'histogram'
  })
}

test('the table has every metric that a service of all roles serves, and no other', () => {
  const [, ...rows] = tableOf(textOf('docs/operate/monitoring.md'), 'postseal_build_info')
  const table = new Map(
    rows.map(([name = '', type = '', labels = '']) => [name.replaceAll('`', ''), { type, labels }]),
  )
  const own = [...servedTypes()].filter(([name]) => !defaults.test(name))
  const documented = [...table].filter(([name]) => !defaults.test(name))
  expect(Object.fromEntries(documented.map(([name, { type }]) => [name, type]))).toEqual(
    Object.fromEntries(own),
  )
  expect([...table.keys()].filter((name) => defaults.test(name))).toEqual(['process_*', 'nodejs_*'])
  for (const [name, labels] of servedLabels()) {
    if (defaults.test(name)) continue
    const listed = [...(table.get(name)?.labels ?? '').matchAll(/`(\w+)`/g)].map(([, label]) => label)
    expect(
      [...labels].filter((label) => !listed.includes(label)),
      `labels of ${name}`,
    ).toEqual([])
  }
})

test('each alert is of metrics that exist, waits, and says what to do and where that is written', () => {
  expect(rules.length).toBeGreaterThan(15)
  expect(unknown(rules.flatMap(({ expr }) => metricsIn(expr)))).toEqual([])
  for (const { alert, for: wait, labels, annotations } of rules) {
    expect(wait, alert).toMatch(/^\d+[mh]$/)
    expect(labels.severity, alert).toMatch(/^(critical|warning)$/)
    expect(annotations.summary?.length, alert).toBeGreaterThan(10)
    expect(annotations.description?.length, alert).toBeGreaterThan(60)
    const [file = '', heading] = (annotations.runbook ?? '').split('#')
    const slugOf = headingSlugs()
    const headings = [...documentOf(file).text.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
      slugOf(text.replaceAll('`', '')),
    )
    expect(headings, alert).toContain(heading)
  }
})

test('the dashboard asks for metrics that exist, and its panels do not overlap', () => {
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  expect(expressions.length).toBeGreaterThan(30)
  const variables = dashboard.templating.list.map(({ query }) =>
    typeof query === 'string' ? query : query.query,
  )
  expect(unknown([...expressions, ...variables].flatMap(metricsIn))).toEqual([])
  const taken = new Set<string>()
  for (const { title, gridPos } of dashboard.panels) {
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24)
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        expect(taken.has(`${x},${y}`), title).toBe(false)
        taken.add(`${x},${y}`)
      }
    }
  }
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
})

test('the dashboard shows every metric of the service', () => {
  const shown = new Set(
    dashboard.panels
      .flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsIn(expr)))
      .map((name) => name.replace(/_(bucket|sum|count)$/, '')),
  )
  const own = [...servedTypes().keys()].filter((name) => name.startsWith('postseal_'))
  expect(own.filter((name) => !shown.has(name))).toEqual([])
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool) process.stderr.write('promtool is left out of the tests: it is not installed.\n')

test.skipIf(!hasPromtool)('promtool takes the rules, and they fire in their cases and in no others', () => {
  const run = (...args: string[]) =>
    execFileSync('promtool', args, { cwd: rulesFolder, encoding: 'utf8', stdio: 'pipe' })
  expect(run('check', 'rules', 'postseal.rules.yml')).toContain('SUCCESS')
  expect(run('test', 'rules', 'postseal.rules.test.yml')).toContain('SUCCESS')
  // promtool checks expressions in rules only.
  const shown = dashboard.panels
    .flatMap(({ targets = [] }) => targets)
    .map(({ expr }, index) => ({ record: `r${index}`, expr: expr.replaceAll('$__rate_interval', '5m') }))
  const file = path.join(scratchFolder, 'dashboard.rules.yml')
  writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules: shown }] }))
  expect(run('check', 'rules', file)).toContain(`SUCCESS: ${shown.length} rules`)
})
