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

/** The catalogue; without figures its database is away. */
export function catalogueMetrics(figures: CatalogueFigures | undefined, now: Date): Metric[] {
  const isUp = gauge('job_catalogue_database_up', 'Whether the database answers.', figures ? 1 : 0)
  if (figures === undefined) return [isUp]
  const { count, lastFinished, ...lines } = figures.imports
  return [
    isUp,
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
    ...ageMetrics(lastFinished, now),
    gauge('job_catalogue_database_bytes', 'Size of the database.', figures.databaseBytes),
  ]
}

function ageMetrics(lastFinished: number | null, now: Date): Metric[] {
  if (lastFinished === null) return []
  const age = Math.max(0, Math.round(now.getTime() / 1000 - lastFinished))
  return [gauge('job_catalogue_last_import_age_seconds', 'Time since the last import.', age)]
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', samples: [{ labels: {}, value }] }
}

function counter(name: string, help: string, samples: Sample[]): Metric {
  return { name, help, type: 'counter', samples }
}
