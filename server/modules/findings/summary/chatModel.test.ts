import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { listen } from '#server/lib/http/listen.ts';
import { startSandbox } from '#testing/sandbox/sandbox.ts';
import { orderFaults, readModelRequests } from '#testing/sandbox/sandboxControl.ts';
import { createChatModel } from './chatModel.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

const messages = [{ role: 'user', content: JSON.stringify({ findings: [] }) }] as const;
const limits = { totalMs: 5_000, maxBytes: 4_000 };
const never = new AbortController().signal;

const modelAt = (LLM_URL: string, changes: { LLM_KEY?: string; LLM_MODEL?: string } = {}, totalMs = limits.totalMs) => {
  const model = createChatModel(
    { LLM_URL, LLM_KEY: undefined, LLM_MODEL: 'writer', ...changes },
    { ...limits, totalMs },
  );
  if (!model) throw new Error('a configured model was expected');
  return model;
};

const startOwn = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer);
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}/v1`;
};

const startModel = async (totalMs?: number) => {
  const sandbox = await startSandbox({ port: 0 });
  closers.push(() => sandbox.close());
  const { LLM_URL = '', LLM_KEY = '' } = sandbox.modelEnvironment;
  return { sandbox, LLM_URL, model: modelAt(LLM_URL, { LLM_KEY, LLM_MODEL: 'sandbox-writer' }, totalMs) };
};

test('without an address or a model there is none', () => {
  expect(createChatModel({ LLM_URL: undefined, LLM_KEY: undefined, LLM_MODEL: undefined })).toBeNull();
  expect(createChatModel({ LLM_URL: undefined, LLM_KEY: undefined, LLM_MODEL: 'writer' })).toBeNull();
});

test('sends the messages with the key, and returns what the model wrote', async () => {
  const { sandbox, model } = await startModel();
  expect(await model.write(messages, never)).toBe('The largest findings come at the beginning.');
  expect(await readModelRequests(sandbox)).toEqual([{ model: 'sandbox-writer', messages, stream: false }]);
});

test('a refusal names the status, and neither key, address nor text of the server', async () => {
  const { LLM_URL } = await startModel();
  const refused = modelAt(LLM_URL, { LLM_KEY: 'wrong-key' }).write(messages, never);
  await expect(refused).rejects.toMatchObject({
    message: 'The language model did not answer: status 401',
  });
  await expect(modelAt('http://127.0.0.1:1/v1').write(messages, never)).rejects.toThrow(
    /^The language model did not answer: (?:ECONNREFUSED|TypeError)$/,
  );
});

test('a throttled call says how long to wait', async () => {
  const { sandbox, model } = await startModel();
  await orderFaults(sandbox, { provider: 'llm', kind: '429', retryAfterSeconds: 90 });
  await expect(model.write(messages, never)).rejects.toMatchObject({ code: 'status 429', retryAfterSeconds: 90 });
});

test.for([
  ['timeout', 'TimeoutError'],
  ['slow', 'TimeoutError'],
])('%s: %s', async ([kind = '', code]) => {
  const { sandbox, model } = await startModel(200);
  await orderFaults(sandbox, { provider: 'llm', kind, delayMs: 20_000 });
  await expect(model.write(messages, never)).rejects.toMatchObject({ name: 'ModelError', code });
});

test.for(['reset', 'truncated', '500'])('an answer that is cut or missing is a failure: %s', async (kind) => {
  const { sandbox, model } = await startModel();
  await orderFaults(sandbox, { provider: 'llm', kind });
  await expect(model.write(messages, never)).rejects.toMatchObject({ name: 'ModelError' });
});

test.for([
  ['text', 'hello'],
  ['no choice', '{"choices":[]}'],
  ['no text', '{"choices":[{"message":{"content":null}}]}'],
])('an answer of another shape is unreadable: %s', async ([, body]) => {
  const url = await startOwn((_request, response) => response.end(body));
  await expect(modelAt(url).write(messages, never)).rejects.toMatchObject({ code: 'unreadable-answer' });
});

test('reads no more of an answer than allowed', async () => {
  const url = await startOwn((_request, response) => response.end('x'.repeat(limits.maxBytes + 1)));
  await expect(modelAt(url).write(messages, never)).rejects.toMatchObject({ code: 'answer-too-large' });
});

test('does not follow a redirect, which would take the key to another host', async () => {
  let calls = 0;
  const url = await startOwn((request, response) => {
    calls += 1;
    response.writeHead(307, { location: `http://${request.headers.host}/elsewhere` }).end();
  });
  await expect(modelAt(url, { LLM_KEY: 'key' }).write(messages, never)).rejects.toMatchObject({ code: 'status 307' });
  expect(calls).toBe(1);
});

test('the reason of a caller who gives up is thrown as it is', async () => {
  const { sandbox, model } = await startModel();
  await orderFaults(sandbox, { provider: 'llm', kind: 'timeout' });
  await expect(model.write(messages, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
});
