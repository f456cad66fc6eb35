import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { aliases, routes } from '#shared/routes.ts';
import { screenModules } from '#server/web/pages/screenModules.ts';

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]), css: z.array(z.string()).default([]) }),
);

const appEntry = 'client/pages/app/+client.tsx';
const userShell = 'client/app/UserShell.tsx';

export type AppFiles = {
  /**
   * Scripts of the screen at a path, besides the app's entry. The page preloads them; otherwise the browser would
   * discover them one round trip at a time.
   */
  modulesOf: (path: string) => readonly string[];
  /** Scripts and styles of the sign-in screen, for public pages to prefetch. */
  signIn: readonly string[];
};

/**
 * Reads the URLs of the app's files from the build manifest (`dist/assets.json`).
 * @throws when the manifest is missing or lacks the entry or the screen
 */
export const readAppFiles = async (manifestFile: string): Promise<AppFiles> => {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(manifestFile, 'utf8')));

  /** Adds a chunk and then its imports. */
  const collect = (key: string, found: Set<string>): Set<string> => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${manifestFile} does not name ${key}: run "npm run build" again`);
    if (found.has(`/${chunk.file}`)) return found;
    found.add(`/${chunk.file}`);
    for (const imported of chunk.imports) collect(imported, found);
    for (const style of chunk.css) found.add(`/${style}`);
    return found;
  };

  const collectAll = (keys: readonly string[]): string[] => [
    ...keys.reduce((found, key) => collect(key, found), new Set<string>()),
  ];

  const modulesByPath = new Map<string, readonly string[]>();
  const moduleByName: Record<string, string> = screenModules;
  for (const [name, { path, access }] of Object.entries(routes)) {
    const module = moduleByName[name];
    if (module === undefined) continue;
    const files = collectAll([appEntry, ...(access === 'user' ? [userShell] : []), module]);
    modulesByPath.set(
      path,
      files.slice(1).filter((file) => file.endsWith('.js')),
    );
  }
  for (const [alias, path] of Object.entries(aliases)) modulesByPath.set(alias, modulesByPath.get(path) ?? []);
  return {
    modulesOf: (path) => modulesByPath.get(path) ?? [],
    signIn: collectAll([appEntry, screenModules.signIn]),
  };
};
