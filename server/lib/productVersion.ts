import { readFileSync } from 'node:fs';
import * as z from 'zod';

const packageFile = new URL('../../package.json', import.meta.url);

/** The version of Leadlight, as its package says. */
export const { version: productVersion } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(packageFile, 'utf8')));
