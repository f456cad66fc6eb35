import { partNames } from '#lab/load/meterParts.ts';
import type { Part } from '#lab/load/meterParts.ts';
import { listGivingWay } from './limits.ts';
import { simulateInstall } from './simulateInstall.ts';
import type { Install } from './simulateInstall.ts';
import { valuesOf } from './readInput.ts';
import type { Assumptions, Figures, StatedAssumptions } from './readInput.ts';

/* The tables of docs/SCALING.md, row by row. */

type Row = string[];
/** A table with its heading in its first row. */
export type Table = { title: string; rows: Row[] };

export const populations = [10_000, 100_000, 1_000_000, 10_000_000] as const;

/** Two significant digits, because the assumptions are no more precise. */
const about = (value: number): string => {
  if (value < 0.005) return '0';
  const digits = Math.max(0, 1 - Math.floor(Math.log10(value)));
  return Number(value.toPrecision(2)).toLocaleString('en-US', { maximumFractionDigits: Math.min(3, digits) });
};
const whole = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 0 });
const gigabytes = (value: number): string => (value < 1 ? 'below 1 GB' : `${about(value)} GB`);

const byPopulation = (
  assumed: Assumptions,
  figures: Figures,
  rows: [string, (install: Install) => string][],
): Row[] => {
  const installs = populations.map((people) => simulateInstall(people, assumed, figures));
  return [['people', ...populations.map(whole)], ...rows.map(([name, cell]) => [name, ...installs.map(cell)])];
};

const workTable = (assumed: Assumptions, figures: Figures): Table => ({
  title: 'Work in the busy hours',
  rows: byPopulation(assumed, figures, [
    ['calls and pages a second', ({ work }) => about(work.calls)],
    ['new leads a second: mean, worst minute', ({ work }) => `${about(work.leads)}, ${about(work.worstLeads)}`],
    ['exports an hour', ({ work }) => about(work.exportsPerHour)],
    ['ad accounts read a second', ({ work }) => about(work.reads)],
    ['sockets', ({ work }) => about(work.sockets)],
    ['jobs a second', ({ work }) => about(work.jobs)],
    ['notifications of PostgreSQL a second', ({ work }) => about(work.notifications)],
    ['write-ahead log, MB a second', ({ work }) => about(work.log / 1024)],
    ['calls a day: Google Ads', ({ work }) => about(work.platformCallsPerDay.google)],
    ['— Facebook', ({ work }) => about(work.platformCallsPerDay.facebook)],
    ['— TikTok', ({ work }) => about(work.platformCallsPerDay.tiktok)],
    ['Google Sheets, writes a minute', ({ work }) => about(work.writesPerMinute)],
  ]),
});

const storedTable = (assumed: Assumptions, figures: Figures): Table => {
  const cell =
    (name: keyof Install['stored']) =>
    ({ stored }: Install) =>
      `${about(stored[name].rows)}; ${gigabytes(stored[name].gigabytes)}`;
  return {
    title: 'Stored rows and their space with indexes',
    rows: byPopulation(assumed, figures, [
      ['leads', cell('leads')],
      ['rows of the Preview and its exports', cell('rows')],
      ['metrics of campaigns, ad sets and ads', cell('ads')],
      ['findings', cell('findings')],
      ['together', ({ stored }) => gigabytes(Object.values(stored).reduce((sum, part) => sum + part.gigabytes, 0))],
    ]),
  };
};

const partLabels: Record<Part, string> = {
  nginx: 'nginx',
  web: '`web`',
  api: '`api`',
  worker: '`worker`',
  postgres: 'PostgreSQL',
};

const needTable = (assumed: Assumptions, figures: Figures): Table => ({
  title: 'What it takes',
  rows: byPopulation(assumed, figures, [
    ...partNames.map((part): [string, (install: Install) => string] => [
      `busy cores of ${partLabels[part]}`,
      ({ need }) => about(need.busyCores[part]),
    ]),
    [
      'processes: `web`, `api`, `worker`',
      ({ need: { processes } }) => `${whole(processes.web)}, ${whole(processes.api)}, ${whole(processes.worker)}`,
    ],
    ['connections to PostgreSQL', ({ need }) => whole(need.connections)],
    ['machines for nginx and the processes', ({ need }) => whole(need.machines)],
    ['— cores, memory', ({ need }) => `${whole(need.processCores)}, ${gigabytes(need.processMemoryGb)}`],
    ['servers for PostgreSQL, without standbys', ({ need }) => whole(need.databases)],
    [
      '— cores, memory, disk',
      ({ need }) =>
        `${whole(need.databaseCores)}, ${gigabytes(need.databaseMemoryGb)}, ${gigabytes(need.databaseDiskGb)}`,
    ],
  ]),
});

const limitsTable = (assumed: Assumptions, figures: Figures): Table => ({
  title: 'Parts that give way, the first one first',
  rows: [
    ['on the way to', 'part', 'gives way at', 'with', 'what it takes'],
    ...populations.flatMap((people, index) =>
      listGivingWay(populations[index - 1] ?? 1, people, assumed, figures).map(({ name, at, from, to }) => [
        whole(people),
        name,
        `${about(at)} people`,
        from,
        to,
      ]),
    ),
  ],
});

const assumptionsTable = (stated: StatedAssumptions): Table => ({
  title: 'Assumptions',
  rows: [
    ['assumption', 'value', 'meaning and reason'],
    ...Object.entries(stated).map(([name, { value, reason }]) => [
      `\`${name}\``,
      value.toLocaleString('en-US'),
      reason,
    ]),
  ],
});

export const reportTables = (stated: StatedAssumptions, figures: Figures): Table[] => {
  const assumed = valuesOf(stated);
  return [
    assumptionsTable(stated),
    workTable(assumed, figures),
    storedTable(assumed, figures),
    needTable(assumed, figures),
    limitsTable(assumed, figures),
  ];
};

/** Reads each figure that the tables and their tests need. */
export const askForFigures =
  (stated: StatedAssumptions) =>
  (figures: Figures): void => {
    reportTables(stated, figures);
  };
