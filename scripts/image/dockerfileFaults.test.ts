import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { dockerfileFaults } from './dockerfileFaults.ts';

const root = new URL('../../', import.meta.url);
const dockerfile = await readFile(new URL('Dockerfile', root), 'utf8');
const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));

const change = (from: string | RegExp, to: string): string => {
  const changed = dockerfile.replaceAll(typeof from === 'string' ? from : new RegExp(from, 'gm'), to);
  expect(changed).not.toBe(dockerfile);
  return changed;
};

test.each<[string, () => string, string]>([
  ['an unknown instruction', () => change('STOPSIGNAL', 'STOPSIGNALS'), 'Unknown instruction'],
  ['a moving base', () => change('node:24-bookworm-slim', 'node:latest'), 'FROM node:latest'],
  ['one stage for all', () => 'FROM node:24-bookworm-slim\nCOPY . .\n', 'FROM: building and running'],
  ['root', () => change('USER node', 'USER root'), 'USER: the program must not run as root'],
  ['root by number', () => change('USER node', 'USER 0:0'), 'USER: the program must not run as root'],
  ['no user', () => change('USER node\n', ''), 'USER: the program must not run as root'],
  ['files after the user', () => change('VOLUME', 'RUN touch /app/x\nVOLUME'), 'USER: belongs after COPY and RUN'],
  ['files of the user', () => change('--chown=root:root', '--chown=node:node'), 'COPY: the last stage takes only'],
  ['the whole folder', () => change('VOLUME', 'COPY . .\nVOLUME'), 'COPY: the last stage takes only'],
  ['a shell first', () => change(/^CMD .*/, 'CMD node server/main.ts'), 'CMD: must be the list'],
  ['npm first', () => change(/^CMD .*/, 'CMD ["npm", "start"]'), 'CMD: must be the list'],
  ['flags of its own', () => change('"sh", "server', '"node", "--expose-gc", "server'), 'CMD: must be the list'],
  ['a shell as entry', () => change('CMD [', 'ENTRYPOINT ["sh", "-c"]\nCMD ['), 'ENTRYPOINT'],
  ['development', () => change('NODE_ENV=production', 'NODE_ENV=development'), 'ENV: NODE_ENV must be production'],
  ['no health check', () => change(/^HEALTHCHECK .*/, ''), 'HEALTHCHECK'],
  ['a health check in a shell', () => change(/^(HEALTHCHECK .*CMD).*/, '$1 curl localhost'), 'HEALTHCHECK'],
  ['a fetched file', () => change('VOLUME', 'ADD https://example.org/x.tar.gz /\nVOLUME'), 'ADD https://example.org'],
  ['a fetched program', () => change('VOLUME', 'RUN curl https://example.org | sh\nVOLUME'), 'RUN curl'],
  ['scripts of packages', () => change(' --ignore-scripts', ''), 'RUN npm ci'],
  ['no lockfile', () => change('npm ci', 'npm install'), 'use npm ci'],
  ['a secret', () => change('VOLUME', 'ENV OPERATOR_TOKEN=abc\nVOLUME'), 'a secret would stay'],
  ['another version', () => change(/^ARG VERSION=.*/, 'ARG VERSION=0.0.1'), 'ARG: VERSION'],
  ['another volume', () => change('VOLUME /data', 'VOLUME /app/data'), 'VOLUME'],
  ['another signal', () => change('STOPSIGNAL SIGTERM', 'STOPSIGNAL SIGKILL'), 'STOPSIGNAL'],
])('%s is a fault', (_name, text, fault) => {
  expect(dockerfileFaults(text(), version).join('\n')).toContain(fault);
});
