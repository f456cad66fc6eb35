import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseEnv } from '#server/config/env.ts';
import { startEdge } from '#server/cli/testing/startEdge.ts';
import { key, selfSigned } from '#server/cli/testing/certificates.ts';
import { checkCertificate } from './certificate.ts';
import { judgeForwarding } from './publicAddress.ts';
import { checkSettings, reachOf } from './settings.ts';

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://leads.example.org' };

describe('allowed but risky settings', () => {
  test('are absent behind a server with TLS', () => {
    const results = checkSettings(parseEnv({ ...production, HOST: '0.0.0.0', TRUST_PROXY: '2' }));
    expect(results.map(({ state }) => state)).toEqual(results.map(() => 'ok'));
  });

  test.for([
    [{ SANDBOX: 'true' }, 'settings.sandbox', 'warning', 'SANDBOX=false'],
    [{ PUBLIC_URL: 'http://leads.example.org' }, 'settings.https', 'fault', 'PUBLIC_URL=https://leads.example.org'],
    [{ PUBLIC_URL: 'http://192.168.1.20:3000' }, 'settings.https', 'warning', 'PUBLIC_URL=https://192.168.1.20'],
    [{ HOST: '0.0.0.0' }, 'settings.listener', 'warning', 'HOST=127.0.0.1'],
    [{ LEAD_RETENTION: '30' }, 'settings.environment', 'warning', 'LEAD_RETENTION_DAYS'],
  ] as const)('%o', ([changes, id, state, remedy]) => {
    const results = checkSettings(parseEnv({ ...production, ...changes }));
    expect(results.filter((result) => result.state !== 'ok').map((result) => result.id)).toEqual([id]);
    expect(results.find((result) => result.id === id)).toMatchObject({
      state,
      remedy: expect.stringContaining(remedy),
    });
  });
});

test.for([
  ['http://localhost:3000', 'machine'],
  ['http://127.0.0.1', 'machine'],
  ['http://[::1]:3000', 'machine'],
  ['http://app.localhost', 'machine'],
  ['http://10.1.2.3', 'network'],
  ['http://172.20.0.2', 'network'],
  ['http://leads.internal', 'network'],
  ['http://server', 'network'],
  ['http://[fd00::1]', 'network'],
  ['http://172.32.0.2', 'public'],
  ['http://203.0.113.7', 'public'],
  ['https://leads.example.org', 'public'],
] as const)('%s is reached by: %s', ([origin, reach]) => {
  expect(reachOf(origin)).toBe(reach);
});

describe('request forwarding', () => {
  const plain = { address: '203.0.113.9', host: 'leads.example.org', protocol: 'https', forwardedFor: 1 };
  const env = { PUBLIC_URL: 'https://leads.example.org', TRUST_PROXY: 2 };

  test('is right behind one server that overwrites the headers', () => {
    expect(judgeForwarding(env, plain, plain).state).toBe('ok');
  });
  test('detects a TLS server missing from TRUST_PROXY, even if it forwards no address', () => {
    const seen = { ...plain, protocol: 'http', forwardedFor: 0 };
    expect(judgeForwarding({ ...env, TRUST_PROXY: 1 }, seen, seen)).toMatchObject({
      state: 'fault',
      remedy: expect.stringContaining('TRUST_PROXY=2'),
    });
  });
  test('detects a server that does not forward the scheme', () => {
    const seen = { ...plain, protocol: 'http' };
    expect(judgeForwarding(env, seen, seen).remedy).toContain('X-Forwarded-Proto $scheme');
  });
  test('detects a server that passes on a scheme claimed by the client', () => {
    expect(judgeForwarding(env, plain, { ...plain, protocol: 'http' }).remedy).toContain('X-Forwarded-Proto $scheme');
  });
});

describe('a certificate', () => {
  test('is accepted, expires soon or has expired', async () => {
    setDefaultCACertificates([...getCACertificates('default'), selfSigned]);
    const behavior = {
      target: 'http://127.0.0.1:1',
      forwardedFor: 'overwrite',
      otherHeaders: 'overwrite',
      upgrades: true,
      closed: null,
    } as const;
    const edge = await startEdge({ port: 0, tls: { key, cert: selfSigned }, behavior });
    onTestFinished(() => edge.close());
    const judge = async (host: string, day: string) =>
      (await checkCertificate(`https://${host}:${edge.port}`, new Date(day))).map(({ state, found }) => [state, found]);
    expect(await judge('localhost', '2030-01-01')).toEqual([['ok', expect.stringContaining('until 2126-')]]);
    expect(await judge('localhost', '2126-10-25')).toEqual([['warning', expect.stringContaining('It ends on 2126-')]]);
    expect(await judge('localhost', '2130-01-01')).toEqual([['fault', expect.stringContaining('It ended on 2126-')]]);
    expect(await judge('127.0.0.1', '2030-01-01')).toEqual([['fault', expect.stringContaining('another name')]]);
  });

  test('is not checked without https', async () => {
    expect(await checkCertificate('http://localhost:1', new Date())).toEqual([]);
  });
});
