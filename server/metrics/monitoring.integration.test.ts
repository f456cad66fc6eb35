import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';

/* Checks deploy/monitoring against the product's own metrics. */

const read = (name: string): string =>
  readFileSync(new URL(`../../deploy/monitoring/${name}`, import.meta.url), 'utf8');

const rules = z
  .strictObject({
    groups: z.array(
      z.strictObject({
        name: z.string(),
        rules: z.array(
          z.strictObject({
            alert: z.string().regex(/^Leadlight\w+$/),
            expr: z.string(),
            for: z.optional(z.string().regex(/^\d+[mhd]$/)),
            annotations: z.strictObject({ summary: z.string() }),
          }),
        ),
      }),
    ),
  })
  .parse(parse(read('alerts.yml')))
  .groups.flatMap((group) => group.rules);
const panels = z
  .object({ panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })) })
  .parse(JSON.parse(read('dashboard.json'))).panels;

/** Prometheus itself adds `up`; the others are functions and labels with an underscore. */
const notOurs = new Set(['up', 'histogram_quantile', 'no_answer']);
const metricsIn = (expr: string): string[] =>
  (expr.replaceAll(/"[^"]*"/g, '').match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g) ?? []).filter((name) => !notOurs.has(name));

let api: TestApi;
let types: Map<string, string>;
beforeAll(async () => {
  api = await startTestApi();
  const response = await fetch(`${api.url}/metrics`);
  const output = await response.text();
  types = new Map([...output.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
});
afterAll(() => api.close());

/** A histogram is written as three series. */
const isKnown = (name: string): boolean =>
  types.has(name) || types.get(name.replace(/_(?:bucket|sum|count)$/, '')) === 'histogram';

test('each metric of the alert rules and the dashboard is in the output of /metrics', () => {
  const names = [...rules, ...panels.flatMap(({ targets }) => targets)].flatMap(({ expr }) => metricsIn(expr));
  expect(new Set(names).size).toBeGreaterThan(15);
  expect(names.filter((name) => !isKnown(name))).toEqual([]);
});

test('each metric that the manual lists is in the output of /metrics', () => {
  const manual = readFileSync(new URL('../../docs/operations/monitor.md', import.meta.url), 'utf8');
  const listed = [...manual.matchAll(/`(leadlight_[a-z_]+)`/g)].map(([, name = '']) => name);
  expect(listed.length).toBeGreaterThan(15);
  expect(listed.filter((name) => !isKnown(name))).toEqual([]);
});

test('alerts have different names, and panels different titles', () => {
  for (const names of [rules.map(({ alert }) => alert), panels.map(({ title }) => title)])
    expect(new Set(names).size).toBe(names.length);
});
