import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { probePath } from './questions/probe.ts';

const operatorToken = 'the-operators-own-token';

describe('the page of the operator', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi({ env: { OPERATOR_TOKEN: operatorToken } });
  });
  afterAll(() => api.close());

  const post = (token: string, client = '203.0.113.1') =>
    fetch(`${api.url}/operator`, {
      method: 'POST',
      headers: { 'x-forwarded-for': client },
      body: new URLSearchParams({ token }),
    });

  test('requests the token on a page without scripts that is never cached', async () => {
    const page = await fetch(`${api.url}/operator`);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain('<form method="post" action="/operator">');
    expect(html).not.toContain('<script');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('set-cookie')).toBeNull();
    const styles = await fetch(`${api.url}/operator/operator.css`);
    expect(styles.headers.get('content-type')).toContain('text/css');
  });

  test('shows the checks, without secrets, to people with the token', async () => {
    const page = await post(operatorToken);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain('<h2 id="group-0">Settings</h2>');
    expect(html).toContain('Encrypted tokens');
    expect(html).toContain('are simulated, and not checked');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('set-cookie')).toBeNull();
    const { env } = api.context;
    const secrets = [operatorToken, env.GOOGLE_CLIENT_SECRET, env.FACEBOOK_APP_SECRET, env.TIKTOK_APP_SECRET];
    for (const secret of secrets) expect(html.includes(secret ?? operatorToken)).toBe(false);
  });

  test('refuses a wrong token, and an address with too many attempts', async () => {
    const wrong = await post('another token of that length', '203.0.113.2');
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).toContain('This is not the operator token of this installation');
    const statuses: number[] = [];
    for (let time = 0; time < 10; time += 1) statuses.push((await post('wrong', '203.0.113.2')).status);
    expect(statuses.at(-1)).toBe(429);
    const refused = await post(operatorToken, '203.0.113.2');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post('', '203.0.113.3')).status).toBe(401);
  });

  test('answers the doctor’s probe only with the encryption key', async () => {
    const answer = await fetch(api.url + probePath, { headers: { authorization: `Bearer ${operatorToken}` } });
    expect(answer.status).toBe(404);
  });
});

test('is disabled without a configured token, with an explanation in plain text', async () => {
  const api = await startTestApi();
  try {
    const page = await fetch(`${api.url}/operator`);
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
    expect(await page.text()).toContain('OPERATOR_TOKEN');
  } finally {
    await api.close();
  }
});
