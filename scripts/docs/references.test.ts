import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { parseEnv, variableNames } from '#server/config/env.ts';
import { fileVariableOf, secretNames } from '#server/config/secretFiles.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { createPlatformRegistry } from '#server/providers/registry.ts';
import { errorCodes } from '#shared/errorCodes.ts';
import { platformFacts, platformIds } from '#shared/platforms.ts';
import { listPages, readAnchors, readBlocks, readCode, readLinks, readOperations, readPage, root } from './markdown.ts';
import type { Page } from './markdown.ts';

/*
 * Everything that the documents name exists: linked pages and their headings, files, npm scripts, services, settings. The
 * commands of docs/operations are run by operations.proof.test.ts.
 */

const pages = listPages();
const operations = readOperations();
/** The first part of each platform's page, which is for operators. */
const setUps = platformIds.map((platform): Page => {
  const { path, text } = readPage(`docs/providers/${platform}.md`);
  return { path, text: text.slice(0, text.indexOf('\n## Calls')) };
});

const readText = (path: string): string => readFileSync(join(root, path), 'utf8');
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(readText('package.json')));
const compose = z
  .object({ services: z.record(z.string(), z.object({ profiles: z.array(z.string()).optional() })) })
  .parse(parse(readText('docker-compose.yml'), { merge: true }));
