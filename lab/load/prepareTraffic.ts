import * as z from 'zod';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { exportList } from '#shared/contracts/exports.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { getOverview } from '#shared/contracts/overview.ts';
import { login } from '#shared/contracts/users.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import { signMeta } from '#server/modules/leads/testing/deliveries.ts';
import { openClient } from '#testing/openClient.ts';
import type { Client } from '#testing/openClient.ts';
import { buildRows } from '#lab/faults/customLeads.ts';
import { importRows } from '#lab/faults/exports.ts';
import { connectReader, fillIn } from '#lab/faults/metaLeads.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { ScenarioContext } from '#lab/faults/Scenario.ts';
import type { Scaled } from '#lab/faults/startScaled.ts';
import type { Kind } from './openLoop.ts';
import { previewOf } from './previewOf.ts';

/** The people of the load. They are few, because all sign up from one address and sign-ups are limited by address. */
const largeCrowd = { readers: 24, exporters: 10, lookers: 4, leadOwners: 2 };
export type Crowd = typeof largeCrowd;
const rowsEach = { readers: 1_000, exporters: 50 };
const importedRows = 20;
/** Browsers and programs, each with a kept-alive connection. */
const clientCount = 128;
/** A week so long ago that platforms no longer change its numbers. */
const settledDaysBack = 120;

/** The kinds of requests and their shares in percent. */
export const shares = {
  page: 25,
  list: 26,
  search: 12,
  notifications: 17,
  overview: 5,
  preview: 10,
  signIn: 0.7,
  import: 2.3,
  export: 0.5,
  webhook: 1.5,
} as const;

const total = Object.values(shares).reduce((sum, share) => sum + share, 0);

/** The share of a kind among all requests, from 0 to 1. */
export const shareOf = (kind: keyof typeof shares): number => shares[kind] / total;

const pages = ['/', '/overview', '/privacy-policy'];
const searches = ['person', '7@mail', 'campaign', 'zz-none'];

/** Acknowledged effects, which have to exist at the end. */
export type Promised = {
  exporters: readonly { person: Person; rows: readonly string[]; exports: string[] }[];
  leadOwners: readonly Person[];
  leadIds: string[];
};

export type Traffic = { kinds: Kind[]; people: readonly Person[]; promised: Promised };

const bearer = ({ token }: Person): Record<string, string> => ({ authorization: `Bearer ${token}` });

const pick = <T>(items: readonly T[], turn: number): T => {
  const item = items[turn % items.length];
  if (item === undefined) throw new Error('There is nothing to choose from');
  return item;
};

const begun = z.object({ data: z.object({ id: z.string() }) });

type Preview = { person: Person; path: string; body: string };

/** The requests for a person's Previews. */
const listPreviews = async (person: Person): Promise<Preview[]> => {
  const until = addDays(utcDay(new Date()), -settledDaysBack);
  const since = addDays(until, -6);
  return Promise.all(
    platformIds.map(async (platform) => {
      const { status, body } = await person.request(listAdAccounts[platform]);
      if (status !== 200) throw new Error(`The ad accounts of ${platform} answered ${status}`);
      const ids = body.accounts.slice(0, 2).map(({ id }) => id);
      const { endpoint, body: query } = previewOf[platform](ids, since, until);
      return { person, path: endpoint.path, body: JSON.stringify(query) };
    }),
  );
};

/** Registers people one after another, because each sign-up costs a password hash. */
const times = async <T>(count: number, make: () => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  while (made.length < count) made.push(await make());
  return made;
};

type Send = (turn: number) => ReturnType<Client['ask']>;

/** Counts turns separately for each kind, so that each kind uses all its people and pages in order. */
const toKind = (name: keyof typeof shares, send: Send): Kind => {
  let turn = -1;
  return {
    name,
    share: shares[name],
    send: () => {
      turn += 1;
      return send(turn);
    },
  };
};

