import type { Registry } from 'prom-client'
import type { PoolLoad } from '../../catalogue/database/client/connection'
import type { ReadFigures } from '../../catalogue/database/replicas/shared-reads'
import type { UsageFigures } from '../keys/accounts'
import { Snapshot } from './registries'

/** Metrics of this process and its connection pool. */
export function processMetrics(pool: PoolLoad): Registry {
  const { user, system } = process.cpuUsage()
  const snapshot = new Snapshot()
  snapshot.gauge('job_catalogue_processes', 'Processes that serve.', 1)
  snapshot.gauge('job_catalogue_pool_connections', 'Connections that the pool may hold.', pool.size)
  snapshot.gauge('job_catalogue_pool_in_use', 'Connections that answer a query.', pool.inUse)
  snapshot.gauge('job_catalogue_pool_waiting', 'Queries that wait for a connection.', pool.waiting)
  snapshot.gauge('process_resident_memory_bytes', 'Memory in use.', process.memoryUsage.rss())
  snapshot.counter('process_cpu_seconds_total', 'Processor time.', (user + system) / 1e6)
  return snapshot.registry
}

/** Reads by server, and the state of the replicas. A replica that was never reached has no lag. */
export function readMetrics({ primaryReads, replicas }: ReadFigures): Registry {
  const snapshot = new Snapshot()
  if (replicas.length === 0) return snapshot.registry
  const reads = [{ name: 'primary', reads: primaryReads }, ...replicas]
  snapshot.counter(
    'job_catalogue_reads_total',
    'Queries of the catalogue, by the server that answered.',
    reads.map(({ name, reads: value }) => ({ server: name, value })),
  )
  const ofReplicas = (value: (replica: ReadFigures['replicas'][number]) => number | undefined) =>
    replicas.flatMap((replica) => {
      const measured = value(replica)
      return measured === undefined ? [] : [{ replica: replica.name, value: measured }]
    })
  snapshot.gauge(
    'job_catalogue_replica_in_use',
    'Processes that read from the replica; 0: it is left out.',
    ofReplicas(({ isUsed }) => (isUsed ? 1 : 0)),
  )
  snapshot.gauge(
    'job_catalogue_replica_lag_bytes',
    'Log of the primary that the replica has not replayed.',
    ofReplicas(({ lag }) => lag?.bytes),
    'max',
  )
  snapshot.gauge(
    'job_catalogue_replica_lag_seconds',
    'For how long the primary has had what the replica lacks.',
    ofReplicas(({ lag }) => lag?.seconds),
    'max',
  )
  return snapshot.registry
}

/** Usage that is kept in memory. */
export function usageMetrics({ unwrittenRequests, unwritableSeconds }: UsageFigures): Registry {
  const snapshot = new Snapshot()
  snapshot.gauge(
    'job_catalogue_usage_unwritten_requests',
    'Requests whose usage is not written yet; normally those of the last second.',
    [{ value: unwrittenRequests }],
  )
  snapshot.gauge(
    'job_catalogue_usage_unwritable_seconds',
    'For how long usage cannot be written; 0: it can.',
    [{ value: Math.round(unwritableSeconds) }],
    'max',
  )
  return snapshot.registry
}
