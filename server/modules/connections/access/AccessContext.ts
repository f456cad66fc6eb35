import type { AppContext } from '#server/AppContext.ts';

/** What refreshing tokens uses. A refused grant is marked as lost, and its members are notified. */
export type RefreshContext = Pick<AppContext, 'logger' | 'clock' | 'db' | 'publisher' | 'secrets'>;

/** What calls with the tokens of a workspace use (`createConnections`). */
export type AccessContext = RefreshContext & Pick<AppContext, 'platforms'>;
