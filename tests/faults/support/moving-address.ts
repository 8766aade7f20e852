import { connect, createServer, type Socket } from 'node:net'
import type { Server } from '../../support/replicated-server'

/** An address that leads to one PostgreSQL after another, as a virtual address or a proxy does. */
export interface MovingAddress {
  url: string
  /** Cuts all connections; new ones lead to this server. */
  moveTo(server: Server): void
  close(): void
}

export async function createMovingAddress(first: Server): Promise<MovingAddress> {
  let path = socketOf(first)
  const open = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(path)
    const pairs: [Socket, Socket][] = [
      [client, server],
      [server, client],
    ]
    for (const [from, to] of pairs) {
      open.add(from)
      from.pipe(to)
      // The close that follows ends the other side.
      from.on('error', () => undefined)
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
  })
  const { promise, resolve } = Promise.withResolvers<number>()
  proxy.listen(0, '127.0.0.1', () => {
    const address = proxy.address()
    if (address !== null && typeof address === 'object') resolve(address.port)
  })
  const port = await promise
  const cut = (): void => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `postgres://job_catalogue@127.0.0.1:${port}/catalogue`,
    moveTo(server) {
      path = socketOf(server)
      cut()
    },
    close() {
      cut()
      proxy.close()
    },
  }
}

function socketOf({ conninfo }: Server): string {
  return `${/host=(\S+)/.exec(conninfo)?.[1]}/.s.PGSQL.5432`
}
