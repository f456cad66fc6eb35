import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { routes } from '#shared/routes.ts';
import { addressOf, readParams, textsOf, writeParams } from './address.ts';
import { campaignsParams } from './campaignsAddress.ts';
import { findingsParams } from './findingsAddress.ts';
import { leadsParams } from './leadsAddress.ts';
import { invitationParams } from './linkParams.ts';
import { useAddress } from './useAddress.ts';

const read = (search: string) => readParams(campaignsParams, search);

it('reads defaults from an empty address, and omits defaults when writing', () => {
  for (const declared of [campaignsParams, findingsParams, leadsParams]) {
    const defaults: Record<string, unknown> = readParams<Record<string, unknown>>(declared, '');
    expect(textsOf<Record<string, unknown>>(declared, defaults)).toEqual({});
  }
  expect(addressOf(routes.campaigns.path, campaignsParams, read(''))).toBe('/campaigns');
});

it.each([
  ['level=galaxy', 'level', 'campaign'],
  ['page=0', 'page', 1],
  ['page=1.5', 'page', 1],
  ['order=up', 'order', null],
  ['platform=google,yahoo,google', 'platform', ['google']],
  ['account=google:1,<script>', 'account', ['google:1']],
  ['row=google:galaxy:1', 'row', null],
  ['chart=spend,nothing', 'chart', ['spend', 'collectedLeads']],
  ['since=2026-02-30', 'since', ''],
] as const)('reads %s as the default or without the invalid part', (search, name, value) => {
  expect(read(search)[name]).toEqual(value);
});

it('limits the length of lists and texts in an address', () => {
  expect(read(`search=${'x'.repeat(1000)}`).search).toHaveLength(200);
  const many = Array.from({ length: 300 }, (_, index) => `google:${index}`);
  expect(read(`account=${many.join()}`).account).toHaveLength(100);
});

it('survives a round trip, and keeps undeclared parameters', () => {
  const search = 'level=ad&platform=google%2Ctiktok&sort=ctr&order=asc&page=3&row=google%3Aad%3A1&chart=ctr%2Ccpc';
  expect(writeParams(campaignsParams, read(search)).toString()).toBe(search);
  const other = writeParams(campaignsParams, { page: 1, search: 'a&b' }, new URLSearchParams('from=view-1&page=2'));
  expect(other.toString()).toBe('from=view-1&search=a%26b');
});

it('keeps secrets in the fragment of a link', () => {
  const link = addressOf(routes.register.path, invitationParams, { email: 'a+b@example.test', invitation: 's' }, '#');
  expect(link).toBe('/register#email=a%2Bb%40example.test&invitation=s');
  const hash = link.slice(link.indexOf('#'));
  expect(readParams(invitationParams, hash.slice(1))).toEqual({ email: 'a+b@example.test', invitation: 's' });
});

const wrapper = ({ children }: { children: ReactNode }) => <BrowserRouter>{children}</BrowserRouter>;
const shown = (): string => `${window.location.pathname}${window.location.search}`;

beforeEach(() => window.history.replaceState(null, '', '/campaigns?level=ad&page=4'));

it('replaces the history entry unless the change is a step', () => {
  const { result } = renderHook(() => useAddress(campaignsParams), { wrapper });
  const entries = window.history.length;
  act(() => result.current[1]({ search: 'x', page: 1 }));
  expect([shown(), window.history.length - entries]).toEqual(['/campaigns?level=ad&search=x', 0]);
  act(() => result.current[1]({ level: 'campaign' }, { isStep: true }));
  expect([shown(), window.history.length - entries]).toEqual(['/campaigns?search=x', 1]);
  expect(result.current[0]).toMatchObject({ level: 'campaign', search: 'x' });
});

it('keeps two changes made before the next render', () => {
  const { result } = renderHook(() => useAddress(campaignsParams), { wrapper });
  act(() => {
    const [, change] = result.current;
    change({ search: 'x' });
    change({ platform: ['google'] });
  });
  expect(shown()).toBe('/campaigns?level=ad&page=4&search=x&platform=google');
});

it('ignores a change from a screen that the person has left', () => {
  const { result } = renderHook(() => useAddress(campaignsParams), { wrapper });
  const [, change] = result.current;
  act(() => window.history.pushState(null, '', '/leads'));
  act(() => change({ search: 'late' }));
  expect(shown()).toBe('/leads');
});
