import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';
import { screenModules } from '#server/web/pages/screenModules.ts';
import { routes } from '#shared/routes.ts';

/*
 * The budget of each part of the product that browsers load. Kilobytes are 1000 bytes, compressed with gzip.
 */

const clientDir = 'dist/client';

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
    isDynamicEntry: z.boolean().default(false),
  }),
);
type Manifest = z.output<typeof manifestSchema>;

const publicEntry = 'client/pages/+client.ts';
const appEntry = 'client/pages/app/+client.tsx';
const shell = [
  appEntry,
  'client/app/UserShell.tsx',
  'client/components/toasts/Toaster.tsx',
  'node_modules/sonner/dist/index.mjs',
];
const chart = 'client/components/trend/TrendChart.tsx';
/** With more names, the headers of a page can exceed nginx's default limit of 4 KB. */
const mostFiles = 50;
type Budget = {
  name: string;
  kb: number;
  /** Manifest keys of the loaded entries. */
  load: string[];
  /** Manifest keys of entries that are already loaded and do not count: one list for each path to this part. */
  after?: string[][];
};

const kbOf = {
  publicScripts: 3,
  publicStyles: 14,
  firstLoad: 110,
  guestScreen: 125,
  frame: 145,
  userScreen: 175,
  onDemand: 40,
  appStyles: 18,
};

const nameOf = (key: string): string =>
  /node_modules\/([\w.-]+)/.exec(key)?.[1] ?? /\/(\w+)(?:-\w+)?\.\w+$/.exec(key)?.[1] ?? key;

const moduleByName: Record<string, string> = screenModules;
const screens = Object.entries(routes).flatMap(([name, { access }]): Budget[] => {
  const module = moduleByName[name];
  if (module === undefined) return [];
  if (access === 'guest') return [{ name: `Screen ${name}`, kb: kbOf.guestScreen, load: [appEntry, module] }];
  const parts = name === 'overview' ? [chart] : [];
  return [{ name: `Screen ${name}`, kb: kbOf.userScreen, load: [...shell, module, ...parts] }];
});

const firstLoads: Budget[] = [
  { name: 'First load of the app', kb: kbOf.firstLoad, load: [appEntry] },
  ...screens,
  { name: 'Frame of the signed-in screens, with messages', kb: kbOf.frame, load: shell },
];

const authForms: Budget = {
  name: 'authForms, on demand',
  kb: kbOf.onDemand,
  load: ['client/features/users/authForms.ts'],
  after: [[appEntry, screenModules.signIn]],
};

/** The remaining chunks of dynamic imports, such as dialogs. They load after the frame, and after the part that opens them. */
const onDemand = (manifest: Manifest): Budget[] => {
  const named = new Set([...firstLoads, authForms].flatMap(({ load }) => load));
  const others = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && !named.has(key));
  /** The loaded chunks before a part opens: one list for each chunk that can open it. */
  const loadedBefore = (key: string): string[][] => {
    const openers = Object.keys(manifest).filter((opener) => manifest[opener]?.dynamicImports.includes(key));
    return openers.length > 0 ? openers.map((opener) => [...shell, opener]) : [shell];
  };
  return [
    authForms,
    ...others.map((key) => ({
      name: `${nameOf(key)}, on demand`,
      kb: kbOf.onDemand,
      load: [key],
      after: loadedBefore(key),
    })),
  ];
};

const gzipSize = async (file: string): Promise<number> =>
  gzipSync(await readFile(join(clientDir, file)), { level: 9 }).length;

/** The files of entries and their static imports. @throws if the build has no such entry */
const filesOf = (manifest: Manifest, entries: readonly string[]): Set<string> => {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no entry ${key}: check the lists in scripts/budgets/weighBuild.ts`);
    if (seen.has(key)) return;
    seen.add(key);
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    chunk.imports.forEach(add);
  };
  entries.forEach(add);
  return files;
};

const sumOf = async (files: Iterable<string>): Promise<number> => {
  let sum = 0;
  for (const file of files) sum += await gzipSize(file);
  return sum;
};

const filesEndingWith = async (suffix: string): Promise<string[]> => {
  const all = await readdir(clientDir, { recursive: true });
  return all.filter((file) => file.endsWith(suffix)).toSorted();
};

/** A part with its size and its budget. */
export type Weight = { name: string; bytes: number; kb: number };

/** Whether a chunk imports itself through others. Such a chunk may run before its imports are ready. */
const isInCircle = (manifest: Manifest, key: string): boolean => {
  const seen = new Set<string>();
  const reaches = (from: string): boolean =>
    (manifest[from]?.imports ?? []).some((next) => {
      if (next === key) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next);
    });
  return reaches(key);
};

/**
 * Weighs the build in `dist`, and finds chunks that browsers would load uncounted or run in the wrong order.
 * @throws when there is no build
 */
export const weighBuild = async (): Promise<{ weights: Weight[]; faults: string[] }> => {
  if (!existsSync('dist/assets.json')) throw new Error('There is no build: run "npm run build" first');
  const manifest = manifestSchema.parse(JSON.parse(await readFile('dist/assets.json', 'utf8')));
  const weights: Weight[] = [];
  const faults: string[] = [];

  const report = (name: string, bytes: number, kb: number): void => {
    weights.push({ name, bytes, kb });
    if (bytes > kb * 1000) faults.push(`${name} is ${bytes - kb * 1000} bytes over its ${kb} KB`);
  };

  const publicFiles = filesOf(manifest, [publicEntry]);
  report('Public pages, JavaScript', await sumOf([...publicFiles, 'theme.js']), kbOf.publicScripts);
  for (const { name, kb, load, after = [[]] } of [...firstLoads, ...onDemand(manifest)]) {
    let most = 0;
    for (const loaded of after) {
      const before = filesOf(manifest, loaded);
      const files = [...filesOf(manifest, load)].filter((file) => !before.has(file));
      most = Math.max(most, await sumOf(files));
      if (files.length > mostFiles) faults.push(`${name} has ${files.length} files, more than ${mostFiles}`);
    }
    report(name, most, kb);
  }
  const scripts = await filesEndingWith('.js');
  for (const file of scripts.filter((each) => /(?:Worker|Workbook)-[^/]+$/.test(each)))
    report(`${nameOf(file)}, on demand`, await gzipSize(file), kbOf.onDemand);
  for (const file of await filesEndingWith('.css')) {
    const isApp = /client_styles_app/.test(file);
    const name = isApp ? 'Styles of the app' : 'Styles of the public pages';
    report(name, await gzipSize(file), isApp ? kbOf.appStyles : kbOf.publicStyles);
  }

  for (const [key, { file }] of Object.entries(manifest))
    if (isInCircle(manifest, key))
      faults.push(`${file} (${key}) imports itself through others: check the groups in vite.config.ts`);

  const reactFiles = filesOf(manifest, [appEntry]);
  for (const file of publicFiles) if (reactFiles.has(file)) faults.push(`Public pages load ${file}, a part of the app`);
  for (const file of scripts) {
    const code = await readFile(join(clientDir, file), 'utf8');
    for (const forbidden of ['.styleSheet.cssText', 'new Function('])
      if (code.includes(forbidden)) faults.push(`${file} contains ${forbidden}, which the security policy blocks`);
  }
  return { weights, faults };
};
