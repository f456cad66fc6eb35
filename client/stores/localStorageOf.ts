import type { PersistStorage, StorageValue } from 'zustand/middleware';
import { logError } from '#client/lib/log.ts';

const isStorageValue = <State>(value: unknown): value is StorageValue<State> =>
  typeof value === 'object' && value !== null && 'state' in value;

/**
 * Local storage in the format of zustand's persist middleware, `{state, version}`. Other values count as missing. If
 * storage is blocked or full, only the next visit loses its state.
 */
export const localStorageOf = <State>(): PersistStorage<State> => ({
  getItem: (name) => {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
      return isStorageValue<State>(value) ? value : null;
    } catch (error) {
      logError(`The stored value ${name} cannot be read and is replaced`, error);
      return null;
    }
  },
  setItem: (name, value) => {
    try {
      localStorage.setItem(name, JSON.stringify(value));
    } catch (error) {
      logError(`The browser refused to store ${name}`, error);
    }
  },
  removeItem: (name) => {
    try {
      localStorage.removeItem(name);
    } catch (error) {
      logError(`The browser refused to remove ${name}`, error);
    }
  },
});
