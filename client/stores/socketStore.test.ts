import { beforeEach, expect, it } from 'vitest';
import {
  recordSocketActivity,
  resetSocket,
  setConnectionStatus,
  setSocketConnected,
  setSocketUser,
  useSocketStore,
} from './socketStore.ts';

const defaults = { isConnected: false, userId: null, lastActivity: null, connectionStatus: 'disconnected' };

beforeEach(() => resetSocket());

it('starts without connection, user and activity, and persists nothing [S3.SOCK.1] [S3.SOCK.2] [S3.SOCK.3] [S3.SOCK.4] [S3.SOCK.5]', () => {
  expect(useSocketStore.getState()).toEqual(defaults);
  setSocketConnected(true);
  expect(JSON.stringify(localStorage)).not.toContain('connectionStatus');
});

it('sets the status text with the flag, and accepts other texts [S3.SOCK.6] [S4.SOCK.4] [S4.SOCK.5]', () => {
  setSocketConnected(true);
  expect(useSocketStore.getState()).toMatchObject({ isConnected: true, connectionStatus: 'connected' });
  setConnectionStatus('waiting for the network');
  expect(useSocketStore.getState()).toMatchObject({ isConnected: true, connectionStatus: 'waiting for the network' });
  setSocketConnected(false);
  expect(useSocketStore.getState()).toMatchObject({ isConnected: false, connectionStatus: 'disconnected' });
});

it('clears everything on reset [S4.SOCK.6]', () => {
  setSocketUser('user-1');
  setSocketConnected(true);
  recordSocketActivity();
  expect(useSocketStore.getState().lastActivity).toBeTypeOf('number');
  resetSocket();
  expect(useSocketStore.getState()).toEqual(defaults);
});
