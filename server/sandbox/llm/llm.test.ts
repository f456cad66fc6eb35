import { afterEach, beforeEach, expect, test } from 'vitest';
import { SANDBOX_LLM_KEY } from '../credentials.ts';
import { startSandbox } from '../startSandbox.ts';
import type { RunningSandbox } from '../startSandbox.ts';

let sandbox: RunningSandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterEach(() => sandbox.close());

const facts = {
  findings: [
    { sentence: 'Cost per lead of “Spring offer” rose from €21 to €36', atStake: '€420' },
    { sentence: '“Autumn” has spent nothing, after €120 a day before', atStake: null },
  ],
};

const ask = async (model: string, key: string = SANDBOX_LLM_KEY): Promise<{ status: number; body: unknown }> => {
  const answer = await fetch(`${sandbox.modelEnvironment['LLM_URL']}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: JSON.stringify(facts) }] }),
  });
  return { status: answer.status, body: await answer.json() };
};

const written = (content: string) => ({
  status: 200,
  body: { choices: [{ message: { role: 'assistant', content } }] },
});

test('the honest model repeats what it was given; the others lie', async () => {
  const honest =
    'The largest findings come at the beginning. Cost per lead of “Spring offer” rose from €21 to €36. At stake so far: €420. “Autumn” has spent nothing, after €120 a day before.';
  expect(await ask('sandbox-writer')).toMatchObject(written(honest));
  expect(await ask('sandbox-wrong-number')).toMatchObject(written(honest.replace('€21', '€22')));
  expect(await ask('sandbox-number-in-words')).toMatchObject(written(`${honest} It was seventeen in the week before.`));
});

test('another key and another model are refused, and requests are listed', async () => {
  expect(await ask('sandbox-writer', 'wrong')).toMatchObject({
    status: 401,
    body: { error: { code: 'invalid_api_key' } },
  });
  expect(await ask('gpt-0')).toMatchObject({ status: 404, body: { error: { code: 'model_not_found' } } });
  const listed: unknown = await (await fetch(`${sandbox.url}/control/llm/requests`)).json();
  expect(listed).toMatchObject([{ model: 'gpt-0' }]);
});
