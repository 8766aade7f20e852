import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SQL } from 'bun'
import { COUNTRIES } from '../../src/values/country'
import type { MirroredJob } from '../support/mirror'

export async function readTable(sql: SQL): Promise<MirroredJob[]> {
  const rows = await sql`select job from jobs order by id`
  return rows.map(({ job }: { job: string | MirroredJob }) =>
    typeof job === 'string' ? JSON.parse(job) : job,
  )
}

/** The jobs of `jobs_closed`, with their status and the date of their removal. */
export async function readClosed(sql: SQL): Promise<MirroredJob[]> {
  const rows = await sql`select job, status, date_removed from jobs_closed order by id`
  return rows.map(({ job, status, date_removed }: Record<string, string | MirroredJob>) => ({
    ...(typeof job === 'string' ? JSON.parse(job) : job),
    status,
    date_removed: new Date(String(date_removed)).toISOString(),
  }))
}

/** The jobs of the files `left.ndjson`, and those that left later, as the events of a folder show them. */
export async function readLeft(folder: string): Promise<MirroredJob[]> {
  const [left, seen] = [new Map<number, MirroredJob>(), new Map<number, MirroredJob>()]
  for (const country of COUNTRIES) {
    const path = join(folder, country, 'checkpoint.json')
    const { files } = existsSync(path) ? await Bun.file(path).json() : { files: {} }
    for (const [name, length] of Object.entries<number>(files)) {
      const text = await Bun.file(join(folder, country, name))
        .slice(0, length)
        .text()
      for (const line of text.split('\n').slice(0, -1)) {
        const entry = JSON.parse(line)
        if (name === 'left.ndjson') left.set(entry.id, entry)
        else if (!name.startsWith('events-')) seen.set(entry.id, entry)
        else if (entry.job !== null) seen.set(entry.job_id, entry.job)
        else if (seen.has(entry.job_id)) {
          const date_removed = entry.occurred_at
          left.set(entry.job_id, {
            ...seen.get(entry.job_id),
            status: entry.event,
            date_removed,
          } as MirroredJob)
        }
      }
    }
  }
  const jobs = [...left.values()].map((job) => ({
    ...job,
    date_removed: new Date(String(job.date_removed)).toISOString(),
  }))
  return jobs.sort((a, b) => a.id - b.id)
}

/** Reads the files as their readers do: the snapshot, then the events. */
export async function readFolder(folder: string): Promise<MirroredJob[]> {
  const jobs = new Map<number, MirroredJob>()
  for (const country of COUNTRIES) {
    const path = join(folder, country, 'checkpoint.json')
    const { files } = existsSync(path) ? await Bun.file(path).json() : { files: {} }
    for (const [name, length] of Object.entries<number>(files)) {
      const text = await Bun.file(join(folder, country, name))
        .slice(0, length)
        .text()
      for (const line of text.split('\n').slice(0, -1)) {
        const entry = JSON.parse(line)
        if (name === 'left.ndjson') continue
        if (!name.startsWith('events-')) jobs.set(entry.id, entry)
        else if (entry.job === null) jobs.delete(entry.job_id)
        else jobs.set(entry.job_id, entry.job)
      }
    }
  }
  return [...jobs.values()].sort((a, b) => a.id - b.id)
}

/** Bun's client by the address of a socket, as the project's other client takes it. */
export function socketOptions(url: string): SQL.Options {
  const { username, database } = serverOf(url)
  const path = socketOf(url)
  if (path === undefined) return { url, max: 1 }
  return { adapter: 'postgres', path, username, database, max: 1 }
}

export function serverOf(url: string) {
  const { hostname, username, pathname, port } = new URL(url)
  return { hostname, username, database: pathname.slice(1), port: Number(port || 5432) }
}

/** The socket of a server; undefined when the address has a host. */
export function socketOf(url: string): string | undefined {
  const { hostname, port } = serverOf(url)
  const [folder = ''] = decodeURIComponent(hostname).split(',')
  return folder.startsWith('/') ? join(folder, `.s.PGSQL.${port}`) : undefined
}
