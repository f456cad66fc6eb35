/*
 * The project's files in the image. The Dockerfile and `npm run image:check` copy by this list; .dockerignore excludes the
 * rest from the build context.
 */

/** The parts of the program, in the project's folder. */
export const ownParts = ['dist', 'server', 'shared', 'package.json', 'package-lock.json', 'LICENSE'] as const;

const notShipped = [
  /\.test\.tsx?$/,
  // Helpers and recorded samples of tests.
  /\/(?:testing|samples)\//,
  /TestClient\.ts$/,
  // Snapshots for generating the next migration. Running migrations needs only the journal.
  /\/migrations\/meta\/\w+_snapshot\.json$/,
  // Source maps, Vite's manifests, and leftovers of editors.
  /\.map$/,
  /(?:^|\/)\./,
];

/** @param path relative to the project's folder, with `/` */
export const isShipped = (path: string): boolean => !notShipped.some((pattern) => pattern.test(path));
