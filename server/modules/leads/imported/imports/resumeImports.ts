import type { AppContext } from '#server/AppContext.ts';
import { abandonImports } from './customLeadImports.store.ts';

/**
 * Makes all imports under way due at once. For the start of a process that has the database to itself: the process that
 * worked on them is gone.
 */
export const resumeImports = ({ db }: Pick<AppContext, 'db'>): Promise<void> =>
  db.transaction((tx) => abandonImports(tx));
