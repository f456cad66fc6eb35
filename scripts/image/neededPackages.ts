import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';

/*
 * Finds the installed packages that a running server needs: those that its code imports, the project's optional
 * dependencies, and their dependencies. A production install has more: the client's packages, which are in the build already.
 */

/** Dependencies that a running server does not use. */
const notFollowed: readonly { pattern: RegExp; why: string }[] = [
  { pattern: /^@types\//, why: 'types' },
  { pattern: /^(?:vite|vite-plugin-wrapper|esbuild|@babel\/.+|@universal-deploy\/.+)$/, why: 'builds of Vike' },
  { pattern: /^bare-/, why: 'runtimes other than Node' },
];

const packageFile = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().default(false) })).default({}),
});

/** Resolves a package from a folder as Node does: in the nearest `node_modules` that has it. */
const resolvePackage = (root: string, from: string, name: string): string | null => {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === root || folder === dirname(folder)) return null;
  }
};

const dependenciesOf = async (folder: string): Promise<{ required: string[]; optional: string[] }> => {
  const file = packageFile.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const peers = Object.keys(file.peerDependencies).filter((name) => !file.peerDependenciesMeta[name]?.optional);
  const optional = Object.keys(file.optionalDependencies);
  const required = [...Object.keys(file.dependencies), ...peers].filter((name) => !optional.includes(name));
  return { required, optional };
};

/** Names of the packages that a module imports or requires at runtime. */
export const importedPackages = (code: string): string[] => {
  const atRuntime = code.replaceAll(/^(?:import|export) type [^;]*;/gm, '');
  const specifiers = atRuntime.matchAll(
    /(?:^(?:import|export)\b[\w\s{},*$]*?\bfrom\s*|^import\s*|(?<!\btypeof )\bimport\(\s*|\brequire\(\s*)["']([^"'.#/][^"']*)["']/gm,
  );
  return [...specifiers]
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => !specifier.startsWith('node:'))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    );
};

/**
 * The folders of the packages, by path below `root`.
 * @param root the folder with `package.json` and `node_modules`
 * @param imported names that the program imports
 * @throws if a needed package is not installed
 */
export const neededPackages = async (root: string, imported: Iterable<string>): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  const follow = async (from: string, name: string, isOptional: boolean): Promise<void> => {
    if (notFollowed.some(({ pattern }) => pattern.test(name))) return;
    const folder = resolvePackage(root, from, name);
    if (!folder) {
      // A package for another operating system or processor.
      if (isOptional) return;
      throw new Error(`The package ${name}, which ${from} needs, is not installed`);
    }
    if (found.has(folder)) return;
    found.set(folder, name);
    const { required, optional } = await dependenciesOf(folder);
    for (const dependency of required) await follow(folder, dependency, false);
    for (const dependency of optional) await follow(folder, dependency, true);
  };
  for (const name of new Set(imported)) await follow(root, name, false);
  // No import names these: serverPrograms.ts resolves the embedded PostgreSQL by operating system and processor.
  for (const name of (await dependenciesOf(root)).optional) await follow(root, name, true);
  return found;
};
