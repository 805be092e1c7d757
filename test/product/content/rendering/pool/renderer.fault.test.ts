import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cpuMsOf } from '../../../../../server/platform/sandbox/compute-limit.js'
import { parseContent, renderMail } from '../../../../../server/product/content/rendering/render.js'
import { maxWaitingOfWorkspace } from '../../../../../server/product/content/rendering/pool/render-pool.js'
import type * as Built from '../../../../../server/product/content/rendering/pool/renderer.js'
import type {
  Rendered,
  Renderer,
  RenderRequest,
  VersionSource,
} from '../../../../../server/product/content/rendering/compiling/source.js'
import { contact, stored, values } from '../../../../support/templates/stored-versions.js'
import { until } from '../../../../support/time/until.js'

/** The renderer with its processes: no template ends this process, holds it up, or takes its memory. */

let openRenderer: typeof Built.openRenderer
let renderer: Renderer
const ended: unknown[] = []

beforeAll(async () => {
  const built = new URL(
    '../../../../../dist/parts/product/content/rendering/pool/renderer.js',
    import.meta.url,
  )
  ;({ openRenderer } = (await import(built.href)) as Pick<typeof Built, 'openRenderer'>)
  renderer = openRenderer(({ workspaceId, key, failure }) => ended.push([workspaceId, key, failure]))
})
afterAll(() => renderer.close())

function sourceOf(html: string): VersionSource {
  const content = { subject: 'x', html, text: null, preheader: null }
  const variables = [{ name: 'v', type: 'object' as const, required: true }]
  return { kind: 'message', contents: { '': content }, variables, inlineCss: true }
}

async function requestOf(
  html: string,
  workspaceId: string,
  more: Partial<RenderRequest> = {},
): Promise<RenderRequest> {
  const { contents, variables } = await renderer.compile(workspaceId, sourceOf(html), new Map())
  const content = contents[''] ?? ''
  const values = { v: { a: 1 } }
  return {
    workspaceId,
    key: undefined,
    content,
    variables,
    values,
    contact: undefined,
    fillMissing: false,
    warn: false,
    ...more,
  }
}

async function run(html: string, workspaceId = 'a'): Promise<Rendered> {
  return renderer.render(await requestOf(html, workspaceId))
}

/** Asks again, as callers do, while the renderer says that the machine is too busy to judge a template. */
async function unlessBusy<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if ((error as Error).name !== 'RendererBusyError') throw error
    }
  }
}

/** Compiles and renders a template, and returns the codes of its mistakes, or its length. */
async function endOf(html: string): Promise<string | number> {
  try {
    return (await unlessBusy(() => run(html))).html?.length ?? 0
  } catch (error) {
    const { mistakes, name } = error as { mistakes?: readonly { code: string }[]; name: string }
    return mistakes?.map(({ code }) => code)[0] ?? name
  }
}

const doubled = (first: string, times: number) =>
  `{% assign a = "${first}" %}{% for i in (1..${times}) %}{% capture a %}{{ a }}{{ a }}{% endcapture %}{% endfor %}`