/** Creates people with leads, reports and grants, and their requests. @param deliveries number of leads for webhooks */
export const prepareTraffic = async (
  context: ScenarioContext,
  { url, sandbox }: Scaled,
  deliveries: number,
  crowd: Crowd = largeCrowd,
): Promise<Traffic> => {
  const site = { apiUrl: url };
  const readers = await times(crowd.readers, () => registerPerson(site));
  const lookers = await times(crowd.lookers, () => registerPerson(site, ...platformIds));
  const leadOwners = await times(crowd.leadOwners, () => connectReader(site));
  const exporters = await times(crowd.exporters, async () => {
    const person = await registerPerson(site, 'google');
    return { person, rows: await importRows(person, rowsEach.exporters), exports: [] as string[] };
  });
  for (const reader of readers) await importRows(reader, rowsEach.readers);
  const previews = (await Promise.all(lookers.map(listPreviews))).flat();
  const leads = await fillIn(sandbox, deliveries);
  const leadIds: string[] = [];

  const clients = Array.from({ length: clientCount }, (_, number) => openClient(url, number));
  context.onEnd(async () => clients.forEach((client) => client.close()));
  let calls = 0;
  const ask = (...[method, path, options]: Parameters<Client['ask']>): ReturnType<Client['ask']> => {
    calls += 1;
    return pick(clients, calls).ask(method, path, options);
  };
  const get = (person: Person, path: string, query: Record<string, string> = {}) =>
    ask('GET', `${apiBase}${path}?${new URLSearchParams(query)}`, { headers: bearer(person) });
  const post = (person: Person, path: string, body: string) =>
    ask('POST', `${apiBase}${path}`, { headers: bearer(person), body });

  const today = utcDay(new Date());
  const list = (turn: number, query: Record<string, string>) =>
    get(pick(readers, turn), listCustomLeads.path, { limit: '50', ...query });
  const kinds = [
    toKind('page', (turn) => ask('GET', pick(pages, turn))),
    toKind('list', (turn) => list(turn, { page: String(1 + (turn % 20)) })),
    toKind('search', (turn) => list(turn, { search: pick(searches, turn) })),
    toKind('notifications', (turn) => get(pick(exporters, turn).person, listNotifications.path, { after: '0' })),
    toKind('overview', (turn) =>
      get(pick(lookers, turn), getOverview.path, { since: addDays(today, -29), until: today }),
    ),
    toKind('preview', (turn) => {
      const { person, path, body } = pick(previews, turn);
      return post(person, path, body);
    }),
    toKind('signIn', (turn) => {
      const { email, password } = pick(readers, turn);
      return ask('POST', `${apiBase}${login.path}`, { body: JSON.stringify({ email, password }) });
    }),
    // Updates existing leads, so that the lists do not grow.
    toKind('import', (turn) => {
      const rows = buildRows(importedRows).map((row) => ({ ...row, Project: `Turn ${turn}` }));
      return post(pick(readers, turn), saveCustomLeads.path, JSON.stringify({ leads: rows }));
    }),
    toKind('export', async (turn) => {
      const exporter = pick(exporters, turn);
      const reply = await post(exporter.person, exportList.path, JSON.stringify({ list: 'custom' }));
      if (reply.status === 200) exporter.exports.push(begun.parse(JSON.parse(reply.text)).data.id);
      return reply;
    }),
    toKind('webhook', async (turn) => {
      const { leadId, body } = pick(leads, turn);
      const reply = await ask('POST', '/webhooks/meta', { headers: signMeta(body), body });
      if (reply.status === 200) leadIds.push(leadId);
      return reply;
    }),
  ];
  // The first Preview reads from the platforms; later ones read stored rows.
  for (const { person, path, body } of previews) {
    const { status, text } = await post(person, path, body);
    if (status !== 200) throw new Error(`A Preview answered ${status}: ${text}`);
  }
  return {
    kinds,
    people: [...readers, ...lookers, ...leadOwners, ...exporters.map(({ person }) => person)],
    promised: { exporters, leadOwners, leadIds },
  };
};
