import { and, eq, isNotNull } from '#server/database/drizzle.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectedAccounts, finishConnection } from '#shared/contracts/connections.ts';
import { messages } from '#shared/messages.ts';
import { platformFacts, platformIds, platformNames } from '#shared/platforms.ts';
import { oauthStates } from '#server/database/schema.ts';
import { connectPlatform, openStart, passConsent, openCallback } from '#testing/api/connectPlatform.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import type { TestSocket } from '#testing/api/openSocket.ts';
import { clearFaults, orderFaults } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { redirectOf } from '#testing/api/submitConsent.ts';
import {
  api,
  endBackgroundReads,
  newPerson,
  finish,
  stored,
  eventsOf,
  expectNothingStored,
} from '#server/modules/connections/testing/connectionTests.ts';

const nobody = '0'.repeat(24);
const driveFile = 'https://www.googleapis.com/auth/drive.file';
const adwords = 'https://www.googleapis.com/auth/adwords';

describe('POST /connections/finish', () => {
  it('needs a session', async () => {
    const { status, body } = await api.request(finishConnection, { body: { state: 'any' } });
    expect(status).toBe(401);
    expect(body).toMatchObject({ success: false, code: 'SESSION_EXPIRED' });
  });

  it('refuses unknown states', async () => {
    const { token } = await newPerson();
    expect(await finish(token, 'made-up')).toMatchObject({ status: 400, body: { code: 'OAUTH_STATE_INVALID' } });
  });
});

