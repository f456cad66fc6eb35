import type { Pool } from 'pg';
import * as z from 'zod';
import type { Env } from '#server/config/env.ts';
import { ask, describeSilence, isSilence, readJson } from '#server/modules/diagnostics/questions/ask.ts';
import { defineCheck } from '#server/modules/diagnostics/Check.ts';
import type { CheckResult } from '#server/modules/diagnostics/Check.ts';
import { modelHeaders } from '#server/modules/findings/summary/chatModel.ts';
import { reachOf } from './settings.ts';

const model = defineCheck('Language model', 'model.server', 'Model');
const summaries = defineCheck('Language model', 'model.summaries', 'Summaries of the week');

const list = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Asks the server for its models, which starts none of them. */
export const checkModel = async (env: Env): Promise<CheckResult> => {
  const { LLM_URL, LLM_MODEL } = env;
  if (LLM_URL === undefined || LLM_MODEL === undefined)
    return model.note('None: rules word the weekly summary.', 'To have one, set `LLM_URL` and `LLM_MODEL`.');
  const { host } = new URL(LLM_URL);
  const answer = await ask(`${LLM_URL}/models`, { headers: modelHeaders(env) });
  if (isSilence(answer))
    return model.fault(
      `${host} cannot be asked: ${describeSilence(answer)}.`,
      'Start the server of the model, let this machine reach it, and set `LLM_URL` to its base address (it often ends with /v1).',
    );
  if (answer.status === 401 || answer.status === 403)
    return model.fault(
      `${host} does not take the key (status ${answer.status}).`,
      'Set `LLM_KEY` to a key of the server.',
    );
  const { data } = list.safeParse(answer.status === 200 ? readJson(answer) : undefined);
  if (!data)
    return model.warning(
      `${host} answers, but does not list its models (status ${answer.status}).`,
      'Compare `LLM_URL` with the base address in the manual of the server: `/chat/completions` is called below it.',
    );
  if (!data.data.some(({ id }) => id === LLM_MODEL))
    return model.fault(
      `${host} has no model of the name in LLM_MODEL.`,
      'Set `LLM_MODEL` to a model that the server has.',
    );
  if (LLM_URL.startsWith('http:') && reachOf(LLM_URL) === 'public')
    return model.warning(
      `The key and the figures cross the internet to ${host} in the clear.`,
      'Set `LLM_URL` to an address with https.',
    );
  return model.ok(`${host} has ${LLM_MODEL}.`);
};

type Figures = { total: number; by_model: number; failed: number; problem: string | null };

const figuresQuery = `select count(*)::int as total, count(*) filter (where written_by = 'model')::int as by_model,
    count(problem)::int as failed, mode() within group (order by problem) as problem
  from insight_summaries where week = date_trunc('week', now() at time zone 'utc')::date`;

/** Whether the model's texts were accepted. Its texts are not read. */
export const checkSummaries = async (pool: Pool, { LLM_URL }: Env): Promise<CheckResult[]> => {
  if (LLM_URL === undefined) return [];
  const { rows } = await pool.query<Figures>(figuresQuery);
  const [figures] = rows;
  if (!figures || figures.total === 0) return [summaries.ok('None yet.')];
  const { total, by_model: byModel, failed, problem } = figures;
  if (failed === 0) return [summaries.ok(`${total}, of which the model worded ${byModel}.`)];
  return [
    summaries.warning(
      `The model worded ${byModel} of ${total}; ${failed} failed, most often with: ${problem}.`,
      problem?.startsWith('dropped')
        ? 'The model states what it was not given. Set `LLM_MODEL` to a larger one, or leave out `LLM_URL` and `LLM_MODEL`.'
        : 'Look for the lines `the language model wrote no summary` in the log, and at Model.',
    ),
  ];
};
