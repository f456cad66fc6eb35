import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import { markSocketFault } from './isDatabaseAway.ts';

/** PostgreSQL sends this message when a connection starts and when the value changes. */
type ParameterStatus = { parameterName: string; parameterValue: string };

/** Marks socket errors as errors of the database, and disconnects from a standby. */
export class MarkedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    // Registered before the client's own listener, which passes the error on.
    this.connection.on('error', (error) => {
      if (error instanceof Error) markSocketFault(error);
    });
    // For some seconds after a failover, the address of the primary can still lead to the old one. A standby refuses
    // writes like a full disk does, and returns old rows.
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby' && parameterValue === 'on')
        this.connection.stream.destroy(new Error('Connection terminated: the server is a standby'));
    });
  }
}

const isNamed = (query: unknown): query is { name: string } =>
  typeof query === 'object' && query !== null && 'name' in query;

/**
 * Sends no named statements: a transaction pooler may run the next statement on another connection, where the name is
 * unknown. Some poolers translate names, but PgBouncer in Debian 12 does not. Drizzle treats a client as a pool if its
 * class has "Pool" in its name.
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
