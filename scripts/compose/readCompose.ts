import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod';
import { interpolate } from './interpolate.ts';

const composeFile = new URL('../../docker-compose.yml', import.meta.url);

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const network = z.strictObject({ aliases: z.array(z.string()).optional() });
const namesAsRecord = z
  .array(z.string())
  .transform((names): Record<string, z.output<typeof network>> => Object.fromEntries(names.map((name) => [name, {}])));

/** A service of the file. Strict, because Compose refuses misspelled keys too. */
const service = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), args: z.record(z.string(), z.string()) }).optional(),
  profiles: z.array(z.string()).default([]),
  restart: z.string(),
  stop_grace_period: z.string(),
  init: z.boolean().default(false),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), scalar).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  tmpfs: z.array(z.string()),
  networks: z.union([namesAsRecord, z.record(z.string(), network)]),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({
        condition: z.enum(['service_started', 'service_healthy']),
        required: z.boolean().default(true),
      }),
    )
    .default({}),
  deploy: z.strictObject({
    replicas: z.coerce.number().int().min(0).default(1),
    resources: z.strictObject({ limits: z.strictObject({ memory: z.string() }) }),
  }),
  healthcheck: z.strictObject({
    test: z.array(z.string()).optional(),
    interval: z.string(),
    timeout: z.string(),
    retries: z.number(),
    start_period: z.string(),
  }),
  read_only: z.boolean(),
  shm_size: z.string().optional(),
  cap_drop: z.array(z.string()),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()),
  logging: z.strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) }),
});
export type ComposeService = z.output<typeof service>;

const file = z.strictObject({
  name: z.string(),
  'x-logging': z.unknown(),
  'x-settings': z.unknown(),
  'x-stored': z.unknown(),
  'x-leadlight': z.unknown(),
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean().default(false) })),
  volumes: z.record(z.string(), z.strictObject({})),
});

export type Compose = z.output<typeof file> & {
  /** The variables that the file takes from `.env`. */
  variables: ReadonlySet<string>;
};

const interpolateAll = (value: unknown, replace: (text: string) => string): unknown => {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => interpolateAll(item, replace));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, interpolateAll(item, replace)]));
};

/** Reads docker-compose.yml as Compose would with these variables in `.env`. */
export const readCompose = (values: Readonly<Record<string, string>> = {}): Compose => {
  const variables = new Set<string>();
  const parsed: unknown = parse(readFileSync(composeFile, 'utf8'), { merge: true });
  const replaced = interpolateAll(parsed, (text) => interpolate(text, values, (name) => variables.add(name)));
  return { ...file.parse(replaced), variables };
};

/** The services that start: those without a profile and those of the given profiles. */
export const servicesOf = (compose: Compose, ...asked: string[]): Record<string, ComposeService> =>
  Object.fromEntries(
    Object.entries(compose.services).filter(
      ([, { profiles }]) => profiles.length === 0 || profiles.some((profile) => asked.includes(profile)),
    ),
  );
