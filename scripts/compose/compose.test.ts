import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseEnv, variableNames } from '#server/config/env.ts';
import { readCompose } from './readCompose.ts';
import type { ComposeService } from './readCompose.ts';

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');

/** The lines for scaling in `.env.example` with secrets filled in. */
const scaleLines = (): Record<string, string> => {
  const secrets: Record<string, string> = {
    POSTGRES_PASSWORD: '0123456789abcdef',
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const values: Record<string, string> = { PUBLIC_URL: 'https://leads.example.org' };
  for (const [, name = '', value = ''] of example.matchAll(/^# {3}([A-Z_]+)=(.*)$/gm))
    values[name] = secrets[name] ?? value.replaceAll(/\$\{(\w+)\}/g, (_all, other: string) => values[other] ?? '');
  return values;
};

const ofImage = { NODE_ENV: 'production', HOST: '0.0.0.0', DATA_DIR: '/data' };
const envOf = (service: ComposeService | undefined) => parseEnv({ ...ofImage, ...service?.environment });
const isOurs = ({ build }: ComposeService): boolean => build !== undefined;

test('without a profile, nginx and one container with all roles and an embedded database start', () => {
  const running = Object.entries(readCompose()).filter(
    ([, { profiles, deploy }]) => profiles.length === 0 && deploy.replicas > 0,
  );
  expect(running.map(([name]) => name).toSorted()).toEqual(['app', 'nginx']);
  expect(envOf(readCompose()['app'])).toMatchObject({
    ROLES: ['web', 'api', 'worker'],
    TRUST_PROXY: 2,
    SANDBOX: false,
  });
});

test('with the lines of .env.example for scaling, two containers of each role use one PostgreSQL', () => {
  const services = readCompose(scaleLines());
  expect(services['app']?.deploy.replicas).toBe(0);
  for (const role of ['web', 'api', 'worker']) {
    expect(services[role]?.deploy.replicas).toBe(2);
    expect(envOf(services[role]).ROLES).toEqual([role]);
  }
  const { postgres, web, api, worker } = services;
  for (const service of [api, worker]) {
    const { username, password, pathname } = new URL(envOf(service).DATABASE_URL ?? '');
    const { POSTGRES_USER: user, POSTGRES_PASSWORD: secret, POSTGRES_DB: name } = postgres?.environment ?? {};
    expect([username, password, pathname]).toEqual([user, secret, `/${name}`]);
  }
  // The web role faces the public and gets neither the database nor the keys.
  expect(Object.keys(web?.environment ?? {}).filter((name) => /DATABASE|KEY/.test(name))).toEqual([]);
  for (const role of ['api', 'worker']) expect(() => envOf(readCompose()[role])).toThrow('DATABASE_URL');
});

test('every container has a read-only root, no capability to start with, and a memory limit', () => {
  for (const service of Object.values(readCompose(scaleLines()))) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(service.deploy.resources.limits.memory).toMatch(/^\d+[mg]$/);
    expect(service.image).toMatch(/:\d+\.?[\w.-]*$/);
    if (!isOurs(service)) continue;
    expect(service.cap_add).toEqual([]);
    const places = [...service.tmpfs, ...service.volumes.map((volume) => volume.split(':')[1] ?? '')];
    expect(places.toSorted()).toEqual(['/data', '/tmp']);
  }
});

test('only nginx is reachable from beyond this machine', () => {
  const published = Object.entries(readCompose()).flatMap(([name, { ports }]) =>
    ports.filter((port) => !port.startsWith('127.0.0.1:')).map((port) => `${name} ${port}`),
  );
  expect(published).toEqual(['nginx 80:80', 'nginx 443:443']);
});

test('every setting of .env reaches the containers, and every variable of a container is read', () => {
  // Set by the image or by docker-compose.yml.
  const fixed = ['NODE_ENV', 'HOST', 'PORT', 'API_PORT', 'SANDBOX_PORT', 'ROLES', 'API_URL', 'DATA_DIR', 'SANDBOX'];
  const settings = variableNames.filter((name) => ![...fixed, 'TRUST_PROXY'].includes(name));
  const marked = Object.fromEntries(settings.map((name) => [name, `value of ${name}`]));
  const services = readCompose(marked);
  for (const name of ['app', 'api', 'worker']) expect(services[name]?.environment).toMatchObject(marked);
  for (const service of Object.values(services).filter(isOurs))
    expect(variableNames).toEqual(expect.arrayContaining(Object.keys(service.environment)));
});