describe('a template that wants too much is ended', () => {
  test.each([
    ['an endless range', '{% for i in (1..1000000000) %}{% endfor %}'],
    ['a range without an end', '{% for i in (1..999999999999999999999999) %}x{% endfor %}'],
    ['a range in a value', '{% assign a = (1..1000000000) %}{{ a | size }}'],
    ['a range in a table', '{% tablerow i in (1..100000000) %}x{% endtablerow %}'],
    [
      'loops in loops',
      '{% for i in (1..9999) %}{% for j in (1..9999) %}{% for k in (1..9999) %}{% endfor %}{% endfor %}{% endfor %}',
    ],
    ['text that doubles', `${doubled('xxxxxxxxxx', 60)}{{ a | size }}`],
    ['text that is escaped', `${doubled('<<<<<<<<<<', 26)}{{ a | escape | size }}`],
    [
      'text that is replaced by more',
      '{% assign a = "xxxxxxxxxxxxxxxx" %}{% for i in (1..20) %}{% assign a = a | replace: "x", "xxxxxxxxxxxxxxxx" %}{% endfor %}{{ a | size }}',
    ],
    [
      'text in base64',
      `${doubled('xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', 21)}{% assign a = a | base64_encode %}{{ a | size }}`,
    ],
    // GHSA-hh27-hf48-9f5q: widths that no limit counted.
    ['a date with a wide field', '{{ "2020-01-01" | date: "%1000000000Y" }}'],
    ['a date with many wide fields', `{{ 1 | date: "${'%4999999d'.repeat(200)}" | size }}`],
    // GHSA-8xx9-69p8-7jp3: loops without a body never looked at the clock.
    ['a loop without a body', '{% for i in (1..1500) %}{% for j in (1..4900000) %}{% endfor %}{% endfor %}'],
    [
      'a table without cells',
      '{% for i in (1..1500) %}{% tablerow j in (1..100000) %}{% endtablerow %}{% endfor %}',
    ],
    // GHSA-g357-x5c3-c72p and GHSA-mmg9-6m6j-jqqx: filters that did not count what they make.
    [
      'lists that are copied',
      '{% assign a = (1..900000) %}{% for i in (1..9999) %}{% assign b = a | pop | shift %}{% endfor %}',
    ],
    [
      'quadratic text',
      '{% capture a %}{% for i in (1..4000) %}xxxxxxxxxx{% endfor %}{% endcapture %}{% assign b = a | replace: "x", a %}{% assign b = b | replace: "x", a %}{{ b | size }}',
    ],
    [
      'a list that doubles',
      '{% assign a = "a,b,c,d" | split: "," %}{% for i in (1..40) %}{% assign a = a | concat: a %}{% endfor %}{{ a | size }}',
    ],
    [
      'lists that are sorted',
      '{% assign a = (1..900000) %}{% for i in (1..1000) %}{% assign a = a | reverse | sort %}{% endfor %}',
    ],
    [
      'JSON of a long list',
      '{% assign a = (1..200000) %}{% for i in (1..1000) %}{{ a | json: 10 | size }}{% endfor %}',
    ],
    ['tags nested too deep', '{% if true %}'.repeat(9_000) + 'x' + '{% endif %}'.repeat(9_000)],
    ['elements nested too deep', `<style>p { margin: 0 }</style>${'<div>'.repeat(60_000)}x`],
  ])('%s', async (_name, html) => {
    expect(await endOf(html)).toMatch(/^(limit_exceeded|too_long)$/)
    expect((await run('{{ v.a }}', 'b')).html).toBe('1')
  })

  test.each([
    [
      'output without end',
      '{% for i in (1..9999) %}{% for j in (1..9999) %}xxxxxxxxxxxxxxxxxxxxxxxxxxxxx{% endfor %}{% endfor %}',
    ],
    ['more tags than may be', '{{ v.a }}'.repeat(50_000)],
  ])('%s', async (_name, html) => expect(await endOf(html)).toMatch(/^(limit_exceeded|too_long)$/))

  test.each([
    [
      'a rule for each of many elements',
      `<style>${Array.from({ length: 9_000 }, (_, i) => `p.a${i} > b { margin: ${i}px }`).join('')}</style>${'<p><b>x</b></p>'.repeat(9_000)}`,
    ],
    ['tags that never close', '<'.repeat(400_000)],
    ['attributes that never close', `<style>p { margin: 0 }</style><p ${'a="'.repeat(100_000)}>`],
    ['blanks for patterns to try', `<style>${' '.repeat(200_000)}</style>${'<a '.repeat(1_000)}x`],
    [
      'text for filters to try',
      `{% assign a = "${'- '.repeat(50_000)}" %}{{ a | slugify | size }}{{ a | strip_html | size }}{{ a | truncatewords: 99999 | size }}`,
    ],
  ])('or made, with nothing in between: %s', async (_name, html) => {
    await endOf(html)
    expect((await run('{{ v.a }}', 'b')).html).toBe('1')
  })
})

