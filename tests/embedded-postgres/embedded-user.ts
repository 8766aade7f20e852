/**
 * A process that uses the embedded PostgreSQL: prints a report in one line, and stops when standard input ends.
 * Argument: the data directory.
 */
import { startEmbedded } from '../../src/embedded-postgres/embedded-postgres'

process.on('SIGINT', () => undefined)
const [dataDir = ''] = process.argv.slice(2)
const server = await startEmbedded({ dataDir, durable: false })
console.log(JSON.stringify({ url: server.url, adopted: server.adopted }))
await Bun.stdin.text()
await server.stop()
