import { totalmem } from 'node:os'

const MB = 1024 * 1024

/** Servers of tests run in parallel and hold little data. */
const MAX_TEST_MEMORY = 1024 * MB

type SettingsOptions = {
  memoryBytes: number
  socketDirectories: string[]
  /** False: data is lost if the machine crashes; for tests. */
  isDurable: boolean
}

/** The settings that differ from PostgreSQL's defaults. */
export function serverSettings(options: SettingsOptions): Record<string, string> {
  const { memoryBytes, socketDirectories, isDurable } = options
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
    ...memorySettings(isDurable ? memoryBytes : Math.min(memoryBytes, MAX_TEST_MEMORY)),
    ...workloadSettings,
    ...(isDurable ? {} : testSettings),
  }
}

/** Converts settings to arguments of `postgres`. */
export function settingArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** PostgreSQL's cache gets a quarter of the memory; the system's cache and the service need the rest. */
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
  // There are no standbys, and `backup` copies tables.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // The first change of a page after a checkpoint writes the whole page to the WAL, so checkpoints are rare.
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  // JIT compilation costs more than it saves: queries are short.
  jit: 'off',
  // Statistics and the visibility map are updated soon after an import, for good query plans.
  autovacuum_naptime: '15s',
  autovacuum_analyze_scale_factor: '0.02',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_insert_scale_factor: '0.05',
  autovacuum_vacuum_cost_limit: '1000',
}

const testSettings = {
  // Files of tests run at the same time, each with connections of its own.
  max_connections: '200',
  // In a file of the cluster: /dev/shm would keep the memory of servers that are killed.
  dynamic_shared_memory_type: 'mmap',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Plans must not depend on what a worker has read so far.
  autovacuum: 'off',
}

/** The memory of the machine, or the lower limit of its container or control group. */
export function memoryLimitBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}
