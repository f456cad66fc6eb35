import type { AppContext } from '#server/AppContext.ts';
import { abandonImports } from './customLeadImports.store.ts';

/**
 * Lets the next tick take over all imports that are under way, instead of when they have rested for long enough. For the
 * start of a process that has the database to itself: whoever worked on them was another process, which is gone.
 */
export const resumeImports = ({ db }: Pick<AppContext, 'db'>): Promise<void> =>
  db.transaction((tx) => abandonImports(tx));
