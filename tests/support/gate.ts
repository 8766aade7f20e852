import { connect, createServer, type Socket } from 'node:net'

/** An address of a PostgreSQL server that can be unreachable: then all connections are cut, and new ones refused. */
export interface Gate {
  url: string
  shut(): Promise<void>
  open(): Promise<void>
  /** The server accepts connections from now on, and answers nothing. */
  freeze(): void
}

/** A gate before the server of this URL, open; `shut` also ends it. */
export async function createGate(url: string): Promise<Gate> {
  const { hostname, port } = new URL(url)
  const place = placeOf(decodeURIComponent(hostname), Number(port || 5432))
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer((client) => {
    if (isFrozen) {
      sockets.add(client)
      client.on('error', () => undefined)
      client.on('close', () => sockets.delete(client))
      return
    }
    const inner = connect(place)
    for (const [from, to] of [
      [client, inner],
      [inner, client],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      // The close that follows ends the other side.
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const listen = (on: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(on, '127.0.0.1', resolve)
    })
  await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the gate has no port')
  const own = new URL(url)
  own.host = `127.0.0.1:${address.port}`
  return {
    url: own.href,
    open: () => listen(address.port),
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    shut: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** The server of the tests has a folder of sockets for a host: see `socketUrl`. */
function placeOf(host: string, port: number): { path: string } | { host: string; port: number } {
  if (!host.includes('/')) return { host, port }
  return { path: `${host.replace(/,$/, '')}.s.PGSQL.${port}` }
}
