import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PlatformLead } from '#server/providers/LeadSource.ts';
import { batchRows } from './leadCsv.ts';
import { readExportFile } from './leadFile.ts';
import { toLeads } from './leadTransform.ts';

const source = { pageId: '7500000000000000801', formId: '7500000000000000701', region: 'eu' } as const;

const readSample = async (name: string): Promise<PlatformLead[]> => {
  const texts = await readExportFile(readFileSync(new URL(`../samples/${name}`, import.meta.url)));
  return texts.flatMap((text) => [...toLeads(text, source)].flat());
};

describe('toLeads', () => {
  it('reads guarded ids, quoted answers and both time formats', async () => {
    expect(await readSample('leads.csv')).toEqual([
      {
        id: '7500000000000000601',
        createdAt: new Date('2026-11-12T08:49:14Z'),
        ...source,
        adId: '1850000000000903',
        adName: 'Video 1',
        adsetId: '1850000000000902',
        adsetName: 'Set A',
        campaignId: '1850000000000901',
        campaignName: 'Autumn, leads',
        isOrganic: null,
        placement: null,
        answers: [
          { name: 'name', values: ['Zoë Müller'] },
          { name: 'email', values: ['zoe@example.test'] },
          { name: 'phone_number', values: ['+4915100000001'] },
          { name: 'Which model?', values: ['Coupe, "red"'] },
          // A form question with the same name as an earlier column.
          { name: 'Form name', values: ['my own'] },
        ],
      },
      expect.objectContaining({
        id: '7500000000000000602',
        createdAt: new Date('2026-11-13T23:59:59Z'),
        adId: null,
        adName: null,
        adsetId: null,
        campaignId: null,
        answers: [
          { name: 'name', values: ['Ada Example'] },
          { name: 'email', values: ['ada@example.test'] },
          { name: 'phone_number', values: ['+4915100000002'] },
          { name: 'Which model?', values: ['Two,\r\nplus a child'] },
        ],
      }),
    ]);
  });

  it('accepts other column spellings, and treats no column as a question', async () => {
    expect(await readSample('leadsOfAnotherSpelling.csv')).toEqual([
      expect.objectContaining({
        id: '7500000000000000603',
        campaignName: 'C',
        answers: [{ name: 'E-Mail-Adresse', values: ['lin@example.test'] }],
      }),
    ]);
  });

  it.each(['', '\r\n', 'lead id,created_time,Name\n'])('finds no lead in %j', (text) => {
    expect([...toLeads(text, source)]).toEqual([]);
  });

  it('treats a text without a header as a fault', () => {
    expect(() => [...toLeads('The file could not be made.\nPlease retry.\n', source)]).toThrow(
      expect.objectContaining({ outcome: 'account' }),
    );
  });

  it('yields every lead of a long file, and counts invalid rows', () => {
    const rows = Array.from(
      { length: 1200 },
      (_, index) => `${8_000_000 + index},2026-11-12 08:49:14,"L ""${index}"""`,
    );
    const text = ['lead_id,created_time,Name', ...rows, 'total,1200,', '8999999,2026-11-12 08:49:14,Last'].join('\n');
    const read: PlatformLead[] = [];
    const leads = toLeads(text, source);
    let step = leads.next();
    for (; step.done !== true; step = leads.next()) {
      expect(step.value.length).toBeLessThanOrEqual(batchRows);
      read.push(...step.value);
    }
    expect(step.value).toBe(1);
    expect(new Set(read.map(({ id }) => id)).size).toBe(1201);
    expect(read[1199]?.answers).toEqual([{ name: 'name', values: ['L "1199"'] }]);
    expect(read.at(-1)?.answers).toEqual([{ name: 'name', values: ['Last'] }]);
  });
});

it('treats a broken zip as a temporary fault', async () => {
  await expect(readExportFile(Buffer.from('PK\u0003\u0004 and no more'))).rejects.toMatchObject({ outcome: 'retry' });
});
