import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { listLeads } from '#shared/contracts/leads.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { startSandbox } from '#testing/sandbox/sandbox.ts';
import type { RunningSandbox } from '#testing/sandbox/sandbox.ts';
import { createRequest } from '#testing/api/createRequest.ts';
import { createServerDatabase } from '#testing/database/openTestDatabase.ts';
import { submitLead } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { registerPerson } from '#testing/people.ts';
import { createSite, startProduct } from '#testing/startProduct.ts';
import type { Product, ProductSite } from '#testing/startProduct.ts';
import { metaDelivery, signMeta } from './testing/deliveries.ts';
import type { Person } from './testing/leadTests.ts';

const platforms = ['facebook', 'tiktok'] as const;
const leadsEach = 120;

describe('leads of an installation that is killed', () => {
  let sandbox: RunningSandbox;
  let database: Awaited<ReturnType<typeof createServerDatabase>>;
  let db: Client;
  let site: ProductSite;
  let product: Product;
  let person: Pick<Person, 'token'>;
  let forms: Record<LeadPlatformId, string[]>;

  const storedLead = z.object({
    platform: z.enum(platforms),
    leadId: z.string(),
    formId: z.string(),
    pageId: z.string(),
    answers: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  });
  const storedLeads = async () =>
    z
      .array(storedLead)
      .parse(
        (
          await db.query(
            'select list as platform, lead_id as "leadId", form_id as "formId", page_id as "pageId", answers from leads order by 1, 2',
          )
        ).rows,
      );
  const api = () => ({ url: product.url, request: createRequest(product.url) });

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 });
    database = await createServerDatabase();
    db = new Client({ connectionString: database.url });
    await db.connect();
    site = await createSite({
      roles: 'api,worker',
      databaseUrl: database.url,
      environment: sandbox.environment,
      env: { NODE_ENV: 'test', RECONCILE_INTERVAL_SECONDS: '5', LOG_LEVEL: 'error' },
    });
    product = await startProduct(site);
    person = await registerPerson(site, ...platforms);
    await waitUntil(async () => (await storedLeads()).length === 63, { what: 'the backfill' });
    const first = await storedLeads();
    const formsOf = (of: LeadPlatformId) => [
      ...new Set(first.filter(({ platform }) => platform === of).map(({ formId }) => formId)),
    ];
    forms = { facebook: formsOf('facebook'), tiktok: formsOf('tiktok') };
  });
  afterAll(async () => {
    await product.stop();
    await db.end();
    await database.drop();
    await sandbox.close();
  });

  const isReading = async (): Promise<boolean> =>
    (await db.query('select from lead_reads where leased_until > now()')).rowCount !== 0;

  /** Submits a form. Half of the leads have no webhook. All webhooks are late, and a fifth of them are sent twice. */
  const submitSample = async (platform: LeadPlatformId, number: number) => {
    const answers: Record<string, string | string[]> =
      platform === 'facebook'
        ? {
            full_name: `Zoë "${number}"`,
            email: `f${number}@example.test`,
            'which_model?': ['Coupe, red', `=${number}`],
          }
        : { name: `Zoë "${number}"`, email: `t${number}@example.test` };
    const formsOfPlatform = forms[platform];
    const { leadId, formId } = await submitLead(sandbox, {
      platform,
      formId: formsOfPlatform[number % formsOfPlatform.length] ?? '',
      fields: answers,
      webhook: number % 2 === 0,
      times: number % 5 === 0 ? 2 : 1,
      delayMs: (number * 733) % 1_500,
    });
    return { platform, leadId, formId, answers };
  };

  test('are all stored once, with every answer', { timeout: 240_000 }, async ({ annotate }) => {
    const before = await storedLeads();
    const submitted: Awaited<ReturnType<typeof submitSample>>[] = [];
    for (let number = 0; number < leadsEach; number += 1) {
      for (const platform of platforms) submitted.push(await submitSample(platform, number));
      if (number === leadsEach / 2) {
        await waitUntil(isReading, { everyMs: 5, what: 'a read under way' });
        product.process.kill('SIGKILL');
        product = await startProduct(site);
      }
    }
    const endedAt = performance.now();
    const expected = new Set([...before, ...submitted].map(({ platform, leadId }) => `${platform} ${leadId}`));
    const isComplete = async () => {
      const { rows } = await db.query('select count(*)::int as total from leads');
      return rows[0].total >= expected.size;
    };
    await waitUntil(isComplete, { timeoutMs: 180_000, everyMs: 200, what: 'all leads' });
    await annotate(
      `complete ${Math.round(performance.now() - endedAt)} ms after the last of ${submitted.length} leads`,
    );

    const stored = await storedLeads();
    expect(stored.map(({ platform, leadId }) => `${platform} ${leadId}`).toSorted()).toEqual([...expected].toSorted());
    const byId = new Map(stored.map((lead) => [lead.leadId, lead]));
    for (const { leadId, formId, answers } of submitted) {
      const lead = byId.get(leadId);
      expect(lead).toMatchObject({ formId });
      const storedAnswers = new Map(lead?.answers.map(({ name, values }) => [name, values]));
      for (const [name, value] of Object.entries(answers))
        expect([leadId, name, storedAnswers.get(name)]).toEqual([leadId, name, [value].flat()]);
    }
    for (const platform of platforms) {
      const { body } = await api().request(listLeads[platform], { token: person.token });
      expect(body.totalItems).toBe(stored.filter((lead) => lead.platform === platform).length);
    }
  });

  test(
    'a burst of deliveries gets quick responses and stores each lead once',
    { timeout: 120_000 },
    async ({ annotate }) => {
      const sample = (await storedLeads()).find(({ platform }) => platform === 'facebook');
      if (!sample) throw new Error('no lead');
      const bodies: { leadId: string; body: string }[] = [];
      for (let number = 0; number < 200; number += 1) {
        const { leadId } = await submitLead(sandbox, { platform: 'facebook', formId: sample.formId, webhook: false });
        bodies.push({ leadId, body: metaDelivery([{ leadId, pageId: sample.pageId, formId: sample.formId }]) });
      }
      const times = await Promise.all(
        bodies.map(async ({ body }) => {
          const begunAt = performance.now();
          const answer = await fetch(`${product.url}/webhooks/meta`, { method: 'POST', body, headers: signMeta(body) });
          await answer.arrayBuffer();
          expect(answer.status).toBe(200);
          return performance.now() - begunAt;
        }),
      );
      await annotate(`200 deliveries at once: ${describeTimes(times)}`);
      const ids = new Set(bodies.map(({ leadId }) => leadId));
      await waitUntil(async () => (await storedLeads()).filter(({ leadId }) => ids.has(leadId)).length === ids.size, {
        what: 'the leads of the burst',
      });
    },
  );

  test.for(platforms)(
    'a lead of %s is listed soon after its form was sent',
    { timeout: 240_000 },
    async (platform, { annotate }) => {
      const times: number[] = [];
      const count = { facebook: 40, tiktok: 10 }[platform];
      for (let number = 0; number < count; number += 1) {
        const { leadId } = await submitLead(sandbox, { platform });
        const begunAt = performance.now();
        const query = { search: leadId, limit: '1' };
        await waitUntil(
          async () => (await api().request(listLeads[platform], { token: person.token, query })).body.totalItems === 1,
          { everyMs: 20, what: `lead ${leadId}` },
        );
        times.push(performance.now() - begunAt);
      }
      expect(times).toHaveLength(count);
      await annotate(`${count} leads of ${platform}, sent to listed: ${describeTimes(times)}`);
    },
  );
});

const describeTimes = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`;
};
