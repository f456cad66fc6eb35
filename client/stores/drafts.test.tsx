import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { useDraft, useDraftFields, useDraftValue } from './drafts.ts';
import { draftsKey } from './draftsStorage.ts';
import { signInUser } from './userStore.ts';

const stored = (): string => localStorage.getItem(draftsKey) ?? '';

beforeEach(() => {
  localStorage.removeItem(draftsKey);
  signInUser({ _id: 'ada', token: 'token' });
});

const note = () => renderHook(({ place }) => useDraft(place), { initialProps: { place: 'lead 1' } });

it('keeps a draft until it is saved', () => {
  const first = note();
  act(() => first.result.current[1]('Call on Monday'));
  first.rerender({ place: 'lead 2' });
  expect(first.result.current[0]).toBe('');
  first.unmount();
  const again = note();
  expect(again.result.current[0]).toBe('Call on Monday');
  act(() => again.result.current[2]());
  expect(note().result.current[0]).toBe('');
});

it('keeps text that was typed during a save', () => {
  const { result } = note();
  act(() => result.current[1]('First'));
  act(() => result.current[1]('First and second'));
  act(() => result.current[2]('First'));
  expect(result.current[0]).toBe('First and second');
  act(() => result.current[2]('First and second'));
  expect(result.current[0]).toBe('');
});

it('shows another person’s change only in fields without typed text', () => {
  const { result, rerender } = renderHook(({ saved }) => useDraftFields('lead 1 value', saved), {
    initialProps: { saved: { amount: '1', currency: 'EUR' } },
  });
  act(() => result.current.type('amount', '25'));
  rerender({ saved: { amount: '3', currency: 'USD' } });
  expect(result.current.texts).toEqual({ amount: '25', currency: 'USD' });
});

it('drops drafts of the previous person, and limits their number', () => {
  const { result } = note();
  act(() => result.current[1]('Of Ada'));
  signInUser({ _id: 'bea', token: 'token' });
  const bea = renderHook(({ place }) => useDraft(place), { initialProps: { place: 'lead 0' } });
  for (let lead = 0; lead < 60; lead += 1) {
    bea.rerender({ place: `lead ${lead}` });
    act(() => bea.result.current[1](`Note ${lead}`));
  }
  expect(stored()).not.toContain('Of Ada');
  expect([stored().includes('Note 59'), stored().includes('Note 9"')]).toEqual([true, false]);
});

it('drops an unreadable stored draft', () => {
  const read = (value: unknown): number | null => (typeof value === 'number' ? value : null);
  const { result } = renderHook(() => useDraftValue('number', read));
  expect(result.current[0]).toBeNull();
  act(() => result.current[1](3));
  expect(result.current[0]).toBe(3);
  const other = renderHook(() => useDraftValue('number', () => null));
  expect(other.result.current[0]).toBeNull();
  localStorage.setItem(draftsKey, '{"state":{"ada  lead 1":[1]}}');
  expect(note().result.current[0]).toBe('');
});
