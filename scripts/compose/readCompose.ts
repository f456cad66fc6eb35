import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod';

const composeFile = new URL('../../docker-compose.yml', import.meta.url);

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const service = z.object({
  image: z.string(),
  build: z.unknown().optional(),
  profiles: z.array(z.string()).default([]),
  environment: z.record(z.string(), scalar).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()),
  deploy: z.object({
    replicas: z.coerce.number().default(1),
    resources: z.object({ limits: z.object({ memory: z.string() }) }),
  }),
  read_only: z.boolean(),
  cap_drop: z.array(z.string()),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()),
});
export type ComposeService = z.output<typeof service>;

/** A variable whose default contains no other: `${NAME}`, `${NAME-default}` if unset, `${NAME:-default}` if unset or empty. */
const reference = /\$\{(\w+)(?:(:?-)([^${}]*))?\}/g;

const interpolate = (text: string, values: Readonly<Record<string, string>>): string => {
  const replaced = text.replaceAll(reference, (_all, name: string, operator?: string, fallback = '') => {
    const value = values[name];
    return value === undefined || (value === '' && operator === ':-') ? fallback : value;
  });
  return replaced === text ? text : interpolate(replaced, values);
};

/** The services of docker-compose.yml, read as Compose would with these variables in `.env`. */
export const readCompose = (values: Readonly<Record<string, string>> = {}): Record<string, ComposeService> =>
  z
    .object({ services: z.record(z.string(), service) })
    .parse(
      parse(
        readFileSync(composeFile, 'utf8'),
        (_key, value: unknown) => (typeof value === 'string' ? interpolate(value, values) : value),
        { merge: true },
      ),
    ).services;
