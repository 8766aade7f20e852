/** The browser keeps the ids of the jobs that were opened under this name, the last one first. */
const STORED = 'opened'

const MAX_OPENED = 1_000

/** Remembers in this browser that a job was opened. */
export function keepOpened(id: string): void {
  const others = readOpened().filter((other) => other !== id)
  localStorage.setItem(STORED, [id, ...others].slice(0, MAX_OPENED).join(','))
}

export function readOpened(): string[] {
  return (localStorage.getItem(STORED) ?? '').split(',').filter(Boolean)
}
