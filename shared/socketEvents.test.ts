import { describe, expect, it } from 'vitest';
import { readAnnounced, readHint } from './socketEvents.ts';

const url = 'https://docs.example.test/spreadsheets/d/1';

describe('the end of an export', () => {
  it.each<[unknown, unknown]>([
    [
      { message: 'Ready', url, error: null, exportId: '1', notificationId: 7 },
      { exportId: '1', notificationId: 7 },
    ],
    [{ message: 'Ready', url }, {}],
    [{ result: { message: 'Ready', url } }, {}],
    [{ result: 'Ready', url }, {}],
  ])('is read from a flat or nested payload: %j', (payload, ids) => {
    expect(readAnnounced('google_export_complete', payload)).toEqual({
      event: 'google_export_complete',
      payload: { message: 'Ready', url, error: null, ...(ids as object) },
    });
  });

  it.each<[unknown, string]>([
    ['No room', 'No room'],
    [{ message: 'No room' }, 'No room'],
    [{ error: { message: 'No room' } }, 'No room'],
    [{ message: ' ' }, ''],
    [{}, ''],
    [null, ''],
    [7, ''],
  ])('has the text of a failure: %j', (payload, message) => {
    expect(readAnnounced('export_error', payload)?.payload).toEqual({ message });
  });
});

it.each<[string, unknown]>([
  ['something_new', { message: 'of a later version' }],
  ['toString', {}],
  ['__proto__', {}],
  ['leads_changed', { list: 'facebook' }],
  ['google_connected', { userId: '1', platform: 'linkedin', connected: true }],
  ['connection_lost', { platform: 'google' }],
  ['connection_lost', 'Access lost'],
  ['finding_opened', { findingId: 1, message: 'Spring offer has become dearer' }],
])('refuses %s with %j as an announced event', (event, payload) => {
  expect(readAnnounced(event, payload)).toBeNull();
});

it('reads hints without unknown fields and rejects notification events', () => {
  expect(readHint('leads_changed', { list: 'custom', of: 'a later version' })).toEqual({
    event: 'leads_changed',
    payload: { list: 'custom' },
  });
  expect(readHint('leads_changed', { list: 'linkedin' })).toBeNull();
  expect(readHint('export_error', { message: 'No room' })).toBeNull();
});
