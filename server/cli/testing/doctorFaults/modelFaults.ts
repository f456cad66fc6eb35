import { closedPort } from './Fault.ts';
import type { Fault } from './Fault.ts';

const withModel = (name: string, remedy: string, changes: Record<string, string>): Fault => ({
  name,
  id: 'model.server',
  remedy,
  arrange: async ({ sandbox }) => ({
    env: { ...sandbox.modelEnvironment, LLM_MODEL: 'sandbox-writer', ...changes },
  }),
});

export const modelFaults: readonly Fault[] = [
  withModel('a language model that does not exist', 'LLM_MODEL', { LLM_MODEL: 'gpt-0' }),
  withModel('a wrong key of the language model', 'LLM_KEY', { LLM_KEY: 'wrong-key' }),
  {
    name: 'a server of the language model that is down',
    id: 'model.server',
    remedy: 'LLM_URL',
    arrange: async () => ({ env: { LLM_URL: `${await closedPort()}/v1`, LLM_MODEL: 'writer' } }),
  },
  {
    name: 'a language model whose texts are dropped',
    id: 'model.summaries',
    remedy: 'LLM_MODEL',
    arrange: async ({ context, sandbox }) => {
      await context.pool.query(
        `insert into insight_summaries (workspace_id, week, text, written_by, written_at, problem)
         select id, date_trunc('week', now() at time zone 'utc'), '', 'rules', now(), 'dropped: number' from workspaces`,
      );
      return {
        env: { ...sandbox.modelEnvironment, LLM_MODEL: 'sandbox-writer' },
        undo: () => context.pool.query('delete from insight_summaries'),
      };
    },
  },
];
