import { program } from '../../support/program'

export interface RunningCommand {
  child: Bun.Subprocess
  /** Reads standard error on until a pattern has matched `count` times in all; its first group, or else the whole. */
  until(pattern: RegExp, count?: number): Promise<string[]>
  /** All of standard error, once it has ended. */
  errors(): Promise<string>
}

/** Starts a program of src/ that runs for long, on any free port; nothing comes to its standard input. */
export function startCommand(
  file: string,
  {
    args = [],
    under = [],
    stdout = 'ignore',
    env = {},
  }: {
    args?: readonly string[]
    /** What runs it, such as nohup. */
    under?: readonly string[]
    stdout?: 'ignore' | Bun.BunFile
    env?: Record<string, string>
  },
): RunningCommand {
  const child = Bun.spawn([...under, ...program(file), ...args], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['pipe', stdout, 'pipe'],
  })
  const reader = child.stderr.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const readOn = async (): Promise<boolean> => {
    const { done, value } = await reader.read()
    text += decoder.decode(value, { stream: true })
    return !done
  }
  return {
    child,
    async until(pattern, count = 1) {
      for (;;) {
        const found = [...text.matchAll(pattern)].map(([all, group]) => group ?? all)
        if (found.length >= count) return found
        if (!(await readOn())) throw new Error(`it ended: ${text}`)
      }
    },
    async errors() {
      while (await readOn());
      return text
    },
  }
}
