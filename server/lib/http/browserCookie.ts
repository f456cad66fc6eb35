import type { Request, Response } from 'express';
import { oauthStateLifetimeMinutes } from '#shared/limits.ts';
import { newSecret } from '#server/lib/ids.ts';

/** The browser behind a request, by its cookie. Null: a program, which cannot be lured into a consent. */
export type Browser = { cookie: string | null } | null;

/*
 * Ties a consent to the browser that began it, and a one-time code to the browser that requested it. Programs (tests,
 * scripts with their own session) keep no cookies and need no tie: only a browser can be lured into finishing another
 * person's consent.
 */

/** With https, the prefix keeps neighbors on the same domain from setting the cookie. */
const cookieName = (isSecure: boolean): string => (isSecure ? '__Host-leadlight-consent' : 'leadlight-consent');
const cookieValue = /^[\w-]{43}$/;

const readCookie = (request: Request, name: string): string | null => {
  for (const part of request.get('cookie')?.split(';') ?? []) {
    const [key, value = ''] = part.trim().split('=', 2);
    if (key === name && cookieValue.test(value)) return value;
  }
  return null;
};

/** No page can make a visitor's browser omit these headers or send another user agent. */
const isBrowser = (request: Request): boolean =>
  request.get('sec-fetch-site') !== undefined || /mozilla/i.test(request.get('user-agent') ?? '');

export const readBrowser = (request: Request, isSecure: boolean): Browser =>
  isBrowser(request) ? { cookie: readCookie(request, cookieName(isSecure)) } : null;

/** The cookie of the browser, set or extended; null for a program. Popups side by side share one. */
export const keepBrowserCookie = (request: Request, response: Response, isSecure: boolean): string | null => {
  const browser = readBrowser(request, isSecure);
  if (!browser) return null;
  const value = browser.cookie ?? newSecret();
  response.cookie(cookieName(isSecure), value, {
    httpOnly: true,
    secure: isSecure,
    // Lax, because the platform redirects the browser back to us.
    sameSite: 'lax',
    path: '/',
    maxAge: oauthStateLifetimeMinutes * 60_000,
  });
  return value;
};
