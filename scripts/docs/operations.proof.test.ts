import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { login } from '#shared/contracts/users.ts';
import { createRequest } from '#testing/api/createRequest.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import type { TestPostgres } from '#testing/database/startPostgres.ts';
import { registerWith } from '#testing/people.ts';
import { createInstall } from './install.ts';
import type { Install } from './install.ts';
import { readBlocks, readOperations } from './markdown.ts';
import type { Block } from './markdown.ts';

/*
 * Runs the commands of docs/operations in a shell against the real product with its sandbox: all `sh test` blocks, in the
 * order of the pages in their index. A `text output` block after one is the expected output: its lines in this order,
 * possibly with others between them. `…` matches anything.
 */

type Step = { title: string; commands: Block; output: Block | null };

const pages = readOperations();
const steps: Step[] = pages.flatMap((page) => {
  const blocks = readBlocks(page);
  return blocks.flatMap((commands, index) => {
    if (commands.language !== 'sh' || !commands.marks.includes('test')) return [];
    const next = blocks[index + 1];
    const output = next?.language === 'text' && next.marks.includes('output') ? next : null;
    return [{ title: `${page.path}:${commands.line}: ${commands.code.split('\n')[0]}`, commands, output }];
  });
});

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const matches = (line: string, wanted: string): boolean =>
  new RegExp(`^${wanted.trim().split('…').map(escape).join('.*')}$`).test(line.trim());

/** The lines of `wanted` that are missing from the output, in order. */
const findMissingLines = (printed: string, wanted: string): string[] => {
  const lines = printed.split('\n');
  let from = 0;
  return wanted.split('\n').filter((line) => {
    if (line.trim() === '') return false;
    const found = lines.slice(from).findIndex((each) => matches(each, line));
    if (found === -1) return true;
    from += found + 1;
    return false;
  });
};

/** The person whom the commands erase. */
const lead = { Name: 'Grace', EmailAddress: 'grace@example.org', id: 'lead-of-grace' };

/** A person who uses the install and should not be affected by the operator's commands. */
const createPerson = async (url: string) => {
  const request = createRequest(url);
  const { email, password, token } = await registerWith(request);
  const saved = await request(saveCustomLeads, { token, body: { leads: [lead] } });
  expect(saved.status).toBe(200);
  return {
    countLeads: async (): Promise<number> => {
      const { body } = await request(login, { body: { email, password } });
      return (await request(listCustomLeads, { token: body.data.token })).body.data.data.length;
    },
  };
};

describe('docs/operations', () => {
  let install: Install;
  let postgres: TestPostgres;
  let person: Awaited<ReturnType<typeof createPerson>>;

  beforeAll(async () => {
    [install, postgres] = await Promise.all([createInstall(), startPostgres()]);
    const started = await install.run('sudo systemctl start leadlight');
    if (started.code !== 0) throw new Error(`The install did not start:\n${started.output}`);
    person = await createPerson(install.settings['PUBLIC_URL'] ?? '');
  }, 180_000);
  afterAll(async () => {
    await install.remove();
    await postgres.stop();
  });

  /** Replaces the example names and places of the pages. */
  const fillIn = (code: string): string =>
    code
      .replaceAll('postgres://leadlight:password@db.example.org:5432/leadlight', postgres.url)
      .replaceAll('https://leads.example.org', install.settings['PUBLIC_URL'] ?? '')
      .replaceAll('http://127.0.0.1:3000', `http://127.0.0.1:${install.settings['PORT']}`)
      .replaceAll('/var/backups/leadlight', `${install.folder}/backups`)
      .replaceAll('/var/lib/leadlight', `${install.folder}/data`);

  test.each(steps)('$title', { timeout: 180_000 }, async ({ commands, output }) => {
    const ran = await install.run(fillIn(commands.code));
    const missing = findMissingLines(ran.output, fillIn(output?.code ?? ''));
    expect({ ...ran, missing }).toEqual({ code: 0, output: ran.output, missing: [] });
  });

  test('after all commands, people can sign in and see the remaining leads', async () => {
    expect(await install.run('grep -q ^DATABASE_URL .env')).toEqual({ code: 0, output: '' });
    expect(await person.countLeads()).toBe(0);
  });

  test('every metric on the pages exists', async () => {
    const { output } = await install.run(`curl -fsS http://127.0.0.1:${install.settings['PORT']}/metrics`);
    const told = new Set([...output.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]));
    const named = pages.flatMap(({ text }) =>
      [...text.matchAll(/\bleadlight_[a-z_]+/g)].map(([name]) => name.replace(/_bucket$/, '')),
    );
    expect([...new Set(named)].filter((name) => !told.has(name))).toEqual([]);
  });

  test('every block that is not run has no commands or cannot run here', () => {
    const blocks = pages.flatMap(readBlocks);
    const typed = blocks.filter(({ language, marks }) => language === 'sh' && !marks.includes('test'));
    const elsewhere = /\b(?:docker|certbot|npm ci|nginx|cron\.d|etcd|patroni|haproxy)\b|--mail-to|--account/;
    expect(typed.filter(({ code }) => !elsewhere.test(code))).toEqual([]);
    expect(blocks.filter(({ language }) => !/^(?:sh|text|json|yaml)$/.test(language))).toEqual([]);
  });
});
