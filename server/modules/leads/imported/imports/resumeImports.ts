import type { AppContext } from '#server/AppContext.ts';
import { abandonImports } from './customLeadImports.store.ts';

/**
 * Releases all running imports. Call it when a process starts with the only access to the database, because the former
 * process is then gone.
 */
export const resumeImports = ({ db }: Pick<AppContext, 'db'>): Promise<void> =>
  db.transaction((tx) => abandonImports(tx));
