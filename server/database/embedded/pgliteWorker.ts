import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import type { WorkerMessage, WorkerOptions } from './startEmbedded.ts';

/*
 * PostgreSQL compiled to WebAssembly runs here, off the main thread, since a query blocks the thread it runs on. The
 * main thread talks to it over a Unix socket with the same driver as to a server.
 */

const { dataFolder, socketPath, maxConnections } = workerData as WorkerOptions;
if (!parentPort) throw new Error('pgliteWorker runs as a worker thread');
const port = parentPort;
const report = (message: WorkerMessage) => port.postMessage(message);

const db = await PGlite.create({ dataDir: dataFolder ?? 'memory://', extensions: { pg_trgm } });
const server = new PGLiteSocketServer({ db, path: socketPath, maxConnections });
await server.start();

port.once('message', () => {
  void server
    .stop()
    .then(() => db.close())
    .then(() => report({ kind: 'closed' }));
});
report({ kind: 'ready' });
