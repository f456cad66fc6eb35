/** The server gets no variables of the product's environment, which holds secrets. */
export const serverEnvironment: Record<string, string> = {
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/** For a small machine with one client process; all other settings are PostgreSQL's defaults. */
const settings: Readonly<Record<string, string>> = {
  // Only the socket, in a folder that other users cannot enter.
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // The product's pool, its listeners, and the operator's commands.
  max_connections: '40',
  shared_buffers: '32MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '256MB',
  // No replicas: less log for bulk writes, and no processes that wait for them.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // Saves three processes; local files are read through the system's cache.
  io_method: 'sync',
  jit: 'off',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '1000',
  timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
  // The product logs statement errors. In this log, statements could expose personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** The settings as arguments of `postgres`. */
export const serverArguments: readonly string[] = Object.entries(settings).flatMap(([name, value]) => [
  '-c',
  `${name}=${value}`,
]);
