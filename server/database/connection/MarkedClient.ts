import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import { markSocketFault } from './isDatabaseAway.ts';

/** Sent when a connection starts, and when the value changes. */
type ParameterStatus = { parameterName: string; parameterValue: string };

/** Marks the errors of its socket, so that they are known as the database's, and leaves a standby. */
export class MarkedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    // Before the client's own listener, which passes the error on.
    this.connection.on('error', (error) => {
      if (error instanceof Error) markSocketFault(error);
    });
    // After a failover, an address that follows the primary can lead to its former self for some seconds. A standby
    // refuses writes as a full disk does, and shows old rows.
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby' && parameterValue === 'on')
        this.connection.stream.destroy(new Error('Connection terminated: the server is a standby'));
    });
  }
}

const isNamed = (query: unknown): query is { name: string } =>
  typeof query === 'object' && query !== null && 'name' in query;

/**
 * Sends no named statements: a transaction pooler may run the next one on another connection, which does not know the
 * name. Some poolers translate names, but Debian 12's PgBouncer does not. Drizzle takes a client whose class has
 * "Pool" in its name for a pool.
 */
export class UnnamedClient extends MarkedClient {
  constructor(config?: string | ClientConfig) {
    super(config);
    const send = this.query.bind(this);
    const query = (first: unknown, ...rest: unknown[]): unknown =>
      Reflect.apply(send, this, [isNamed(first) ? { ...first, name: undefined } : first, ...rest]);
    Object.assign(this, { query });
  }
}
