import { readFileSync } from 'node:fs';

const base = readFileSync(new URL('base.css', import.meta.url), 'utf8');

/** Styles of one of the API's own pages: the shared base, then its own. One sheet, so one request. */
export const readStyles = (file: URL): string => base + readFileSync(file, 'utf8');
