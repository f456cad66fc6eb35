import type { DumpSession } from './DumpSession.ts';

/** Ids of the keys that sealed stored tokens. Pending consents are omitted, because people can simply start again. */
export const listSealedKeyIds = async (session: DumpSession): Promise<string[]> => {
  const rows = await session.query<{ id: string }>(
    `select distinct split_part(value, '.', 2) as id
     from (select access_token from connections
       union all select refresh_token from connections
       union all select access_token from lead_pages) as sealed (value)
     where value is not null
     order by id`,
  );
  return rows.map(({ id }) => id);
};