describe('a consent popup', () => {
  it.each(platformIds)('connects %s once its owner is authenticated', async (platform) => {
    const person = await newPerson();
    const { status, html, headers, state } = await passConsent(api, { ...person, platform });
    expect(status).toBe(200);
    expect(html).toContain(messages.connections.finishing(platform));
    expect(html).not.toContain(state);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    // The user id in the address is not enough to store anything.
    await expectNothingStored(person, platform);

    expect(await finish(person.token, state)).toEqual({
      status: 200,
      body: {
        success: true,
        message: `${platformNames[platform]} connected. You can close this window.`,
        data: { platform, missingScopes: [] },
      },
    });
    const { body } = await api.request(connectedAccounts, { token: person.token });
    expect(body.data).toMatchObject({ google: false, facebook: false, tiktok: false, [platform]: true });
    expect(body.data.accounts).toEqual([
      {
        platform,
        externalId: expect.stringMatching(/./),
        name: expect.stringMatching(/./),
        connectedAt: expect.any(String),
      },
    ]);
    expect(body.data.data).toMatchObject({ [platform]: true, accounts: body.data.accounts });
    expect(await eventsOf(person)).toEqual([
      {
        event: platformFacts[platform].connected,
        payload: { userId: person.userId, platform, connected: true, notificationId: 1 },
      },
    ]);
    const ofPerson = eq(oauthStates.userId, person.userId);
    expect(await api.context.db.$count(oauthStates, and(ofPerson, isNotNull(oauthStates.grant)))).toBe(0);
    // The state cannot be used again.
    expect(await finish(person.token, state)).toMatchObject({ status: 400, body: { code: 'OAUTH_STATE_INVALID' } });
  });

  it.each(platformIds)('connects %s at once when the start request had a session', async (platform) => {
    const person = await newPerson();
    const { status, html } = await passConsent(api, {
      platform,
      userId: person.userId,
      startHeaders: { Authorization: `Bearer ${person.token}` },
    });
    expect(status).toBe(200);
    expect(html).toContain(messages.connections.connected(platform));
    expect(await stored(person, platform)).not.toBeNull();
    expect(await eventsOf(person)).toHaveLength(1);
  });

  it.each([
    ['google', '[S7.SOCK.18]'],
    ['facebook', '[S7.SOCK.17]'],
    ['tiktok', '[S7.SOCK.19]'],
  ] as const)('notifies only the owner’s sockets that %s is connected %s', async (platform, _row) => {
    const [person, other] = [await newPerson(), await newPerson()];
    const [first, second, stranger] = [person, person, other].map((each) => openSocket(api.url, each));
    if (!first || !second || !stranger) throw new Error('three sockets were opened');
    onTestFinished(() => [first, second, stranger].forEach((socket) => socket.close()));
    for (const socket of [first, second, stranger]) expect(await socket.handshake).toBeNull();

    await connectPlatform(api, person, platform);
    const event = {
      event: platformFacts[platform].connected,
      payload: { userId: person.userId, platform, connected: true, notificationId: 1 },
    };
    // A new grant starts reads, and their hints may arrive at any time.
    const sentTo = ({ received }: TestSocket) => received.filter((each) => !each.event.endsWith('_changed'));
    await waitUntil(() => sentTo(first).length > 0 && sentTo(second).length > 0);
    // Socket events arrive in order: the stranger's own event shows that no other is in flight.
    await connectPlatform(api, other, platform);
    await waitUntil(() => sentTo(stranger).length > 0);
    expect([sentTo(first), sentTo(second)]).toEqual([[event], [event]]);
    expect(sentTo(stranger)).toEqual([{ ...event, payload: { ...event.payload, userId: other.userId } }]);
  });

  it.each(platformIds)('shows the reason when %s was denied, and stores nothing', async (platform) => {
    const person = await newPerson();
    const { status, html, state } = await passConsent(api, { ...person, platform, answer: { button: 'Deny' } });
    expect(status).toBe(200);
    expect(html).toContain('data-outcome="failed"');
    expect(html).toContain(`Access to ${platformNames[platform]} was not granted.`);
    expect((await finish(person.token, state)).status).toBe(400);
    await expectNothingStored(person, platform);
  });

  it('shows an error when the platform fails at the last step, and stores nothing', async () => {
    const person = await newPerson();
    const callback = await openCallback(api, { ...person, platform: 'google' });
    await orderFaults(api.sandbox, { provider: 'google', path: '/token', kind: '500', count: 20 });
    const page = await fetch(callback);
    await clearFaults(api.sandbox);
    expect(page.status).toBe(502);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('data-outcome="failed"');
    expect((await finish(person.token, callback.searchParams.get('state') ?? '')).status).toBe(400);
    await expectNothingStored(person, 'google');
  });

  it('can be started a limited number of times by one client', async () => {
    const throttled = await startTestApi({ env: { SANDBOX: 'false' } });
    onTestFinished(() => throttled.close());
    const { user } = await throttled.registerUser();
    const begin = async () =>
      (await fetch(`${throttled.url}/auth/google?userId=${user._id}`, { redirect: 'manual' })).status;
    const statuses = [];
    for (let start = 0; start <= 60; start += 1) statuses.push(await begin());
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 302), 429]);
  });

  it('starts the same way for unknown accounts, and is refused at the end', async () => {
    const person = await newPerson();
    const begin = async (userId: string) => {
      const page = await fetch(`${api.url}/auth/google?userId=${userId}`, { redirect: 'manual' });
      const address = new URL(page.headers.get('location') ?? '');
      const state = address.searchParams.get('state') ?? '';
      const secrets = new Set(['state', 'code_challenge']);
      const shape = [...address.searchParams].map(([name, value]) => [name, secrets.has(name) ? value.length : value]);
      const headers = [...page.headers.keys()];
      return { state, seen: { status: page.status, place: address.origin + address.pathname, shape, headers } };
    };
    const [known, unknown] = [await begin(person.userId), await begin(nobody)];
    expect(known.seen.status).toBe(302);
    expect(unknown.seen).toEqual(known.seen);
    const callback = await fetch(`${api.url}/auth/google/callback?code=a&state=${unknown.state}`, {
      redirect: 'manual',
    });
    expect(callback.status).toBe(400);
  });

  it('is refused with a page for malformed accounts and for unknown or disabled platforms', async () => {
    const person = await newPerson();
    for (const path of [
      '/auth/google?userId=x%00y',
      '/auth/google',
      `/auth/google?userId=${person.userId}&userId=${person.userId}`,
      `/auth/myspace?userId=${person.userId}`,
      '/auth/myspace/callback?code=a&state=b',
    ]) {
      const page = await fetch(api.url + path, { redirect: 'manual' });
      expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
      expect(page.headers.get('location')).toBeNull();
    }
  });

  it('cannot be started with the session of another person', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const walk = { platform: 'google', userId: person.userId } as const;
    expect((await openStart(api, { ...walk, startHeaders: { Authorization: `Bearer ${other.token}` } })).status).toBe(
      403,
    );
    expect((await openStart(api, { ...walk, startHeaders: { Authorization: 'Bearer nonsense' } })).status).toBe(401);
  });

  it('takes the redirect address from the settings, not from the request', async () => {
    const person = await newPerson();
    const start = await openStart(api, {
      ...person,
      platform: 'google',
      startHeaders: { 'X-Forwarded-Host': 'evil.test', Origin: 'https://evil.test', 'X-Forwarded-Proto': 'https' },
    });
    const consentPage = redirectOf(start);
    expect(consentPage.searchParams.get('redirect_uri')).toBe(`${api.context.env.PUBLIC_URL}/auth/google/callback`);
    expect(consentPage.searchParams.get('code_challenge_method')).toBe('S256');
    expect(start.headers.get('set-cookie')).toBeNull();
  });
});

