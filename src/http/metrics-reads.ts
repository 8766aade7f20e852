import type { ReadFigures } from '../database/shared-reads'
import type { Metric, Sample } from './metrics'

/** Which servers answered, and how the replicas are. A replica that was never reached has no lag. */
export function readMetrics({ primaryReads, replicas }: ReadFigures): Metric[] {
  if (replicas.length === 0) return []
  const reads = [{ name: 'primary', reads: primaryReads }, ...replicas]
  return [
    {
      name: 'job_catalogue_reads_total',
      help: 'Queries of the catalogue, by the server that answered.',
      type: 'counter',
      samples: reads.map(({ name, reads: value }) => ({ labels: { server: name }, value })),
    },
    {
      name: 'job_catalogue_replica_in_use',
      help: 'Processes that read from the replica; 0: it is left out.',
      type: 'gauge',
      samples: replicas.map(({ name, isUsed }) => sample(name, isUsed ? 1 : 0)),
    },
    {
      name: 'job_catalogue_replica_lag_bytes',
      help: 'Log of the primary that the replica has not replayed.',
      type: 'gauge',
      isHighest: true,
      samples: replicas.flatMap(({ name, lag }) => (lag ? [sample(name, lag.bytes)] : [])),
    },
    {
      name: 'job_catalogue_replica_lag_seconds',
      help: 'For how long the primary has had what the replica lacks.',
      type: 'gauge',
      isHighest: true,
      samples: replicas.flatMap(({ name, lag }) => (lag ? [sample(name, lag.seconds)] : [])),
    },
  ]
}

function sample(replica: string, value: number): Sample {
  return { labels: { replica }, value }
}
