import { and, eq } from '#server/database/drizzle.ts';
import { listCustomLeads } from '#shared/contracts/customLeads.ts';
import type { CustomLead } from '#shared/contracts/customLeads.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import { pageSizes } from '#shared/limits.ts';
import { leads, memberships } from '#server/database/schema.ts';
import { withDatabase } from '#testing/database/withDatabase.ts';
import type { Person } from '#testing/people.ts';
import type { ProductSite } from '#testing/startProduct.ts';

/** Rows of a large import with all columns and unique ids. */
export const buildRows = (count: number): Record<string, string>[] =>
  Array.from({ length: count }, (_, number) => ({
    ...Object.fromEntries(customLeadKeys.map((key) => [key, `${key} ${number % 50}`])),
    id: String(1_000_000_000_000_000 + number),
    Name: `Person ${((number * 7919) % 100_003).toString(36)} Example`,
    EmailAddress: `person.${number}@mail${number % 500}.example`,
  }));

/** Counts the imported leads that a person sees. */
export const countCustomLeads = async (person: Person): Promise<number> => {
  const { status, body } = await person.request(listCustomLeads, { query: { limit: '1' } });
  if (status !== 200) throw new Error(`The list answered ${status}`);
  return body.totalItems;
};

/** Lists all imported leads that a person sees, page by page. */
export const listAllCustomLeads = async (person: Person): Promise<CustomLead[]> => {
  const listed: CustomLead[] = [];
  for (let page: number | null = 1; page !== null;) {
    const query: Record<string, string> = { limit: String(pageSizes.maximum), page: String(page) };
    const { status, body } = await person.request(listCustomLeads, { query });
    if (status !== 200) throw new Error(`Page ${page} answered ${status}`);
    listed.push(...body.data.data);
    page = body.data.nextPage;
  }
  return listed;
};

/** Reads the ids of a person's imported leads from the database of a stopped product. Paging a long list takes minutes. */
export const readStoredLeadIds = ({ env, dataDir }: ProductSite, { userId }: Person): Promise<string[]> =>
  withDatabase({ databaseUrl: env['DATABASE_URL'], dataDir }, async ({ db }) => {
    const rows = await db
      .select({ record: leads.record })
      .from(leads)
      .innerJoin(memberships, eq(memberships.workspaceId, leads.workspaceId))
      .where(and(eq(leads.list, 'custom'), eq(memberships.userId, userId)));
    return rows.map(({ record }) => record?.id ?? '');
  });