/** Includes the settings that only docker-compose.yml reads. */
const documentedVariables = new Set(
  [...readText('.env.example').matchAll(/^# ?([A-Z][A-Z0-9_]+)=|^([A-Z][A-Z0-9_]+)=/gm)].map(
    (match) => match[1] ?? match[2] ?? '',
  ),
);

/** `page: name` for each name that does not exist. */
const findMissing = (list: Page[], namesOf: (page: Page) => string[], isThere: (name: string, page: Page) => boolean) =>
  list.flatMap((page) =>
    namesOf(page)
      .filter((name) => !isThere(name, page))
      .map((name) => `${page.path}: ${name}`),
  );

test('every link leads to an existing file and heading', () => {
  const isThere = (link: string, page: Page): boolean => {
    if (/^(?:https?|mailto):/.test(link)) return true;
    const [file = '', anchor] = link.split('#');
    const path = file === '' ? page.path : normalize(join(dirname(page.path), file));
    if (!existsSync(join(root, path))) return false;
    return anchor === undefined || readAnchors(readPage(path)).has(anchor);
  };
  expect(findMissing(pages, readLinks, isThere)).toEqual([]);
});

test('every npm script on a page is in package.json', () => {
  const namesOf = ({ text }: Page) =>
    [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map((match) => match[1] ?? '');
  expect(findMissing(pages, namesOf, (name) => name in scripts)).toEqual([]);
});

test('files and folders on the pages for operators exist', () => {
  const isPath = /^(?:server|client|shared|scripts|deploy|docs|lab|e2e)\/[\w./*-]*$|^[\w-]+\.(?:conf|yml|json|md)$/;
  const namesOf = (page: Page) => readCode(page).filter((code) => isPath.test(code));
  // Files that operators create, from an example or from scratch.
  const isTheirs = (name: string) =>
    name === 'docker-compose.override.yml' || existsSync(join(root, 'deploy/nginx', `${name}.example`));
  const isThere = (name: string) => existsSync(join(root, name)) || isTheirs(name);
  expect(findMissing([...operations, ...setUps], namesOf, isThere)).toEqual([]);
});

test('files and folders on the pages for contributors exist', () => {
  const newcomers = ['CONTRIBUTING.md', 'docs/ADDING_A_PLATFORM.md', 'docs/ARCHITECTURE.md'].map(readPage);
  const decisions = pages.filter(({ path }) => path.startsWith('docs/decisions/'));
  const isPath = /^(?:server|client|shared|scripts|deploy|docs|lab|e2e|security)\/[\w./-]*$/;
  const namesOf = (page: Page) => readCode(page).filter((code) => isPath.test(code));
  // The page uses a fourth platform as an example.
  const isExample = (name: string) => name.includes('pinterest');
  const isThere = (name: string) => existsSync(join(root, name)) || isExample(name);
  expect(newcomers.flatMap(namesOf)).not.toEqual([]);
  expect(findMissing([...newcomers, ...decisions], namesOf, isThere)).toEqual([]);
});

test('services and profiles on the pages exist in docker-compose.yml', () => {
  const services = Object.keys(compose.services);
  const profiles = new Set(Object.values(compose.services).flatMap((service) => service.profiles ?? []));
  const command =
    /docker compose(?<before>(?: --?[\w-]+(?:[= ](?!up|exec|run|logs|restart|stop|start|pull|build|ps|down|config)[\w.]+)?)*) (?:exec|run|logs|restart|stop|start)(?: -{1,2}[\w-]+(?:=\S+)?)* (?<service>[a-z]\w*)/g;
  const namesOf = ({ text }: Page) => [
    ...[...text.matchAll(command)].map((match) => match.groups?.['service'] ?? ''),
    ...[...text.matchAll(/--profile[= ](\w+)/g)].map((match) => match[1] ?? ''),
  ];
  expect(operations.flatMap(namesOf)).not.toEqual([]);
  expect(findMissing(pages, namesOf, (name) => services.includes(name) || profiles.has(name))).toEqual([]);
});

test('settings on the pages for operators are variables that are read, or error codes', () => {
  const files = secretNames.map(fileVariableOf);
  const known = new Set<string>([...variableNames, ...files, ...documentedVariables, ...errorCodes]);
  // Names from other programs.
  const foreign = /^(?:PATH|HOME|NODE_COMPILE_CACHE|MALLOC_ARENA_MAX|SIGTERM|SIGKILL|SELECT|ENOSPC)$/;
  const nameOf = (code: string): string => /^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?:=.*)?$/.exec(code)?.[1] ?? '';
  const namesOf = (page: Page) =>
    readCode(page)
      .map(nameOf)
      .filter((name) => name.length > 3 && !foreign.test(name));
  expect(findMissing(operations, namesOf, (name) => known.has(name))).toEqual([]);
  const platformSettings = (page: Page) => namesOf(page).filter((name) => /^(?:GOOGLE|FACEBOOK|TIKTOK)_/.test(name));
  expect(findMissing(setUps, platformSettings, (name) => known.has(name))).toEqual([]);
  expect(setUps.flatMap(platformSettings)).not.toEqual([]);
});

test('the set-up of each platform names every requested permission and the addresses to enter', () => {
  const names = variableNames.filter((name) => /_(?:CLIENT|APP)_(?:ID|SECRET)$/.test(name));
  const env = parseEnv(Object.fromEntries(names.map((name) => [name, 'any'])));
  const platforms = createPlatformRegistry(env, createLogger('silent'));
  const missing = platformIds.flatMap((id, index) => {
    const named = setUps[index] ? readCode(setUps[index]) : [];
    const scopes = platforms[id]?.neededScopes.map(({ scope }) => scope) ?? [];
    const facts = platformFacts[id];
    const webhooks = 'leads' in facts ? [`PUBLIC_URL${facts.leads.webhook}`] : [];
    return [
      ...scopes,
      `PUBLIC_URL/auth/${id}/callback`,
      ...webhooks,
      ...names.filter((name) => name.startsWith(id.toUpperCase())),
    ]
      .filter((name) => !named.includes(name))
      .map((name) => `${id}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('the systemd service runs the command of npm start and sets only variables that are read', () => {
  const unit = readText('deploy/leadlight.service');
  expect(/^ExecStart=(.+)$/m.exec(unit)?.[1]).toBe('/bin/sh server/start.sh');
  expect(readText('package.json')).toContain('"start": "exec sh server/start.sh"');
  const set = [...unit.matchAll(/^Environment=(\w+)=(.+)$/gm)].map((match) => match[1] ?? '');
  expect(set.filter((name) => !variableNames.includes(name))).toEqual(['NODE_COMPILE_CACHE']);
});

test('the index of docs/operations lists every page', () => {
  const files = readdirSync(join(root, 'docs/operations')).map((name) => `docs/operations/${name}`);
  expect(operations.map(({ path }) => path).toSorted()).toEqual(files.toSorted());
});

test('every operator command is on a page for operators', () => {
  const commands = Object.entries(scripts).filter(([, command]) => command.includes('server/cli/'));
  expect(commands).not.toEqual([]);
  const typed = operations
    .flatMap(readBlocks)
    .filter(({ language }) => language === 'sh')
    .map(({ code }) => code)
    .join('\n');
  expect(commands.map(([name]) => name).filter((name) => !typed.includes(`npm run ${name}`))).toEqual([]);
});
