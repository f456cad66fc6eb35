/** Nothing of the product's own environment reaches the server: it holds secrets. */
export const serverEnvironment: Record<string, string> = {
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/** For a small machine with one process in front; whatever is not here has PostgreSQL's default. */
const settings: Readonly<Record<string, string>> = {
  // Only the socket, whose folder is closed to other users.
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // The pool of the product, its listeners, and the operator's commands.
  max_connections: '40',
  shared_buffers: '32MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '256MB',
  // No replicas: less log for bulk work, and no processes that wait for them.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  // Three processes fewer; local files are read through the system's cache.
  io_method: 'sync',
  jit: 'off',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '1000',
  timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
  // Errors of statements reach the product, which logs them. Here their texts could hold people's data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/** The settings as arguments of `postgres`. */
export const serverArguments: readonly string[] = Object.entries(settings).flatMap(([name, value]) => [
  '-c',
  `${name}=${value}`,
]);
