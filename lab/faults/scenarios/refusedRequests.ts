import { setTimeout as sleep } from 'node:timers/promises';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { exportGoogleSheet } from '#shared/contracts/exports.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { login } from '#shared/contracts/users.ts';
import { exchange } from '#testing/exchange.ts';
import { registerPerson } from '#testing/people.ts';
import { countBy, percentile } from '#lab/faults/measure.ts';
import { startLoad } from '#lab/faults/load.ts';
import { atLeast, none } from '#lab/faults/metrics.ts';
import type { Metric } from '#lab/faults/metrics.ts';
import type { ScenarioContext, ScenarioRun } from '#lab/faults/Scenario.ts';
import { startScaled } from '#lab/faults/startScaled.ts';

type Refused = {
  method?: string;
  version?: string;
  headers?: readonly string[];
  type?: string;
  body?: string;
  isChunked?: boolean;
  query?: string;
  /** Replaces the path of the place. */
  path?: string;
  /** The client disconnects halfway through its body. */
  isBrokenOff?: boolean;
};

const megabyte = ' '.repeat(1024 * 1024);
const chunk = `100000\r\n${megabyte}\r\n`;

/** Requests that some part of the product refuses, each with a large body. */
const refusedRequests: Readonly<Record<string, Refused>> = {
  'unknown method': { method: 'FOO' },
  'method of another protocol': { method: 'PROPFIND' },
  'control character in a header': { headers: ['X-A: a\x01b'] },
  'control character in a name': { headers: ['X\x01A: b'] },
  'byte above ASCII in the address': { query: '?\x80' },
  'bad host': { headers: ['Host: a b'] },
  'large headers': { headers: ['X-A', 'X-B', 'X-C'].map((name) => `${name}: ${'a'.repeat(6_000)}`) },
  'HTTP/1.0': { version: '1.0' },
  'length and chunks': { headers: ['Transfer-Encoding: chunked'] },
  'bad chunk': { isChunked: true, body: `${chunk}x\r\n` },
  'no session': {},
  'no session, in chunks': { isChunked: true, body: `${chunk}0\r\n\r\n` },
  'unknown address': { path: '/api/nowhere' },
  'another type': { type: 'text/plain' },
  'content encoding': { headers: ['Content-Encoding: gzip'] },
  expectation: { headers: ['Expect: miracles'] },
  'upgrade offer': { headers: ['Upgrade: h2c'] },
  'too large': { body: megabyte.repeat(5) },
  'broken off': { isBrokenOff: true },
};

/** One path for each nginx location that forwards requests differently. */
const places = [
  '/webhooks/meta',
  `/api${saveCustomLeads.path}`,
  `/api${exportGoogleSheet.path}`,
  `/api${login.path}`,
  '/socket.io/',
  '/assets/nowhere.js',
  '/nowhere',
];

const endWithinMs = 2_000;

/** Sends a refused request. @returns the status, or 0 if the connection ended without a response */
const send = async (url: string, place: string, refused: Refused): Promise<number> => {
  const { method = 'POST', version = '1.1', headers = [], type = 'application/json', body = megabyte } = refused;
  const { isChunked = false, isBrokenOff = false, query = '', path = place } = refused;
  const head = [
    `${method} ${path}${query} HTTP/${version}`,
    ...(headers.some((line) => line.startsWith('Host')) ? [] : ['Host: leads.test']),
    'Connection: close',
    `Content-Type: ${type}`,
    isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`,
    ...headers,
  ];
  const sent = isBrokenOff ? body.slice(body.length / 2) : body;
  const { socket, ended } = exchange(url, '');
  const over = new AbortController();
  socket.write(`${head.join('\r\n')}\r\n\r\n${sent}`, 'latin1');
  if (isBrokenOff) socket.once('drain', () => socket.destroy());
  const late = sleep(endWithinMs, '', { signal: over.signal }).catch(() => '');
  const answer = await Promise.race([ended, late]);
  over.abort();
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
};

const othersPerSecond = 20;
/** The attack continues until others have received this many responses. */
const callsMeanwhile = ({ isShort }: ScenarioContext): number => (isShort ? 10 : 40);

/** A stranger sends requests that are refused before their body ends. This must not affect other people. */
export const refusedByAll: ScenarioRun = async (context) => {
  const scaled = await startScaled(context, {}, { web: 2, api: 2, worker: 1 });
  const { url } = scaled;
  const person = await registerPerson({ apiUrl: url });
  const others = `${url}/api${listNotifications.path}`;
  const metrics: Metric[] = [];
  const all: { ms: number }[] = [];
  for (const [name, refused] of Object.entries(refusedRequests)) {
    const load = startLoad(others, person.token, othersPerSecond);
    const statuses: number[] = [];
    while (load.answers.length < callsMeanwhile(context))
      statuses.push(...(await Promise.all(places.map((place) => send(url, place, refused)))));
    const answers = await load.stop();
    all.push(...answers);
    const failed = answers.filter(({ status }) => status !== 200);
    context.log(`${name}: ${countBy(statuses, String)}; others: ${countBy(answers, ({ status }) => String(status))}`);
    metrics.push(none(`${name}: failed calls of others`, failed.length, 'calls'));
    metrics.push(none(`${name}: refusals that look like failures`, statuses.filter((s) => s >= 500).length, 'calls'));
  }
  const died = [...scaled.of('web'), ...scaled.of('api')].filter(({ product }) => !product.isRunning());
  return {
    metrics: [
      ...metrics,
      none('instances that ended', died.length, 'instances'),
      atLeast('calls of others', all.length, 1, 'calls'),
      {
        name: 'p95 of the calls of others',
        value: percentile(
          all.map(({ ms }) => ms),
          0.95,
        ),
        unit: 'ms',
      },
    ],
  };
};
