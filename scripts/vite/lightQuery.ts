import { standIn } from './standIn.ts';

/**
 * Leaves mutations and endless lists out of the query library: its client carries both along for everybody, a third of its
 * size, and this app uses neither.
 */
export const lightQuery = () =>
  standIn('light-query', [
    {
      importer: /\/@tanstack\/query-core\/.*\/queryClient\.js$/,
      source: './mutationCache.js',
      module: 'client/lib/query/MutationCache.ts',
    },
    {
      importer: /\/@tanstack\/query-core\/.*\/query\.js$/,
      source: './infiniteQueryBehavior.js',
      module: 'client/lib/query/infiniteQueryBehavior.ts',
    },
  ]);
