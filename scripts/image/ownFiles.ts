/*
 * Which files of the project are part of the image. The Dockerfile and `npm run image:check` copy by this list, and
 * .dockerignore keeps the rest from the builder.
 */

/** What the program consists of, in the project's folder. */
export const ownParts = ['dist', 'server', 'shared', 'package.json', 'package-lock.json', 'LICENSE'] as const;

const notShipped = [
  /\.test\.tsx?$/,
  // Helpers of the tests and what they were recorded from.
  /\/(?:testing|samples)\//,
  /TestClient\.ts$/,
  // What the next migration is made from; the migrations themselves need the journal only.
  /\/migrations\/meta\/\w+_snapshot\.json$/,
  // Source maps, Vite's manifests, and whatever an editor left behind.
  /\.map$/,
  /(?:^|\/)\./,
];

/** @param path from the project's folder, with `/` */
export const isShipped = (path: string): boolean => !notShipped.some((pattern) => pattern.test(path));
