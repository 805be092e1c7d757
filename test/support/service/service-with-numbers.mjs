// Runs the built service with numbers that are not in its environment. Arguments: the numbers as JSON, by
// their group in the configuration; the built config.js; the built service.js. SIGTERM ends it.
import process from 'node:process'
import pino from 'pino'

const [numbers, ...files] = process.argv.slice(2)
const [{ readConfig }, { startService }] = await Promise.all(files.map((file) => import(file)))
const config = { ...readConfig(process.env) }
for (const [group, own] of Object.entries(JSON.parse(numbers))) config[group] = { ...config[group], ...own }
await startService(config, pino({ level: config.logLevel }), {
  beforeServing: (service) => process.once('SIGTERM', () => void service.stop().then(() => process.exit(0))),
})
