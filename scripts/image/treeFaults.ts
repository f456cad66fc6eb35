import { existsSync } from 'node:fs';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import * as z from 'zod';
import { startEnv } from './startSettings.ts';

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().default(false) })),
});
const importsSchema = z.object({ imports: z.record(z.string(), z.string()) });

const groupOrOthersWrite = 0o022;
const setId = 0o6000;
const cacheFolder = startEnv['NODE_COMPILE_CACHE'] ?? '';

/** Names that do not belong in an image. */
const unwanted: readonly [RegExp, string][] = [
  [/\.map$/, 'is a source map'],
  [/(?:^|\/)\./, 'is hidden'],
  [/\.(?:pem|key|p12)$/, 'may be a secret'],
  [/\.(?:test|e2e)\.[cm]?[jt]sx?$/, 'is a test'],
  [/^(?:server|shared)\/(?:.*\/)?testing\//, 'belongs to the tests'],
  [/^node_modules\/.*\.[cm]?tsx?$/, 'is not code that Node runs'],
];

/** The product's modules that `path` imports at runtime, as paths in the folder. */
const ownImports = (path: string, code: string, aliases: Record<string, string>): string[] => {
  const atRuntime = code.replaceAll(/^(?:import|export) type [^;]*;/gm, '');
  const specifiers = atRuntime.matchAll(/^(?:import|export)\b(?:[\w\s{},*$]*?\bfrom)?\s*'([.#][^']*)'/gm);
  return [...specifiers].map(([, specifier = '']) => {
    if (specifier.startsWith('.')) return join(dirname(path), specifier);
    const alias = Object.keys(aliases).find((name) => specifier.startsWith(name.replace('*', '')));
    return alias ? join(aliases[alias]?.replace('*', '') ?? '', specifier.slice(alias.length - 1)) : specifier;
  });
};

const fileFaults = async (folder: string, path: string): Promise<string[]> => {
  const faults = unwanted.filter(([pattern]) => pattern.test(path)).map(([, fault]) => `${path} ${fault}`);
  const { mode } = await lstat(join(folder, path));
  if (mode & groupOrOthersWrite) faults.push(`${path} is writable by users other than its owner`);
  if (mode & setId) faults.push(`${path} runs as another user`);
  return faults;
};

/** Links to a file in the same folder are fine: the embedded PostgreSQL loads libraries by such names. */
const linkFaults = async (folder: string, path: string): Promise<string[]> => {
  const target = await readlink(join(folder, path));
  if (target.includes('/')) return [`${path} links to another folder`];
  return existsSync(join(folder, path)) ? [] : [`${path} links to ${target}, which is missing`];
};

/** The files that an assembled folder should not have, and those that it lacks. */
export const treeFaults = async (folder: string): Promise<string[]> => {
  const faults: string[] = [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const { imports } = importsSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  for (const entry of entries) {
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/');
    if (path === dirname(cacheFolder) || path.startsWith(cacheFolder)) continue;
    if (entry.isSymbolicLink()) faults.push(...(await linkFaults(folder, path)));
    else faults.push(...(await fileFaults(folder, path)));
    if (entry.isFile() && /^(?:server|shared)\/.*\.ts$/.test(path))
      for (const wanted of ownImports(path, await readFile(join(folder, path), 'utf8'), imports))
        if (!existsSync(join(folder, wanted))) faults.push(`${path} imports ${wanted}, which is missing`);
  }
  const lock = lockSchema.parse(JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')));
  for (const [place, { dev }] of Object.entries(lock.packages))
    if (dev && existsSync(join(folder, place))) faults.push(`${place} is a package for development`);
  return faults;
};
