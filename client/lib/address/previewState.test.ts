import { expect, it } from 'vitest';
import { readPreviewState } from './previewState.ts';

const account = { id: '1', descriptiveName: 'One', currency: 'EUR', timeZone: null };

it('reads the selection as ids or as accounts', () => {
  const expected = { accounts: [{ ...account, name: undefined }], selected: ['1'], platform: 'google', userId: 'me' };
  const state = { accounts: [account], platform: 'google', userId: 'me' };
  expect(readPreviewState({ ...state, selected: ['1', '1'] }, 'me')).toEqual(expected);
  expect(readPreviewState({ ...state, selected: [account] }, 'me')).toEqual(expected);
});

it('lists a selected account that is missing from the list', () => {
  const state = readPreviewState({ accounts: null, selected: ['9'], platform: 'tiktok' }, 'me');
  expect(state?.accounts.map(({ id }) => id)).toEqual(['9']);
});

it.each([null, undefined, 'google', [], {}, { platform: 'x' }, { platform: 'google', userId: 'someone-else' }])(
  'rejects %j',
  (state) => {
    expect(readPreviewState(state, 'me')).toBeNull();
  },
);
