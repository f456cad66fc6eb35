import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { readResults } from '#lab/bench/results.ts';

/*
 * The input of the installation simulation: assumptions about people, each with a reason, and measured figures.
 */

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const assumption = z.strictObject({ value: z.number().positive(), reason: z.string() });
const assumptionNames = [
  'activeShare',
  'callsPerActive',
  'busyShare',
  'busyHours',
  'openTabs',
  'connectedShare',
  'accountsEach',
  'viewedShare',
  'quietShare',
  'adsEach',
  'objectsEach',
  'previewedDays',
  'turnover',
  'changedDaysEach',
  'leadsEach',
  'leadPeak',
  'exportsEach',
  'findingsEach',
  'daysStored',
  'callSeconds',
  'utilization',
  'serverCores',
  'serverDiskGb',
  'machineCores',
  'hotShare',
  'diskReserve',
  'notificationsPerSecond',
] as const;
const assumptionsSchema = z.record(z.enum(assumptionNames), assumption);

export type StatedAssumptions = z.infer<typeof assumptionsSchema>;
export type Assumptions = Record<(typeof assumptionNames)[number], number>;

const defaultAssumptions = fileOf('assumptions.json');

/** @param file other values and reasons for all assumptions */
export const readAssumptions = async (file = defaultAssumptions): Promise<StatedAssumptions> =>
  assumptionsSchema.parse(JSON.parse(await readFile(file, 'utf8')));

export const valuesOf = (stated: StatedAssumptions): Assumptions =>
  Object.fromEntries(assumptionNames.map((name) => [name, stated[name].value])) as Assumptions;

/** A measured figure by benchmark and name. @throws when it was not measured */
export type Figures = (source: string, name: string) => number;

const reference = z.record(
  z.string(),
  z.strictObject({
    ran: z.strictObject({ date: z.string(), cores: z.number(), processor: z.string(), memoryGb: z.number() }),
    figures: z.record(z.string(), z.number()),
  }),
);
export type Reference = z.infer<typeof reference>;

const referenceFile = fileOf('reference.json');

/** The figures of the reference machine. */
export const readReference = async (): Promise<Reference> =>
  reference.parse(JSON.parse(await readFile(referenceFile, 'utf8')));

export const figuresOf =
  (measured: Reference): Figures =>
  (source, name) => {
    const value = measured[source]?.figures[name];
    if (value === undefined) throw new Error(`${name} was not measured; npm run bench and npm run load write figures`);
    return value;
  };

const significantDigits = 4;

/**
 * Copies the figures that the simulation needs, with date and machine, from the latest results of `npm run bench` and
 * `npm run load`. They become those of the reference machine.
 * @param ask requests every figure once
 */
export const adoptResults = async (ask: (figures: Figures) => void): Promise<void> => {
  const results = await readResults();
  const adopted: Reference = {};
  ask((source, name) => {
    const entry = results[source];
    const metric = entry?.metrics.find((each) => each.name === name);
    if (!entry || !metric) throw new Error(`${name} was not measured; npm run bench and npm run load write figures`);
    const { date, cores, processor, memoryGb } = entry.ran;
    const value = Number(metric.value.toPrecision(significantDigits));
    adopted[source] ??= { ran: { date, cores, processor, memoryGb }, figures: {} };
    adopted[source].figures[name] = value;
    return value;
  });
  await writeFile(referenceFile, `${JSON.stringify(adopted, null, 2)}\n`);
};