describe('a partial consent', () => {
  it('without a required permission stores nothing and names the missing permission', async () => {
    const person = await newPerson();
    const answer = { button: 'Allow', untick: [adwords] } as const;
    const { state } = await passConsent(api, { ...person, platform: 'google', answer });
    const { status, body } = await finish(person.token, state);
    expect(status).toBe(409);
    expect(body).toMatchObject({ success: false, code: 'SCOPE_MISSING' });
    expect(body.message).toContain('Google Ads accounts and campaign data (adwords)');
    await expectNothingStored(person, 'google');
    expect((await finish(person.token, state)).status).toBe(400);

    const startHeaders = { Authorization: `Bearer ${person.token}` };
    const page = await passConsent(api, {
      ...person,
      platform: 'facebook',
      startHeaders,
      answer: { button: 'Allow', untick: ['ads_read'] },
    });
    expect(page.status).toBe(409);
    expect(page.html).toContain('(ads_read)');
    await expectNothingStored(person, 'facebook');
  });

  it('without an optional permission connects, shows the missing permission, and accepts it later', async () => {
    const person = await newPerson();
    const { state } = await passConsent(api, {
      ...person,
      platform: 'google',
      answer: { button: 'Allow', untick: [driveFile] },
    });
    const { status, body } = await finish(person.token, state);
    expect(status).toBe(200);
    expect(body.message).toContain('Export to Google Sheets (drive.file)');
    expect(body.data).toEqual({ platform: 'google', missingScopes: ['Export to Google Sheets'] });
    const before = await stored(person, 'google');

    await connectPlatform(api, person, 'google');
    const after = await stored(person, 'google');
    expect(after?.grantedScopes).toContain(driveFile);
    expect(after?.version).toBe((before?.version ?? 0) + 1);
  });

  it('keeps an older connection with more permissions', async () => {
    const person = await newPerson();
    await connectPlatform(api, person, 'google');
    // Reads of a new connection change its row.
    await endBackgroundReads(person);
    const before = await stored(person, 'google');
    const { state } = await passConsent(api, {
      ...person,
      platform: 'google',
      answer: { button: 'Allow', untick: [adwords] },
    });
    expect((await finish(person.token, state)).status).toBe(409);
    expect(await stored(person, 'google')).toEqual(before);
  });
});

describe('the pages', () => {
  it('include their script and styles', async () => {
    const script = await fetch(`${api.url}/auth/finish.js`);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await script.text()).toContain("localStorage.getItem('persist:user')");
    expect((await fetch(`${api.url}/auth/finish.css`)).headers.get('content-type')).toBe('text/css; charset=utf-8');
  });

  it('never show text from the platform or the address', async () => {
    const page = await fetch(`${api.url}/auth/facebook/callback?error=access_denied&error_description=Visit+evil.test`);
    const html = await page.text();
    expect(html).toContain('Access to Facebook was not granted.');
    expect(html).not.toContain('evil.test');
  });
});
