import { createServer } from 'node:http';
import { createAdapter } from '@socket.io/postgres-adapter';
import { Pool } from 'pg';
import { Server } from 'socket.io';
import { serve } from './serve.ts';

/** Socket.IO with its PostgreSQL adapter, as in its documentation. Anyone may join any room. */
serve(({ databaseUrl }: { databaseUrl: string }) => {
  const server = createServer();
  const io = new Server(server, { adapter: createAdapter(new Pool({ connectionString: databaseUrl })) });
  io.on('connection', (socket) => {
    void socket.join(`user:${String(socket.handshake.query['userId'])}`);
  });
  return server;
});
