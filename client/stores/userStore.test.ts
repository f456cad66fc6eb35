import { beforeEach, describe, expect, it, vi } from 'vitest';
import { buildUser } from '#client/testing/renderApp.tsx';
import {
  applyProfile,
  followOtherTabs,
  readUser,
  resetUser,
  signInUser,
  updateUser,
  useUserStore,
} from './userStore.ts';

const stored = (): unknown => JSON.parse(localStorage.getItem('persist:user') ?? 'null');
const defaults = {
  _id: '',
  name: '',
  email: '',
  role: '',
  token: '',
  facebook: false,
  google: false,
  tiktok: false,
  defaultAccounts: { google: [], facebook: [], tiktok: [] },
};

/** Read at page load, before any test. */
const atFirstVisit = stored();

beforeEach(() => resetUser());

describe('the user store', () => {
  it('starts a first visit signed out [S3.USER.11]', () => {
    expect(atFirstVisit).toEqual({ state: defaults, version: 0 });
  });

  it('stores the fields directly in the state of persist:user [S3.USER.1]', () => {
    signInUser(buildUser());
    expect(stored()).toEqual({ state: buildUser(), version: 0 });
  });

  it('changes only supplied fields, empty texts and lists included [S3.USER.12]', () => {
    signInUser(buildUser({ google: true, defaultAccounts: { google: ['1'], facebook: ['act_2'], tiktok: [] } }));
    updateUser({ name: '', email: undefined, role: 7, shoeSize: 43, defaultAccounts: { google: [] } });
    expect(readUser()).toEqual(
      buildUser({ name: '', google: true, defaultAccounts: { google: [], facebook: ['act_2'], tiktok: [] } }),
    );
  });

  it('accepts only real booleans for the flags [S3.USER.13]', () => {
    signInUser({ ...buildUser(), google: 'true', facebook: 1, tiktok: true });
    expect(readUser()).toEqual(buildUser({ tiktok: true }));
    updateUser({ tiktok: null });
    expect(readUser().tiktok).toBe(true);
  });

  it('drops all data of the previous person at a sign-in', () => {
    signInUser(buildUser({ google: true }));
    signInUser({ _id: 'user-2' });
    expect(readUser()).toEqual({ ...defaults, _id: 'user-2' });
  });

  it('keeps session and identity when a profile response has no token', () => {
    signInUser(buildUser());
    applyProfile(buildUser({ _id: 'other', name: 'Ada B. Example', token: '' }));
    expect(readUser()).toEqual(buildUser({ name: 'Ada B. Example' }));
  });

  it('writes the defaults on reset and keeps the key [S3.USER.14]', () => {
    signInUser(buildUser());
    resetUser();
    expect(stored()).toEqual({ state: defaults, version: 0 });
  });

  it.each([
    ['no JSON', '{oops'],
    ['another library', JSON.stringify({ _id: '"user-9"', _persist: '{}' })],
    ['wrong types', JSON.stringify({ state: { _id: 5, defaultAccounts: 'none' }, version: 0 })],
    ['a list', '[]'],
  ])('falls back to the defaults when the stored value is damaged: %s', async (_name, value) => {
    const log = vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);
    signInUser(buildUser());
    localStorage.setItem('persist:user', value);
    await useUserStore.persist.rehydrate();
    expect(readUser()).toEqual(defaults);
    log.mockRestore();
  });

  it('reads the still valid fields of another version', async () => {
    localStorage.setItem('persist:user', JSON.stringify({ state: { _id: 'user-3', token: 't' }, version: 7 }));
    await useUserStore.persist.rehydrate();
    expect(readUser()).toEqual({ ...defaults, _id: 'user-3', token: 't' });
  });

  it('follows a logout in another tab', () => {
    signInUser(buildUser());
    const stop = followOtherTabs();
    localStorage.setItem('persist:user', JSON.stringify({ state: defaults, version: 0 }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'persist:user' }));
    expect(readUser()).toEqual(defaults);
    stop();
  });
});
