import { isNeededOfPostgres, isPostgresPackage } from './postgresFiles.ts';

/*
 * Which files of an installed package the running server can need. Only what is certain without knowing the package is
 * left out, and what is large in the packages that are known.
 */

const isLicence = (name: string): boolean => /^(?:licen[cs]e|notice|copying|authors)/i.test(name);

const generally = [
  /\.map$/,
  // Node runs no TypeScript below node_modules, so these are declarations or sources.
  /\.[cm]?tsx?$/,
  /\.(?:md|markdown|flow|tsbuildinfo)$/i,
  // Folders beside package.json; deeper down such a name may be code.
  /^(?:tests?|__tests__|spec|docs?|examples?|bench(?:marks?)?|coverage|man)\//i,
  /\.test\.[cm]?js$/,
  /^(?:bower\.json|tsconfig[\w.]*\.json|rollup\.config\.\w+|yarn\.lock|Makefile|Gruntfile\.js|eslint\.config\.\w+)$/,
];

/** Copies of the code in the module format that the server does not load, and other parts that the server does not load. */
const ofPackage: Record<string, readonly RegExp[]> = {
  // Loaded as CommonJS, see server/database/drizzle.ts.
  'drizzle-orm': [/\.m?js$/],
  zod: [/\.cjs$/],
  jose: [/\.cjs$/],
  // For browsers.
  'socket.io': [/^client-dist\//],
  luxon: [/^build\/(?!node\/)/],
  'react-dom': [/^cjs\/react-dom-(?:client|profiling)\./],
};

const isHidden = (path: string): boolean => /(?:^|\/)\./.test(path);

/** @param path inside the package's folder, with `/` */
export const isNeeded = (packageName: string, path: string): boolean => {
  if (isHidden(path)) return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (isLicence(name)) return true;
  if (isPostgresPackage(packageName)) return isNeededOfPostgres(path);
  return ![...generally, ...(ofPackage[packageName] ?? [])].some((pattern) => pattern.test(path));
};
