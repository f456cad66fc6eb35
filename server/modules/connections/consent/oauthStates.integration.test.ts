import { and, eq } from '#server/database/drizzle.ts';
import { describe, expect, it } from 'vitest';
import { messages } from '#shared/messages.ts';
import { platformIds } from '#shared/platforms.ts';
import { oauthStates } from '#server/database/schema.ts';
import { onApi, openStart, passConsent, openCallback } from '#testing/api/connectPlatform.ts';
import { hashSecret } from '#server/lib/ids.ts';
import { deleteAllSessions } from '#server/modules/users/signIn/sessions.store.ts';
import { orderFaults } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { redirectOf, submitConsent } from '#testing/api/submitConsent.ts';
import { findConnection } from '#server/modules/connections/connections.store.ts';
import {
  api,
  newPerson,
  finish,
  eventsOf,
  expectNothingStored,
} from '#server/modules/connections/testing/connectionTests.ts';
import type { Person } from '#server/modules/connections/testing/connectionTests.ts';

const browserHeaders = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)', 'Sec-Fetch-Site': 'same-origin' };

const expire = (state: string) =>
  api.context.db
    .update(oauthStates)
    .set({ expiresAt: new Date(api.context.clock.now().getTime() - 1) })
    .where(eq(oauthStates.stateHash, hashSecret(state)));

