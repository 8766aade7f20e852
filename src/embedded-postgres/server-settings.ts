const MB = 1024 * 1024

/** Throwaway servers of tests run beside each other and hold little. */
const MAX_THROWAWAY_MEMORY = 1024 * MB

type Circumstances = {
  memoryBytes: number
  socketDirectories: string[]
  /** False gives up safety against a crash of the machine, for tests. */
  isDurable: boolean
}

/** The settings in which the server differs from PostgreSQL's defaults. */
export function serverSettings(circumstances: Circumstances): Record<string, string> {
  const { memoryBytes, socketDirectories, isDurable } = circumstances
  return {
    cluster_name: 'job-catalogue',
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: socketDirectories.map((path) => `"${path}"`).join(','),
    unix_socket_permissions: '0700',
    max_connections: '100',
    TimeZone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    ...memorySettings(isDurable ? memoryBytes : Math.min(memoryBytes, MAX_THROWAWAY_MEMORY)),
    ...workloadSettings,
    ...(isDurable ? {} : throwawaySettings),
  }
}

/** The settings as arguments of `postgres`. */
export function settingArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** About a quarter of the memory for PostgreSQL's own cache; the rest is for the system's, and for us beside it. */
function memorySettings(memoryBytes: number): Record<string, string> {
  return {
    shared_buffers: megabytes(memoryBytes / 4, 64, 8192),
    effective_cache_size: megabytes(memoryBytes / 2, 128, 65_536),
    maintenance_work_mem: megabytes(memoryBytes / 16, 64, 1024),
    autovacuum_work_mem: megabytes(memoryBytes / 64, 32, 256),
    work_mem: megabytes(memoryBytes / 512, 4, 64),
    max_wal_size: megabytes(memoryBytes / 4, 1024, 4096),
  }
}

function megabytes(bytes: number, least: number, most: number): string {
  return `${Math.min(Math.max(Math.floor(bytes / MB), least), most)}MB`
}

const workloadSettings = {
  // Nothing copies this server's log, so bulk loads may write less of it.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Rare checkpoints keep an import from writing whole pages over and over.
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  // Compiling costs more than these short queries.
  jit: 'off',
  // Statistics and visibility follow an import soon, so that the queries after it are planned right.
  autovacuum_naptime: '15s',
  autovacuum_analyze_scale_factor: '0.02',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_insert_scale_factor: '0.05',
  autovacuum_vacuum_cost_limit: '1000',
}

const throwawaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}
