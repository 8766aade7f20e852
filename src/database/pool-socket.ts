import { Socket } from 'node:net'
import { WholeMessages } from './whole-messages'

/** Where PostgreSQL listens, as postgres.js has understood the address. */
export interface ServerPlace {
  /** Several when the address names several servers. */
  host: readonly string[]
  port: readonly number[]
  /** Of a Unix socket. */
  path: string | false
  /** What comes on the socket itself is encrypted then. */
  ssl: unknown
}

let turn = 0

/** The socket of a connection, for the option `socket` of postgres.js, which would reconnect for ever on its own. */
export function openSocket({ host, port, path, ssl }: ServerPlace): PoolSocket {
  const index = turn % host.length
  turn += 1
  const socket = new PoolSocket(ssl ? undefined : new WholeMessages())
  socket.once('end', () => {
    if (socket.bytesRead > 0) return
    socket.destroy(Object.assign(new Error('PostgreSQL closed at once'), { code: 'ECONNRESET' }))
  })
  if (path) socket.connect(path)
  // The name of the host is what TLS checks the certificate against.
  else Object.assign(socket, { host: host[index] }).connect(port[index] ?? 0, host[index] ?? '')
  return socket
}

/**
 * Hands on what it receives in whole messages. Says that it failed or closed only when postgres.js is ready for it:
 * before, it does not listen yet, and it would write what it puts off to the end of the turn into nothing, outside of
 * any promise.
 */
export class PoolSocket extends Socket {
  constructor(private readonly messages?: WholeMessages) {
    super()
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    const [chunk] = values
    if (event === 'data' && this.messages !== undefined && Buffer.isBuffer(chunk)) {
      for (const whole of this.messages.push(chunk)) this.tell(event, [whole])
    } else if (event === 'error') setImmediate(() => this.tell(event, values))
    else if (event === 'close') setImmediate(() => setImmediate(() => this.tell(event, values)))
    else return this.tell(event, values)
    return true
  }

  /** An error that comes when nobody uses the socket any more concerns nobody. */
  private tell(event: string | symbol, values: unknown[]): boolean {
    if (event === 'error' && this.listenerCount('error') === 0) return false
    return Reflect.apply(super.emit, this, [event, ...values])
  }
}
