import { afterAll } from 'vitest'
import { endProcesses } from '../service/process.js'

/** Runs before each test file, also where files share a process. */
afterAll(endProcesses)