describe('what happens to the machine is no fault of a template', () => {
  /** A renderer of its own, so that it has one process. */
  async function withOneProcess(run: (own: Renderer, pid: number) => Promise<void>) {
    const before = new Set(renderProcesses().map(({ pid }) => pid))
    const told: string[] = []
    const own = openRenderer(({ failure }) => told.push(failure))
    try {
      await own.render(await requestOf('warm up', 'paused'))
      const [pid] = renderProcesses().flatMap((each) => (before.has(each.pid) ? [] : [each.pid]))
      // 0 would be all processes of this run.
      if (pid === undefined) throw new Error('the process that renders was not found')
      await run(own, pid)
    } finally {
      await own.close()
    }
    expect(told).toEqual([])
  }

  /** A template that computes for some 110 ms, a tenth of what it may. */
  const long =
    '{% for i in (1..300) %}{% for j in (1..300) %}{% assign k = j %}{% endfor %}{% endfor %}{{ v.a }}'

  test('a process that is stopped for as long as it may be held at most', async () => {
    const request = await requestOf('<p>{{ v.a }}</p>', 'paused')
    await withOneProcess(async (own, pid) => {
      process.kill(pid, 'SIGSTOP')
      const mail = own.render(request)
      expect((await mail).html).toBe('<p>1</p>')
    })
  })

  test('a process that is stopped in the middle of a render', async () => {
    const request = await requestOf(long, 'paused')
    await withOneProcess(async (own, pid) => {
      const before = cpuMsOf(pid)
      const mail = own.render(request)
      await until(() => cpuMsOf(pid) > before + 50, 'a render that has begun')
      process.kill(pid, 'SIGSTOP')
      setTimeout(() => process.kill(pid, 'SIGCONT'), 1_500)
      expect((await mail).html).toBe('1')
    })
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)('a process that something else ends by %s', async (signal) => {
    const request = await requestOf('<p>{{ v.a }}</p>', 'paused')
    await withOneProcess(async (own, pid) => {
      process.kill(pid, 'SIGSTOP')
      const mail = own.render(request)
      process.kill(pid, signal)
      process.kill(pid, 'SIGCONT')
      expect((await mail).html).toBe('<p>1</p>')
    })
  })
})

test('the same render is not tried again once it was ended', async () => {
  const html =
    '{% for i in (1..9999) %}{% for j in (1..9999) %}{% for k in (1..9999) %}{% endfor %}{% endfor %}{% endfor %}{{ v.a }}'
  const request = await requestOf(html, 'same', { key: 'same' })
  const ends = await Promise.allSettled(Array.from({ length: 1_000 }, () => renderer.render(request)))
  const codes = ends.map((end) =>
    end.status === 'rejected' ? (end.reason as { mistakes?: unknown[] }).mistakes : [],
  )
  expect(codes.every((mistakes) => mistakes?.length === 1)).toBe(true)
})

test('a workspace whose templates are ended does not hold up another', async () => {
  const html =
    '{% for i in (1..9999) %}{% for j in (1..9999) %}{% for k in (1..9999) %}{% endfor %}{% endfor %}{% endfor %}{{ v.a }}'
  const request = await requestOf(html, 'greedy')
  const greedy = Array.from({ length: 300 }, (_, a) =>
    renderer.render({ ...request, values: { v: { a } } }).then(
      () => 'rendered',
      (error: Error) => error.name,
    ),
  )
  const other = await requestOf('{{ v.a }}', 'other', { key: 'other' })
  const others = await Promise.all(Array.from({ length: 300 }, () => renderer.render(other)))
  expect(others.every((mail) => mail.html === '1')).toBe(true)
  const ends = new Set(await Promise.all(greedy))
  expect([...ends].sort()).toEqual(['RenderError', 'RendererBusyError'])
})

test('a workspace that fills its half of the queue leaves the other half to others', async () => {
  const greedy = await requestOf('{{ v.a }}', 'fills')
  const filling = Array.from({ length: maxWaitingOfWorkspace + 100 }, (_, a) =>
    renderer.render({ ...greedy, values: { v: { a } } }).then(
      () => 'rendered',
      (error: Error) => error.name,
    ),
  )
  const other = await renderer.render(await requestOf('{{ v.a }}', 'beside', { key: 'beside' }))
  expect(other.html).toBe('1')
  expect(await Promise.all(filling)).toContain('RendererBusyError')
})

test('a thousand renders at once are all made', async () => {
  const request = await requestOf('<p>{{ v.a }}</p>', 'thousand', { key: 'thousand' })
  const mails = await Promise.all(
    Array.from({ length: 1_000 }, (_, a) => renderer.render({ ...request, values: { v: { a } } })),
  )
  expect(mails.map((mail) => mail.html)).toEqual(Array.from({ length: 1_000 }, (_, a) => `<p>${a}</p>`))
})

test.each(['both', 'html'] as const)('what is built renders like its source: %s', async (name) => {
  const { content, variables } = stored[name]
  const common = { content, variables, contact, fillMissing: false, warn: false }
  const mail = await renderer.render({ workspaceId: 'stored', key: undefined, values, ...common })
  expect(mail).toEqual(renderMail(parseContent(content), { values: JSON.stringify(values), ...common }))
})

test('what is built fetches nothing', () => {
  const built = readFileSync(
    new URL('../../../../../dist/product/content/rendering/pool/process.js', import.meta.url),
    'utf8',
  )
  const asked = [...built.matchAll(/(?:from ?|require\(|import\()["'](?:node:)?([a-z_/]+)["']/g)].map(
    ([, name]) => name,
  )
  for (const name of ['http', 'https', 'http2', 'net', 'tls', 'dns', 'dgram', 'undici']) {
    expect(asked).not.toContain(name)
  }
  expect(asked).toContain('fs')
})

test('every render is answered while the renderer closes', async () => {
  const request = await requestOf('<p>{{ v.a }}</p>', 'closing', { key: 'closing' })
  const closing = openRenderer()
  await closing.render(request)
  await closing.render(request)
  const renders = Array.from({ length: 100 }, () => closing.render(request))
  // The next ones run as a batch.
  await renders[0]
  await closing.close()
  const ends = await Promise.allSettled(renders)
  expect(ends.some(({ status }) => status === 'rejected')).toBe(true)
})

test('each job that was ended is told of', async () => {
  const html = `<style>p { margin: 0 }</style>${'<div>'.repeat(60_000)}x`
  const compiled = unlessBusy(() => renderer.compile('told', sourceOf(html), new Map()))
  await expect(compiled).rejects.toThrow('1 mistakes')
  expect(ended).toContainEqual(['told', undefined, expect.stringMatching(/^(slow|ended)$/)])
})

test('the mistakes of all languages come at once', async () => {
  const inLanguage = (text: string) => ({ subject: 'x', html: null, text, preheader: null })
  const contents = { '': inLanguage('{{ a }}'), de: inLanguage('{{ b }}'), fr: inLanguage('x') }
  const source = { kind: 'message' as const, contents, variables: [], inlineCss: true }
  const error: unknown = await renderer.compile('all', source, new Map()).catch((reason: unknown) => reason)
  expect(error).toMatchObject({
    mistakes: [
      { variable: 'a', locale: '' },
      { variable: 'b', locale: 'de' },
    ],
  })
})

test('a variable is unused only if no language uses it', async () => {
  const inLanguage = (text: string) => ({ subject: 'x', html: null, text, preheader: null })
  const variables = ['a', 'b', 'c'].map((name) => ({ name, type: 'string' as const, required: false }))
  const contents = { '': inLanguage('{% if a %}x{% endif %}y'), de: inLanguage('{% if b %}x{% endif %}y') }
  const source = { kind: 'message' as const, contents, variables, inlineCss: true }
  const version = await renderer.compile('unused', source, new Map())
  for (const content of Object.values(version.contents)) {
    const request = {
      workspaceId: 'unused',
      key: undefined,
      content,
      variables,
      values: {},
      contact: undefined,
    }
    const { warnings } = await renderer.render({ ...request, fillMissing: false, warn: true })
    expect(warnings.map(({ variable }) => variable)).toEqual(['c'])
  }
})

test('the processes know nothing of this one, and have little memory', () => {
  const processes = renderProcesses()
  expect(processes.length).toBeGreaterThan(0)
  for (const { environment, peakMb } of processes) {
    expect(environment).toMatch(/^TZ=UTC( NODE_CHANNEL_\w+=\w+)*$/)
    expect(peakMb).toBeLessThan(150)
  }
})

function renderProcesses() {
  return childrenOfThis().filter(({ command }) => command.includes('content/rendering/pool/process'))
}

function childrenOfThis() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        if (/PPid:\s+(\d+)/.exec(status)?.[1] !== String(process.pid)) return []
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').replaceAll('\0', ' ').trim()
        const peakMb = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
        return [{ pid: Number(pid), command, environment, peakMb }]
      } catch {
        return []
      }
    })
}
