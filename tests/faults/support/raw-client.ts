import { connect, type Socket } from 'node:net'

export interface Connecting {
  url: string
  key: string
}

export function openSocket({ url }: Connecting): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect(Number(port), hostname, () => resolve(socket))
  socket.on('error', reject)
  return promise
}

export function getText({ key }: Connecting, target: string, more = ''): string {
  return `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`
}

/** Sends text and returns the status lines that come back until enough have come, the socket closes, or time is up. */
export async function exchange(
  to: Connecting,
  text: string,
  { answers = 1, limitMs = 10_000 } = {},
): Promise<number[]> {
  const socket = await openSocket(to)
  const done = Promise.withResolvers<void>()
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    if (statuses(received).length >= answers) done.resolve()
  })
  socket.on('close', () => done.resolve())
  socket.write(text)
  await Promise.race([done.promise, Bun.sleep(limitMs)])
  socket.destroy()
  return statuses(received)
}

export async function secondsOf(to: Connecting, target: string): Promise<number> {
  const startedAt = performance.now()
  await exchange(to, getText(to, target))
  return (performance.now() - startedAt) / 1000
}

function statuses(received: string): number[] {
  return [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
}

/** Connections that each ask again as soon as an answer has begun; `silent` are those that never got one. */
export async function crowd(
  to: Connecting,
  {
    connections,
    targets,
    forMs,
  }: { connections: number; targets: readonly string[]; forMs: number },
) {
  const byStatus: Record<string, number> = {}
  const endsAt = performance.now() + forMs
  const member = async (index: number): Promise<number> => {
    let answered = 0
    for (let turn = index; performance.now() < endsAt; turn += 1) {
      const text = getText(to, targets[turn % targets.length] ?? '/')
      const [status] = await exchange(to, text, { limitMs: 20_000 })
      if (status === undefined) continue
      answered += 1
      byStatus[status] = (byStatus[status] ?? 0) + 1
    }
    return answered
  }
  const answered = await Promise.all(
    Array.from({ length: connections }, (_, index) => member(index)),
  )
  return { byStatus, silent: answered.filter((count) => count === 0).length }
}
