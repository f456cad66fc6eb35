import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod';

/*
 * What each part of the product makes a browser load, and what it may be. Kilobytes are 1000 bytes, compressed with gzip.
 */

const clientDir = 'dist/client';

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.string().optional(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
    isEntry: z.boolean().default(false),
  }),
);
type Manifest = z.output<typeof manifestSchema>;

const publicEntry = 'client/pages/+client.ts';
const appEntry = 'client/pages/app/+client.tsx';
const toasts = ['client/components/Toaster.tsx', 'node_modules/sonner/dist/index.mjs'];
const shell = [appEntry, 'client/app/UserShell.tsx', ...toasts];
const guestScreens = ['SignIn', 'Register', 'ForgotPassword', 'ResetPassword'];
const overviewScreen = 'client/features/overview/OverviewScreen.tsx';
const socketClient = 'node_modules/socket.io-client/build/esm/index.js';

type Budget = {
  name: string;
  kb: number;
  /** Manifest keys of what is loaded. */
  load: string[];
  /** What has been loaded before, and does not count. */
  after?: string[];
};

const screen = (name: string, kb: number, module: string): Budget => ({ name, kb, load: [...shell, module] });

/** All that a page or screen needs before it is complete, and what comes later when somebody asks for it. */
const budgets: Budget[] = [
  { name: 'App entry', kb: 86, load: [appEntry] },
  ...guestScreens.map((name) => ({
    name: `${name} screen, first load`,
    kb: 105,
    load: [appEntry, `client/features/users/${name}Screen.tsx`],
  })),
  { name: 'Frame of the signed-in screens, with messages', kb: 120, load: shell },
  { name: 'Socket client, after the first screen', kb: 14, load: [socketClient], after: shell },
  screen('Overview', 125, overviewScreen),
  // Fetched beside the figures, and drawn once they are there.
  {
    name: 'Chart of the overview',
    kb: 4,
    load: ['client/components/TrendChart.tsx'],
    after: [...shell, overviewScreen],
  },
  screen('Leads', 140, 'client/app/screens/LeadsScreen.tsx'),
  screen('Meta leads', 140, 'client/app/screens/MetaLeadsScreen.tsx'),
  screen('Google Sheets', 140, 'client/features/sheetSyncs/SheetSyncsScreen.tsx'),
  screen('Connect', 140, 'client/features/connections/ConnectScreen.tsx'),
  screen('Settings', 140, 'client/app/screens/SettingsScreen.tsx'),
  screen('Preview', 145, 'client/app/screens/PreviewScreen.tsx'),
  screen('Custom leads', 145, 'client/app/screens/CustomLeadsScreen.tsx'),
  { name: 'JSON tree, when opened', kb: 4, load: ['client/components/JsonTree.tsx'], after: shell },
];

const landingKb = { js: 3, css: 10 };
const appKb = { js: 210, css: 14 };

const gzipSize = async (file: string): Promise<number> =>
  gzipSync(await readFile(join(clientDir, file)), { level: 9 }).length;

/** Files of an entry and of everything it imports at once. @throws when the build does not know the entry */
const filesOf = (manifest: Manifest, entries: readonly string[]): Set<string> => {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build does not know ${key}: look at the list in scripts/budgets.ts`);
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

/** Whether a chunk imports itself through others: it may then run before what it needs is there. */
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
 * Weighs the build in `dist`, and looks for what would make browsers load more than is counted or run it wrongly.
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
  report('Public pages, JavaScript', await sumOf([...publicFiles, 'theme.js']), landingKb.js);
  for (const { name, kb, load, after = [] } of budgets) {
    const before = after.length > 0 ? filesOf(manifest, after) : new Set<string>();
    report(name, await sumOf([...filesOf(manifest, load)].filter((file) => !before.has(file))), kb);
  }
  const scripts = await filesEndingWith('.js');
  const appScripts = scripts.filter((file) => file !== 'theme.js' && !publicFiles.has(file));
  report('All JavaScript of the app', await sumOf(appScripts), appKb.js);
  const styles = await filesEndingWith('.css');
  for (const file of styles) {
    const isApp = /client_styles_app/.test(file);
    report(
      isApp ? 'Styles of the app' : 'Styles of the public pages',
      await gzipSize(file),
      isApp ? appKb.css : landingKb.css,
    );
  }

  for (const [key, { file }] of Object.entries(manifest))
    if (isInCircle(manifest, key))
      faults.push(`${file} (${key}) imports itself through others: look at the groups in vite.config.ts`);

  // An import fetches its chunk and nothing beside it (`vite/plainImports.ts`): such styles would never be loaded.
  for (const [key, { css, isEntry }] of Object.entries(manifest))
    if (css.length > 0 && !isEntry)
      faults.push(`${key} has styles of its own, which nothing loads: import them in client/styles/app.css`);

  const reactFiles = filesOf(manifest, [appEntry]);
  for (const file of publicFiles) if (reactFiles.has(file)) faults.push(`Public pages load ${file}, a part of the app`);
  for (const file of scripts) {
    const code = await readFile(join(clientDir, file), 'utf8');
    for (const forbidden of ['__insertCSS("', 'new Function('])
      if (code.includes(forbidden)) faults.push(`${file} contains ${forbidden}, which the security policy blocks`);
  }
  return { weights, faults };
};
