import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hasRoom, readMemory } from '../support/run/memory.js'

const gigabytes = (count: number) => count * 1024 ** 3

describe('where a run keeps its files', () => {
  test.each([
    { folder: 12, machine: 20, groups: [], memory: true },
    { folder: 24, machine: 6, groups: [], memory: true },
    // The folder says what it might take, and not what there is.
    { folder: 24, machine: 5.9, groups: [], memory: false },
    { folder: 2.9, machine: 20, groups: [], memory: false },
    { folder: 24, machine: 20, groups: [8, 6], memory: true },
    { folder: 24, machine: 20, groups: [8, 4], memory: false },
    { folder: 0, machine: 0, groups: [], memory: false },
  ])('$folder GB there, $machine GB free, groups with $groups GB: in memory is $memory', (readings) => {
    const { folder, machine, groups, memory } = readings
    const bytes = { folder: gigabytes(folder), machine: gigabytes(machine), groups: groups.map(gigabytes) }
    expect(hasRoom(bytes)).toBe(memory)
  })
})

describe('what the system tells', () => {
  const roots: string[] = []
  afterAll(() => roots.forEach((root) => rmSync(root, { recursive: true })))

  function systemWith(files: Record<string, string>): string {
    const root = mkdtempSync(path.join(tmpdir(), 'postseal-memory-'))
    roots.push(root)
    const all = { 'proc/meminfo': 'MemTotal: 24684096 kB\nMemAvailable:    2048 kB\n', ...files }
    for (const [file, text] of Object.entries(all)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      writeFileSync(path.join(root, file), text)
    }
    return root
  }

  test('version 2: each group with a limit, less what is cached only', () => {
    const root = systemWith({
      'proc/self/cgroup': '0::/user/run\n',
      'sys/fs/cgroup/user/run/memory.max': 'max\n',
      'sys/fs/cgroup/user/run/memory.current': '900\n',
      'sys/fs/cgroup/user/memory.max': '1000\n',
      'sys/fs/cgroup/user/memory.current': '900\n',
      'sys/fs/cgroup/user/memory.stat': 'anon 500\ninactive_file 300\n',
    })
    expect(readMemory(root)).toMatchObject({ machine: 2048 * 1024, groups: [400] })
  })

  test("version 1: a container's limit, whose path is that of the host", () => {
    const root = systemWith({
      'proc/self/cgroup': '5:cpu,cpuacct:/docker/c0ffee\n4:memory:/docker/c0ffee\n0::/\n',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': '1000\n',
      'sys/fs/cgroup/memory/memory.usage_in_bytes': '700\n',
      'sys/fs/cgroup/memory/memory.stat': 'inactive_file 7\ntotal_inactive_file 50\n',
    })
    expect(readMemory(root).groups).toEqual([350])
  })

  test('version 1: no limit is a number above all memory', () => {
    const root = systemWith({
      'proc/self/cgroup': '4:memory:/\n',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
      'sys/fs/cgroup/memory/memory.usage_in_bytes': '700\n',
    })
    expect(readMemory(root).groups).toEqual([])
  })

  test('a system that does not tell has no room', () => {
    const root = mkdtempSync(path.join(tmpdir(), 'postseal-memory-'))
    roots.push(root)
    expect(hasRoom(readMemory(root))).toBe(false)
  })
})