describe('a state', () => {
  it('is refused for another person, and then for its owner too [S7.POP.4]', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const { state } = await passConsent(api, { ...person, platform: 'facebook' });
    expect(await finish(other.token, state)).toMatchObject({
      status: 403,
      body: { success: false, code: 'OAUTH_STATE_INVALID', message: messages.connections.stateForeign },
    });
    expect((await finish(person.token, state)).status).toBe(400);
    await expectNothingStored(person, 'facebook');
    await expectNothingStored(other, 'facebook');
  });

  it('can be used once, even by simultaneous callbacks', async () => {
    const person = await newPerson();
    const callback = await openCallback(api, { ...person, platform: 'google' });
    const pages = await Promise.all(Array.from({ length: 5 }, () => fetch(callback)));
    expect(pages.map((page) => page.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
    const state = callback.searchParams.get('state') ?? '';
    const answers = await Promise.all(Array.from({ length: 5 }, () => finish(person.token, state)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
    expect(await eventsOf(person)).toHaveLength(1);
  });

  it('expires with the sessions of its owner, even during the platform call', async () => {
    const person = await newPerson();
    const startHeaders = { authorization: `Bearer ${person.token}` };
    const callback = await openCallback(api, { ...person, platform: 'google', startHeaders });
    await orderFaults(api.sandbox, { provider: 'google', path: '/token', kind: 'slow', delayMs: 1500 });
    const page = fetch(callback);
    const ofPerson = eq(oauthStates.userId, person.userId);
    await waitUntil(async () => (await api.context.db.select().from(oauthStates).where(ofPerson))[0]?.usedAt);
    await api.context.db.transaction((tx) => deleteAllSessions(tx, person.userId));
    expect((await page).status).toBe(400);
    expect(await findConnection(api.context.db, person.workspaceId, 'google')).toBeNull();
  });

  it('expires after ten minutes, before and after the callback', async () => {
    const person = await newPerson();
    const callback = await openCallback(api, { ...person, platform: 'tiktok' });
    const [row] = await api.context.db
      .select()
      .from(oauthStates)
      .where(and(eq(oauthStates.userId, person.userId), eq(oauthStates.platform, 'tiktok')));
    const leftMs = (row?.expiresAt.getTime() ?? 0) - api.context.clock.now().getTime();
    expect(leftMs).toBeGreaterThan(9 * 60_000);
    expect(leftMs).toBeLessThanOrEqual(10 * 60_000);
    await expire(callback.searchParams.get('state') ?? '');
    expect((await fetch(callback)).status).toBe(400);

    const { state } = await passConsent(api, { ...person, platform: 'tiktok' });
    await expire(state);
    expect((await finish(person.token, state)).status).toBe(400);
    await expectNothingStored(person, 'tiktok');
  });

  it('is refused for another platform, or twice in one address', async () => {
    const person = await newPerson();
    const callback = await openCallback(api, { ...person, platform: 'google' });
    const elsewhere = new URL(callback.href.replace('/auth/google/', '/auth/facebook/'));
    expect((await fetch(elsewhere)).status).toBe(400);
    expect((await fetch(`${callback.href}&state=second`)).status).toBe(400);
    expect((await fetch(`${api.url}/auth/google/callback?code=4%2Fabc`)).status).toBe(400);
    for (const platform of platformIds) {
      const page = await fetch(`${api.url}/auth/${platform}/callback`);
      const html = await page.text();
      expect([page.status, html.includes('data-outcome="failed"')]).toEqual([400, true]);
      expect(html).toContain(messages.connections.nothingToFinish(platform));
      expect(html).toContain(`<a id="back" href="/${platform}">`);
    }
    await expectNothingStored(person, 'facebook');
  });

  it('is never echoed as markup', async () => {
    const page = await fetch(
      `${api.url}/auth/google/callback?code=%3Cscript%3E&state=%3Cscript%3Ealert(1)%3C/script%3E`,
    );
    expect(page.status).toBe(400);
    expect(await page.text()).not.toContain('alert(1)');
  });
});

const begin = async (person: Person, headers: Record<string, string>) => {
  const start = await openStart(api, { ...person, platform: 'google', startHeaders: headers });
  const [cookie = ''] = (start.headers.get('set-cookie') ?? '').split(';');
  const back = redirectOf(await submitConsent(redirectOf(start).href, { button: 'Allow' }));
  return { cookie, callback: onApi(api, back), setCookie: start.headers.get('set-cookie') };
};

describe('the browser that started the consent', () => {
  it('is identified by a cookie that scripts cannot read', async () => {
    const person = await newPerson();
    const { cookie, callback, setCookie } = await begin(person, browserHeaders);
    expect(setCookie).toMatch(
      /^leadlight-consent=[\w-]{43}; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect((await fetch(callback, { headers: { ...browserHeaders, Cookie: `theme=dark; ${cookie}` } })).status).toBe(
      200,
    );
    expect((await finish(person.token, callback.searchParams.get('state') ?? '')).status).toBe(200);
  });

  it('is the only browser that can finish, so an address sent to another person brings no grant', async () => {
    const attacker = await newPerson();
    const victim = await newPerson();
    const asProgram = await begin(attacker, { Authorization: `Bearer ${attacker.token}` });
    const asBrowser = await begin(attacker, browserHeaders);
    const { cookie: victimCookie } = await begin(victim, browserHeaders);
    for (const { callback } of [asProgram, asBrowser]) {
      const page = await fetch(callback, { headers: { ...browserHeaders, Cookie: victimCookie } });
      expect(page.status).toBe(403);
      expect(await page.text()).toContain('was not begun in this browser');
      expect((await finish(attacker.token, callback.searchParams.get('state') ?? '')).status).toBe(400);
    }
    const withoutCookie = await begin(attacker, browserHeaders);
    expect((await fetch(withoutCookie.callback)).status).toBe(403);
    await expectNothingStored(attacker, 'google');
  });

  it('can have two popups open', async () => {
    const person = await newPerson();
    const first = await begin(person, browserHeaders);
    const second = await begin(person, { ...browserHeaders, Cookie: first.cookie });
    expect(second.cookie).toBe(first.cookie);
    const headers = { ...browserHeaders, Cookie: second.cookie };
    expect((await fetch(first.callback, { headers })).status).toBe(200);
    expect((await fetch(second.callback, { headers })).status).toBe(200);
  });
});
