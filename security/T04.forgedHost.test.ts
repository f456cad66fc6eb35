import { expect, test } from 'vitest';
import { ask } from '#testing/ask.ts';
import { awaitMail } from './testing/mailbox.ts';
import { newMember } from './testing/strangers.ts';
import { target } from './testing/target.ts';

const evil = 'evil.example.test';
const forgeries: Record<string, Record<string, string>> = {
  host: { host: evil },
  'host with a port': { host: `localhost:${new URL(target.url).port}@${evil}` },
  origin: { origin: `https://${evil}`, referer: `https://${evil}/forgot-password` },
  'forwarded host': { 'x-forwarded-host': evil, 'x-forwarded-proto': 'https', 'x-forwarded-port': '443' },
  'standard header': { forwarded: `host=${evil};proto=https` },
  'several hosts': { 'x-forwarded-host': `${evil}, localhost`, 'x-original-host': evil, 'x-host': evil },
  'other address': {
    'x-original-url': `https://${evil}/`,
    'x-rewrite-url': `https://${evil}/`,
    'x-forwarded-prefix': `//${evil}`,
  },
};

test.each(['url', 'webUrl'] as const)(
  'T04 mails and redirects use PUBLIC_URL, whatever host a client sends to %s',
  async (door) => {
    const ada = await newMember();
    const pages = [
      '/',
      '/sign-in',
      '/sign-in/',
      '/nowhere',
      `//${evil}/`,
      '/auth/google/callback',
      '/robots.txt',
      '/sitemap.xml',
    ];
    for (const [count, [name, claims]] of Object.entries(forgeries).entries()) {
      const headers = { ...ada.forwarded, ...claims };
      const sent = await ask(target[door], '/api/user/send-otp', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ email: ada.email }),
      });
      // The servers refuse an invalid host name.
      const isRefused = sent.status === 400 && claims['host']?.includes('@') === true;
      if (isRefused) continue;
      expect({ name, status: sent.status }).toEqual({ name, status: 200 });
      const mail = await awaitMail(ada.email, count + 1);
      expect(mail.text).toContain(`at ${target.url}.`);
      expect({ name, mail: JSON.stringify(mail) }).not.toMatchObject({ mail: expect.stringContaining('evil') });

      for (const platform of ['google', 'facebook', 'tiktok']) {
        const start = await ask(target[door], `/auth/${platform}?userId=${ada.userId}&redirect_uri=https://${evil}/`, {
          headers,
        });
        const consent = new URL(start.headers.location ?? '');
        expect({ name, redirect: consent.searchParams.get('redirect_uri') }).toEqual({
          name,
          redirect: `${target.url}/auth/${platform}/callback`,
        });
        expect(consent.origin).toBe(new URL(target.sandboxUrl).origin);
      }
      for (const page of pages) {
        const { headers: given, body } = await ask(target[door], page, { headers });
        expect({ name, page, text: JSON.stringify(given) + body.toString() }).not.toMatchObject({
          text: expect.stringContaining(evil),
        });
      }
    }
  },
);
