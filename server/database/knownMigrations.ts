import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

const journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/** A migration: its name, e.g. `0003_erasures`, and its creation time in ms since 1970. */
export type KnownMigration = z.output<typeof journal>['entries'][number];

/** The migrations of this release, oldest first. */
export const readKnownMigrations = (): KnownMigration[] =>
  journal.parse(JSON.parse(readFileSync(`${migrationsFolder}/meta/_journal.json`, 'utf8'))).entries;
