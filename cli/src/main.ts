#!/usr/bin/env node
/** The program `postseal` of the package postseal-cli. Read client-command.ts next. */
import { readFileSync } from 'node:fs'
import { runClientCommand } from './client-command.js'
import type { Catalog } from './contract/catalog.js'

/** Reads a JSON file of the package. The path is relative to the folder of the built program. */
function read<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as T
}

const { version } = read<{ version: string }>('../package.json')
const catalog = read<Catalog>('./catalog.json')
process.exitCode = await runClientCommand(process.argv.slice(2), process, { version, catalog })
