import type { AppContext } from '#server/AppContext.ts';

/** Dependencies of a token refresh. A refused grant is marked as lost, and the members are notified. */
export type RefreshContext = Pick<AppContext, 'logger' | 'clock' | 'db' | 'publisher' | 'secrets'>;

/** Dependencies of calls with workspace tokens (`createConnections`). */
export type AccessContext = RefreshContext & Pick<AppContext, 'platforms'>;
