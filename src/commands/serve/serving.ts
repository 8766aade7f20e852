import type { MetricValues } from '../../service/metrics/registries'

/** A running service. */
export interface Serving {
  url: string
  metrics(): Promise<MetricValues>
  /** Waits for requests in flight; the catalogue stays open. Throws when usage is lost. */
  close(): Promise<void>
}
