import { readFile } from 'node:fs/promises';
import * as z from 'zod';

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).optional(), isEntry: z.boolean().optional() }),
);

const appEntry = 'client/pages/app/+client.tsx';

/**
 * Addresses of what the app's entry imports, itself not included, from the manifest that the build leaves
 * (`dist/assets.json`). The shell announces them; otherwise the browser would learn of them one round trip later.
 * @throws when the manifest is missing or does not know the entry
 */
export const readAppModules = async (manifestFile: string): Promise<string[]> => {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(manifestFile, 'utf8')));
  if (!manifest[appEntry]) throw new Error(`${manifestFile} does not name ${appEntry}: run "npm run build" again`);
  const found = new Set<string>();
  const collect = (key: string): void => {
    for (const imported of manifest[key]?.imports ?? []) {
      const file = manifest[imported]?.file;
      if (file === undefined || found.has(`/${file}`)) continue;
      found.add(`/${file}`);
      collect(imported);
    }
  };
  collect(appEntry);
  return [...found];
};
