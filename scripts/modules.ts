import { readFile, writeFile } from 'node:fs/promises';
import { replaceDrawing } from './modules/drawModules.ts';

/* `npm run modules`: draws the imports between the server modules into docs/ARCHITECTURE.md. Run it after changing imports. */

const page = 'docs/ARCHITECTURE.md';
await writeFile(page, replaceDrawing(await readFile(page, 'utf8')));
