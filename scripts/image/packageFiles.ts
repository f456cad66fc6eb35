import { isNeededOfPostgres, isPostgresPackage } from './postgresFiles.ts';

/*
 * The files of an installed package that a running server can need. Leaves out files that no server needs, and large
 * unneeded files of known packages.
 */

const isLicense = (name: string): boolean => /^(?:licen[cs]e|notice|copying|authors)/i.test(name);

const generally = [
  /\.map$/,
  // Node runs no TypeScript below node_modules, so these are declarations or sources.
  /\.[cm]?tsx?$/,
  /\.(?:md|markdown|flow|tsbuildinfo)$/i,
  // Only at the top level: deeper folders with such a name may contain code.
  /^(?:tests?|__tests__|spec|docs?|examples?|bench(?:marks?)?|coverage|man)\//i,
  /\.test\.[cm]?js$/,
  /^(?:bower\.json|tsconfig[\w.]*\.json|rollup\.config\.\w+|yarn\.lock|Makefile|Gruntfile\.js|eslint\.config\.\w+)$/,
];

/** Parts of known packages that the server does not load, such as the other module format. */
const ofPackage: Record<string, readonly RegExp[]> = {
  // Loaded as CommonJS, see server/database/drizzle.ts.
  'drizzle-orm': [/\.m?js$/],
  zod: [/\.cjs$/],
  jose: [/\.cjs$/],
  // For browsers.
  'socket.io': [/^client-dist\//],
  luxon: [/^build\/(?!node\/)/],
  // Node renders with the production build of `server.node`.
  'react-dom': [/^cjs\/react-dom-(?:client|profiling|test-utils)\./, /\.development\.js$/, /\.(?:browser|bun|edge)\./],
  // Node loads `min`, which is built from `es6`.
  'libphonenumber-js': [/^(?:build|bundle|es6-modern|max|mobile|source)\//, /^metadata\.(?!min\.)/],
};

const isHidden = (path: string): boolean => /(?:^|\/)\./.test(path);

/** @param path relative to the package's folder, with `/` */
export const isNeeded = (packageName: string, path: string): boolean => {
  if (isHidden(path)) return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (isLicense(name)) return true;
  if (isPostgresPackage(packageName)) return isNeededOfPostgres(path);
  return ![...generally, ...(ofPackage[packageName] ?? [])].some((pattern) => pattern.test(path));
};
