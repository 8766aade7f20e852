/**
 * A process that uses the embedded PostgreSQL on the data directory it is given: says how it went in one line, uses
 * it until standard input ends, and stops.
 */
import { startEmbedded } from '../../src/embedded-postgres/embedded-postgres'

process.on('SIGINT', () => undefined)
const [dataDir = ''] = process.argv.slice(2)
const server = await startEmbedded({ dataDir, durable: false })
console.log(JSON.stringify({ url: server.url, adopted: server.adopted }))
await Bun.stdin.text()
await server.stop()
