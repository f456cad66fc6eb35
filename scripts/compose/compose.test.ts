import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseEnv, variableNames } from '#server/config/env.ts';
import { initdbArguments } from '#server/database/embedded/folder/createDatabaseFolder.ts';
import { serverArguments } from '#server/database/embedded/server/serverSettings.ts';
import { interpolate } from './interpolate.ts';
import { readCompose, servicesOf } from './readCompose.ts';
import type { Compose, ComposeService } from './readCompose.ts';

const root = new URL('../../', import.meta.url);
const key = Buffer.alloc(32, 7).toString('base64');
const sample: Record<string, string> = {
  PUBLIC_URL: 'https://leads.example.org',
  GOOGLE_CLIENT_ID: 'client',
  GOOGLE_CLIENT_SECRET: 'secret',
  FACEBOOK_APP_ID: 'app',
  FACEBOOK_APP_SECRET: 'secret',
  FACEBOOK_VERIFY_TOKEN: 'verify',
  TIKTOK_APP_ID: 'app',
  TIKTOK_APP_SECRET: 'secret',
  SMTP_URL: 'smtps://user:password@mail.example.org',
  MAIL_FROM: 'Leadlight <noreply@example.org>',
  CONTACT_EMAIL: 'privacy@example.org',
  AUTOSYNC_INTERVAL_SECONDS: '600',
  RECONCILE_INTERVAL_SECONDS: '120',
  LEAD_RETENTION_DAYS: '365',
  OPERATOR_TOKEN: 'operator-token-of-the-test',
  REGISTRATION: 'invite',
  PASSWORD_MIN_LENGTH: '12',
  LOG_LEVEL: 'warn',
  SOCKET_ORIGINS: 'https://leads.example.org',
};

const example = readFileSync(new URL('.env.example', root), 'utf8');
const ofCompose = example.slice(example.indexOf('# --- Docker Compose'));

