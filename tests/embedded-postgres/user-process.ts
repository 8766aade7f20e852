import { join } from 'node:path'

export type UserProcess = {
  url: string
  adopted: boolean
  pid: number
  /** Ends its standard input, so that it stops the server and exits. */
  leave(): Promise<number>
  kill(): Promise<void>
}

type Circumstances = { checkout?: string; bun?: string; uid?: number }

/** Starts `embedded-user.ts` in its own process group and waits for its report. */
export async function startUserProcess(
  dataDir: string,
  { checkout = join(import.meta.dir, '../..'), bun = process.execPath, uid }: Circumstances = {},
): Promise<UserProcess> {
  const script = join(checkout, 'tests/embedded-postgres/embedded-user.ts')
  const child = Bun.spawn([bun, script, dataDir], {
    cwd: checkout,
    env: { PATH: '/usr/bin:/bin', HOME: dataDir },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  const { value } = await child.stdout.getReader().read()
  if (value === undefined) throw new Error(await child.stderr.text())
  const report: { url: string; adopted: boolean } = JSON.parse(new TextDecoder().decode(value))
  return {
    ...report,
    pid: child.pid,
    async leave() {
      await child.stdin.end()
      return child.exited
    },
    async kill() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
