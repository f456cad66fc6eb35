import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listExports } from '#shared/contracts/exports.ts';
import { login, register, updateProfile } from '#shared/contracts/users.ts';
import { chromiumOptions } from '../scripts/findChromium.ts';
import { readDescribedCalls } from './testing/describedCalls.ts';
import { fillCall } from './testing/fillCall.ts';
import { startForeignSite } from './testing/startForeignSite.ts';
import { newMember, newStranger } from './testing/strangers.ts';
import { target } from './testing/target.ts';

let browser: Browser;
let foreignSite: Awaited<ReturnType<typeof startForeignSite>>;
beforeAll(async () => {
  foreignSite = await startForeignSite();
  browser = await chromium.launch(chromiumOptions());
});
afterAll(async () => {
  await browser.close();
  foreignSite.close();
});

/** Submits a form of the foreign page into one of its frames. With `text/plain`, a field's name can be a whole JSON text. */
const postForm = (page: Page, url: string, enctype: string, name: string): Promise<void> =>
  page.evaluate(
    async (form) => {
      const element = document.createElement('form');
      Object.assign(element, { method: 'post', action: form.url, enctype: form.enctype, target: 'hidden' });
      const input = document.createElement('input');
      Object.assign(input, { name: form.name, value: '"}' });
      element.append(input);
      document.body.append(element);
      const frame = document.querySelector('iframe');
      const loaded = new Promise((resolve) => frame?.addEventListener('load', resolve, { once: true }));
      element.submit();
      await loaded;
    },
    { url, enctype, name },
  );

type Init = {
  method: string;
  credentials: 'include' | 'omit';
  headers?: Record<string, string>;
  mode?: 'no-cors';
  body?: string;
};

/** The status that a script of the foreign page may read, or null if the browser refuses. */
const fetchFrom = (page: Page, url: string, init: Init): Promise<number | null> =>
  page.evaluate(
    async (call) => {
      try {
        return (await fetch(call.url, call.init)).status;
      } catch {
        return null;
      }
    },
    { url, init },
  );

test('T20 a page of another origin changes nothing for a signed-in person', async () => {
  const ada = await newMember('google');
  const context = await browser.newContext();
  const app = await context.newPage();
  await app.goto(`${target.url}/sign-in`);
  await app.getByLabel('Email', { exact: true }).fill(ada.email);
  await app.getByLabel('Password', { exact: true }).fill(ada.password);
  await app.getByRole('button', { name: 'Login', exact: true }).click();
  await app.waitForURL(/\/overview$/);

  const page = await context.newPage();
  await page.goto(foreignSite.url);
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(`${target.url}/api/`)) answers.push(response.status());
  });
  const writing = (await readDescribedCalls(target.webUrl)).filter(
    ({ method, isOpen }) => method === 'POST' && !isOpen,
  );
  const json = JSON.stringify({ name: 'Mallory', email: ada.email, data: [{ a: 1 }], x: '' }).slice(0, -2);
  for (const { path } of writing) {
    const url = `${target.url}${fillCall(path, { id: '1' })}`;
    for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      await postForm(page, url, enctype, json);
  }
  expect(answers).toHaveLength(writing.length * 3);
  expect(new Set(answers)).toEqual(new Set([401]));

  // A session header or JSON triggers a preflight, which is refused.
  const profile = `${target.url}/api${updateProfile.path}`;
  const body = JSON.stringify({ name: 'Mallory' });
  const telling: Record<string, string>[] = [
    { authorization: `Bearer ${ada.token}` },
    { 'content-type': 'application/json' },
  ];
  for (const headers of telling)
    for (const credentials of ['include', 'omit'] as const)
      for (const method of ['PUT', 'POST', 'DELETE', 'GET'])
        expect(
          await fetchFrom(page, profile, { method, headers, credentials, ...(method === 'GET' ? {} : { body }) }),
        ).toBeNull();
  // Simple requests do not even get an opaque response.
  const simple = { method: 'POST', mode: 'no-cors', credentials: 'include', body } as const;
  expect(await fetchFrom(page, profile, simple)).toBeNull();

  expect((await ada.request(updateProfile, { body: {} })).body.data.name).toBe('Ada Example');
  expect((await ada.request(listExports)).body.data).toEqual([]);
  await context.close();
});

test('T20 a form of another page can neither sign in nor register anyone', async () => {
  const ada = await newMember();
  const page = await browser.newPage();
  await page.goto(foreignSite.url);
  const answers: string[] = [];
  page.on('response', (response) => {
    if (response.url().startsWith(`${target.url}/api/`)) answers.push(`${response.status()}`);
  });
  const known = { email: ada.email, password: ada.password };
  const fresh = { name: 'Eve', email: `new-${ada.email}`, password: ada.password, confirmpassword: ada.password };
  for (const [endpoint, fields] of [
    [login, known],
    [register, fresh],
  ] as const)
    for (const enctype of ['text/plain', 'application/x-www-form-urlencoded'])
      await postForm(
        page,
        `${target.url}/api${endpoint.path}`,
        enctype,
        `${JSON.stringify(fields).slice(0, -1)},"x":"`,
      );
  expect(answers).toEqual(['400', '400', '400', '400']);
  await page.close();
});

test('T20 a body is accepted only with the content type of JSON, even with a session', async () => {
  const ada = await newMember();
  const body = JSON.stringify({ name: 'Mallory' });
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    '',
  ])
    await ada.send(`/api${updateProfile.path}`, { method: 'PUT', headers: { 'content-type': type }, body });
  expect((await ada.request(updateProfile, { body: {} })).body.data.name).toBe('Ada Example');
  const known = JSON.stringify({ email: ada.email, password: ada.password });
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json']) {
    const init = { method: 'POST', headers: { 'content-type': type }, body: known };
    expect([type, (await newStranger().send(`/api${login.path}`, init)).status]).toEqual([type, 400]);
  }
});