/** The lines for scaling in `.env.example` with secrets filled in, as Compose reads them from `.env`. */
const scaleLines = (): Record<string, string> => {
  const secrets: Record<string, string> = { POSTGRES_PASSWORD: '0123456789abcdef', ENCRYPTION_KEY: key };
  const values: Record<string, string> = {};
  for (const [, name = '', value = ''] of ofCompose.matchAll(/^# {3}([A-Z_]+)=(.*)$/gm))
    values[name] = secrets[name] ?? interpolate(value, values);
  return values;
};

const product = (compose: Compose, ...profiles: string[]): [name: string, service: ComposeService][] =>
  Object.entries(servicesOf(compose, ...profiles)).filter(([, { build }]) => build !== undefined);

/** The variables that the image sets. */
const imageEnv = { NODE_ENV: 'production', HOST: '0.0.0.0', DATA_DIR: '/data' };
const envOf = ({ environment }: ComposeService) => parseEnv({ ...imageEnv, ...environment });
const isPath = (source: string): boolean => source.startsWith('.');
const running = (compose: Compose, ...profiles: string[]): string[] =>
  Object.entries(servicesOf(compose, ...profiles))
    .flatMap(([name, { deploy }]) => Array<string>(deploy.replicas).fill(name))
    .toSorted();

describe('without a profile', () => {
  const compose = readCompose();

  test('nginx forwards to one container with all roles and an embedded database on a volume', () => {
    expect(running(compose)).toEqual(['app', 'nginx']);
    const app = compose.services['app'];
    expect(app && envOf(app)).toMatchObject({
      ROLES: ['web', 'api', 'worker'],
      PUBLIC_URL: 'http://localhost',
      TRUST_PROXY: 2,
      SANDBOX: false,
    });
    expect(app?.environment['DATABASE_URL']).toBe('');
    expect(app?.volumes).toEqual(['data:/data']);
    expect(app?.deploy.resources.limits.memory).toBe('512m');
  });

  test('the ports of nginx are configurable, and PUBLIC_URL follows', () => {
    const chosen = readCompose({ HTTP_PORT: '8080', HTTPS_PORT: '8443' });
    expect(chosen.services['nginx']?.ports).toEqual(['8080:80', '8443:443']);
    expect(chosen.services['app']?.environment['PUBLIC_URL']).toBe('http://localhost:8080');
  });
});

describe('the profile scale', () => {
  test('the lines of .env.example start two containers of each role on one PostgreSQL', () => {
    const values = { ...sample, ...scaleLines() };
    expect(values['COMPOSE_PROFILES']).toBe('scale');
    const compose = readCompose(values);
    expect(running(compose, 'scale')).toEqual(
      ['api', 'api', 'nginx', 'postgres', 'web', 'web', 'worker', 'worker'].toSorted(),
    );
    const { web, api, worker, postgres } = compose.services;
    if (!web || !api || !worker || !postgres) throw new Error('A role has no service');
    expect([web, api, worker].map((each) => envOf(each).ROLES)).toEqual([['web'], ['api'], ['worker']]);
    for (const each of [api, worker]) {
      const { DATABASE_URL = '' } = envOf(each);
      const url = new URL(DATABASE_URL);
      const { environment } = postgres;
      expect([url.hostname, url.username, url.password, url.pathname]).toEqual([
        'postgres',
        environment['POSTGRES_USER'],
        environment['POSTGRES_PASSWORD'],
        `/${environment['POSTGRES_DB']}`,
      ]);
    }
    // The embedded database uses the same locale and libraries.
    const ofText = initdbArguments.filter((argument) => /^--(?:encoding|locale|builtin)/.test(argument));
    expect(postgres.environment['POSTGRES_INITDB_ARGS']).toBe(ofText.join(' '));
    const libraries = serverArguments.find((argument) => argument.startsWith('shared_preload_libraries='));
    expect(postgres.command).toContain(libraries);
    // The web role faces the public and gets neither the database nor the keys.
    expect(envOf(web).API_URL).toBe('http://nginx:4000');
    expect(web.environment).not.toHaveProperty('DATABASE_URL');
    expect(web.environment).not.toHaveProperty('ENCRYPTION_KEY');
    for (const each of [web, api, worker]) expect(each.deploy.resources.limits.memory).toBe('512m');
  });

  test('without those lines, the roles that need the database refuse to start', () => {
    const compose = readCompose();
    for (const name of ['api', 'worker']) {
      const each = compose.services[name];
      expect(() => each && envOf(each)).toThrow('DATABASE_URL');
    }
  });

  test('containers share a network only with the services that they call', () => {
    const { services, networks } = readCompose();
    const networkOf = (name: string) => Object.keys(services[name]?.networks ?? {});
    const members = (network: string) =>
      Object.keys(services)
        .filter((name) => networkOf(name).includes(network))
        .toSorted();
    expect(members('edge')).toEqual(['app', 'demo', 'nginx', 'web']);
    expect(members('inside')).toEqual(['api', 'nginx']);
    expect(members('database')).toEqual(['api', 'app', 'postgres', 'worker']);
    expect(networkOf('postgres')).toEqual(['database']);
    expect(networks).toMatchObject({ inside: { internal: true }, database: { internal: true } });
    // Containers that call the platforms can reach the internet.
    for (const name of ['app', 'api', 'worker'])
      expect(networkOf(name).some((network) => networks[network]?.internal === false)).toBe(true);
  });

  test('nginx finds the containers of each role by one alias', () => {
    const { services } = readCompose();
    const aliasesOf = (name: string) =>
      Object.values(services[name]?.networks ?? {}).flatMap(({ aliases }) => aliases ?? []);
    expect(aliasesOf('web')).toEqual(['leadlight']);
    expect(aliasesOf('api')).toEqual(['leadlight-api']);
    expect(aliasesOf('app')).toEqual(['leadlight']);
    const nginxConf = readFileSync(new URL('nginx.conf', root), 'utf8');
    for (const server of ['leadlight:3000', 'leadlight-api:4000']) expect(nginxConf).toContain(server);
  });
});

describe('the profile demo', () => {
  test('starts one container with the sandbox, reachable only from this machine', () => {
    const { demo } = readCompose(sample).services;
    if (!demo) throw new Error('There is no demo');
    expect(envOf(demo)).toMatchObject({
      SANDBOX: true,
      ROLES: ['web', 'api', 'worker'],
      PUBLIC_URL: 'http://localhost:3000',
    });
    expect(demo.command).toEqual(['sh', 'server/start.sh', '--demo']);
    expect(demo.environment).not.toHaveProperty('GOOGLE_CLIENT_ID');
    expect(demo.ports).toEqual(['127.0.0.1:3000:3000', '127.0.0.1:4100:4100']);
    expect(demo.depends_on).toEqual({});
    expect(demo.deploy.resources.limits.memory).toBe('512m');
  });
});

describe('every service', () => {
  const compose = readCompose({ ...sample, ...scaleLines() });
  const all = Object.entries(compose.services);

  test.each(all)('%s has minimal privileges, a memory limit and a health check', (_name, each) => {
    expect(each).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(each.tmpfs).toContain('/tmp');
    expect(each.logging.options).toHaveProperty('max-size');
    expect(each.deploy.resources.limits.memory).toMatch(/^\d+[mg]$/);
    expect(each.image).toMatch(/:\d+\.?[\w.-]*$/);
    expect(each.healthcheck.test?.length).toBeGreaterThan(0);
    expect(Number.parseInt(each.stop_grace_period, 10)).toBeGreaterThanOrEqual(15);
  });

  test('containers of the product need no privileges and write only to /data and /tmp', () => {
    for (const [, each] of product(compose, 'scale', 'demo')) {
      expect(each.cap_add).toEqual([]);
      const places = [...each.tmpfs, ...each.volumes.map((volume) => volume.split(':')[1] ?? '')];
      expect(places.toSorted()).toEqual(['/data', '/tmp']);
    }
  });

  test('only nginx publishes ports beyond this machine', () => {
    const published = all.flatMap(([name, { ports }]) =>
      ports.filter((port) => !port.startsWith('127.0.0.1:')).map((port) => `${name} ${port}`),
    );
    expect(published).toEqual(['nginx 80:80', 'nginx 443:443']);
  });

  test('mounted files exist, and volumes and networks are declared', () => {
    for (const [, each] of all) {
      const sources = each.volumes.map((volume) => volume.split(':')[0] ?? '');
      const [files, volumes] = [sources.filter(isPath), sources.filter((source) => !isPath(source))];
      expect(files.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
      expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(volumes));
      for (const network of Object.keys(each.networks)) expect(compose.networks).toHaveProperty(network);
      for (const name of Object.keys(each.depends_on)) expect(compose.services).toHaveProperty(name);
    }
  });

  test('optional services are not required by those that depend on them', () => {
    for (const [name, { depends_on: dependencies, profiles }] of all)
      for (const [other, { condition, required }] of Object.entries(dependencies)) {
        expect(condition).toBe('service_healthy');
        const isThere = (compose.services[other]?.profiles ?? []).every((profile) => profiles.includes(profile));
        expect(isThere && other !== 'app', `${name} needs ${other}`).toBe(required);
      }
  });
});

describe('.env', () => {
  /** Variables that the image or docker-compose.yml sets for each container. */
  const fixed = [
    'NODE_ENV',
    'HOST',
    'PORT',
    'API_PORT',
    'SANDBOX_PORT',
    'ROLES',
    'API_URL',
    'DATA_DIR',
    'SANDBOX',
    'TRUST_PROXY',
  ];

  test('every setting reaches the containers unchanged, and every variable is read', () => {
    const marked = Object.fromEntries(variableNames.map((name) => [name, `value of ${name}`]));
    const compose = readCompose(marked);
    const settings = variableNames.filter((name) => !fixed.includes(name));
    for (const name of ['app', 'api', 'worker']) {
      const environment = compose.services[name]?.environment ?? {};
      expect(Object.fromEntries(settings.map((setting) => [setting, environment[setting]]))).toEqual(
        Object.fromEntries(settings.map((setting) => [setting, marked[setting]])),
      );
    }
    for (const [, { environment }] of product(compose, 'scale', 'demo'))
      expect(variableNames).toEqual(expect.arrayContaining(Object.keys(environment)));
  });

  test('the example documents the variables that only Compose reads, with their defaults', () => {
    const compose = readCompose();
    const own = [...compose.variables].filter((name) => !variableNames.includes(name));
    const shown = Object.fromEntries(
      [...ofCompose.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    expect(Object.keys(shown).toSorted()).toEqual(own.toSorted());
    expect(readCompose(shown)).toEqual(compose);
  });
});
