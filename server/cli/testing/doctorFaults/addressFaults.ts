import { ended, key as certificateKey, selfSigned } from '#server/cli/testing/certificates.ts';
import { startEdge } from '#server/cli/testing/startEdge.ts';
import type { EdgeBehavior } from '#server/cli/testing/startEdge.ts';
import { closedPort, withClosedPort, withEnv } from './Fault.ts';
import type { Fault } from './Fault.ts';

const withEdge = (name: string, id: string, remedy: string, change: Partial<EdgeBehavior>): Fault => ({
  name,
  id,
  remedy,
  arrange: async (installation) => {
    installation.edge.behave(change);
    return { undo: () => installation.edge.reset() };
  },
});

/** A web role with a wrong TRUST_PROXY. */
const withTrustedProxies = (name: string, count: string, remedy: string, edge: Partial<EdgeBehavior> = {}): Fault => ({
  name,
  id: 'address.forwarding',
  remedy,
  arrange: async (installation) => {
    const { url } = await installation.addWeb({ TRUST_PROXY: count });
    installation.edge.behave({ target: url, ...edge });
    return { env: { TRUST_PROXY: count }, undo: () => installation.edge.reset() };
  },
});

const withCertificate = (name: string, cert: string): Fault => ({
  name,
  id: 'address.certificate',
  remedy: '',
  arrange: async (installation) => {
    const tls = await startEdge({
      port: 0,
      tls: { key: certificateKey, cert },
      behavior: {
        target: `http://127.0.0.1:${installation.source['PORT']}`,
        forwardedFor: 'overwrite',
        otherHeaders: 'overwrite',
        upgrades: true,
        closed: null,
      },
    });
    return { env: { PUBLIC_URL: `https://localhost:${tls.port}` }, undo: () => tls.close() };
  },
});

/** Faults on the path from outside: settings, certificate, the server in front, sockets. */
export const addressFaults: readonly Fault[] = [
  withEnv('an invalid variable', 'settings.environment', 'PORT', { PORT: 'eighty' }),
  withCertificate('an expired certificate', ended),
  withCertificate('an untrusted certificate', selfSigned),

  withClosedPort('a public address without a listener', 'address.reach', 'PUBLIC_URL'),
  {
    name: 'a public address of another server',
    id: 'address.reach',
    remedy: 'PUBLIC_URL',
    arrange: async (installation) => ({ env: { PUBLIC_URL: installation.sandbox.url } }),
  },
  withEdge('a public address that redirects to another one', 'address.reach', 'PUBLIC_URL=https://www.example.org', {
    closed: { prefix: '/', status: 301, location: 'https://www.example.org/operator/probe' },
  }),
  {
    name: 'a server in front that forwards to the wrong port',
    id: 'address.reach',
    remedy: 'PORT=',
    arrange: async (installation) => {
      installation.edge.behave({ target: await closedPort() });
      return { undo: () => installation.edge.reset() };
    },
  },
  withEdge('a server in front that passes X-Forwarded-For through', 'address.forwarding', '$remote_addr', {
    forwardedFor: 'pass',
  }),
  withEdge('TRUST_PROXY without a server in front', 'address.forwarding', 'TRUST_PROXY=1', {
    forwardedFor: 'none',
    otherHeaders: 'pass',
  }),
  withEdge('a server in front that passes X-Forwarded-Host through', 'address.forwarding', 'X-Forwarded-Host', {
    otherHeaders: 'pass',
  }),
  withTrustedProxies('a TRUST_PROXY that is too small', '1', 'TRUST_PROXY=2'),
  withTrustedProxies('a TRUST_PROXY that is too large, behind a server that appends addresses', '3', 'TRUST_PROXY=2', {
    forwardedFor: 'append',
  }),
  withEdge('a server in front that blocks upgrades', 'address.websocket', 'proxy_set_header Upgrade', {
    upgrades: false,
  }),
];
