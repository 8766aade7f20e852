import type { PoolLoad } from '../database/connection'
import type { CatalogueFigures } from '../database/queries/measure-catalogue'
import type { Metric, Sample } from './metrics'

/** This process and its connections. */
export function processMetrics(pool: PoolLoad): Metric[] {
  const { user, system } = process.cpuUsage()
  return [
    gauge('job_catalogue_processes', 'Processes that serve.', 1),
    gauge('job_catalogue_pool_connections', 'Connections that the pool may hold.', pool.size),
    gauge('job_catalogue_pool_in_use', 'Connections that answer a query.', pool.inUse),
    gauge('job_catalogue_pool_waiting', 'Queries that wait for a connection.', pool.waiting),
    gauge('process_resident_memory_bytes', 'Memory in use.', process.memoryUsage.rss()),
    {
      ...gauge('process_cpu_seconds_total', 'Processor time.', (user + system) / 1e6),
      type: 'counter',
    },
  ]
}

/** Figures, and the moment of which they are. */
export interface MeasuredCatalogue {
  figures: CatalogueFigures
  at: Date
}

/** The catalogue as it was last measured, if it ever was, and whether its database answers. */
export function catalogueMetrics(
  isUp: boolean,
  measured: MeasuredCatalogue | undefined,
  now: Date,
): Metric[] {
  const up = gauge('job_catalogue_database_up', 'Whether the database answers.', isUp ? 1 : 0)
  if (measured === undefined) return [up]
  const { figures, at } = measured
  const { count, lastFinished, ...lines } = figures.imports
  return [
    up,
    age('job_catalogue_figures_age_seconds', 'Time since these were measured.', at.getTime(), now),
    {
      name: 'job_catalogue_jobs',
      help: 'Jobs by country and status.',
      type: 'gauge',
      samples: figures.jobs.map(({ count: value, ...labels }) => ({ labels, value })),
    },
    {
      name: 'job_catalogue_changes_total',
      help: 'Entries of the change log by country.',
      type: 'counter',
      samples: figures.changes.map(({ count: value, ...labels }) => ({ labels, value })),
    },
    counter('job_catalogue_imports_total', 'Imports that came to their end.', [
      { labels: {}, value: count },
    ]),
    counter(
      'job_catalogue_import_lines_total',
      'Lines of imports, and jobs that a complete listing expired, by what became of them.',
      Object.entries(lines).map(([outcome, value]) => ({ labels: { outcome }, value })),
    ),
    ...importAge(lastFinished, now),
    gauge('job_catalogue_database_bytes', 'Size of the database.', figures.databaseBytes),
  ]
}

function importAge(lastFinished: number | null, now: Date): Metric[] {
  if (lastFinished === null) return []
  const name = 'job_catalogue_last_import_age_seconds'
  return [age(name, 'Time since the last import.', lastFinished * 1000, now)]
}

function age(name: string, help: string, sinceMs: number, now: Date): Metric {
  return gauge(name, help, Math.max(0, Math.round((now.getTime() - sinceMs) / 1000)))
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', samples: [{ labels: {}, value }] }
}

function counter(name: string, help: string, samples: Sample[]): Metric {
  return { name, help, type: 'counter', samples }
}
