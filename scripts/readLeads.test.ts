import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const command = fileURLToPath(new URL('readLeads.ts', import.meta.url));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-leads-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (name: string, content: string, ...options: string[]) => {
  const file = join(folder, name);
  writeFileSync(file, content);
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, file, ...options], { encoding: 'utf8' });
  return { status, stderr, reading: stdout === '' ? null : (JSON.parse(stdout) as unknown) };
};

it('prints the reading of a file', () => {
  const { status, reading } = run(
    'leads.csv',
    'Name;E-Mail;Telefon\nAda;ada@example.test;0171 3920001\n',
    '--country',
    'DE',
  );
  expect(status).toBe(0);
  expect(reading).toMatchObject({ delimiter: ';', leads: [{ row: 2, name: 'Ada', phoneE164: '+491713920001' }] });
});

it('prints the reading of a sheet', () => {
  const sheet = {
    rows: [
      ['id', 'Name', 'Score', 'Is organic'],
      [17, 'Ada', 4.5, true],
    ],
  };
  const { reading } = run('sheet.json', JSON.stringify(sheet), '--kind', 'sheet');
  expect(reading).toMatchObject({
    delimiter: null,
    leads: [{ row: 2, id: '17', name: 'Ada', isOrganic: true, answers: { Score: '4.5' } }],
  });
});

it('succeeds for a file that is no text, and says why it has no leads', () => {
  const { status, reading } = run('leads.xlsx', 'PK\u0003\u0004');
  expect(status).toBe(0);
  expect(reading).toMatchObject({ leads: [], remarks: [{ code: 'otherFormat' }] });
});

it.each([[['--country', 'Atlantis']], [['--kind', 'other']], [['--unknown']]])('prints its usage for %j', (options) => {
  expect(run('leads.csv', 'Name\n', ...options)).toMatchObject({ status: 2, reading: null });
});
