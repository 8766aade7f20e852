import { connect, type Socket } from 'node:net'
import { messageOf } from '../values/errors'
import { EmbeddedPostgresError } from './embedded-postgres-error'

/** Version 3.0 of PostgreSQL's frontend/backend protocol. */
const PROTOCOL = 3 << 16

/** A message of the server: its type, one character, and its content. */
export type Message = { type: string; body: Buffer }

/**
 * A replication connection over the server's Unix socket, on which the server trusts its own user. postgres.js cannot be
 * used: it does not report errors that the server sends during or after a copy.
 */
export class ReplicationClient {
  private constructor(
    private readonly socket: Socket,
    private readonly messages: AsyncGenerator<Message>,
  ) {}

  static async open(socketDirectory: string, user: string): Promise<ReplicationClient> {
    const socket = connect(`${socketDirectory}/.s.PGSQL.5432`)
    const client = new ReplicationClient(socket, readMessages(socket))
    const settings = { user, replication: 'true', application_name: 'job-catalogue backup' }
    const texts = Object.entries(settings).flat()
    client.send('', Buffer.concat([int32(PROTOCOL), ...texts.map(cString), Buffer.of(0)]))
    for await (const _ of client.answers());
    return client
  }

  /** Sends a command and returns its messages. Throws the server's error; a warning is an error too. */
  async *query(command: string): AsyncGenerator<Message> {
    this.send('Q', cString(command))
    yield* this.answers()
  }

  close(): void {
    this.socket.destroy()
  }

  private send(type: string, body: Buffer): void {
    this.socket.write(Buffer.concat([Buffer.from(type), int32(body.length + 4), body]))
  }

  private async *answers(): AsyncGenerator<Message> {
    for (;;) {
      const { value: message } = await this.messages.next()
      if (message === undefined) throw new EmbeddedPostgresError('PostgreSQL closed the connection')
      if (message.type === 'Z') return
      // The server warns of each page whose checksum is wrong.
      if (message.type === 'E' || message.type === 'N') refuseNotice(message.body)
      yield message
    }
  }
}

async function* readMessages(socket: Socket): AsyncGenerator<Message> {
  let received = Buffer.alloc(0)
  try {
    for await (const chunk of socket) {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      let position = 0
      while (received.length >= position + 5) {
        const end = position + 1 + received.readInt32BE(position + 1)
        if (received.length < end) break
        yield {
          type: received.toString('latin1', position, position + 1),
          body: received.subarray(position + 5, end),
        }
        position = end
      }
      received = received.subarray(position)
    }
  } catch (error) {
    throw new EmbeddedPostgresError(`cannot read from PostgreSQL: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/** Fields of an error or a notice: a letter and a text each. */
function refuseNotice(body: Buffer): void {
  const fields = new Map(
    body
      .toString()
      .split('\0')
      .map((field) => [field.slice(0, 1), field.slice(1)]),
  )
  if (fields.get('V') === 'NOTICE') return
  throw new EmbeddedPostgresError(`PostgreSQL: ${fields.get('M')}`)
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function cString(text: string): Buffer {
  return Buffer.from(`${text}\0`)
}
