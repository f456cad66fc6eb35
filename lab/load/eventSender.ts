import { releaseExportJob } from '#server/modules/exports/exports.jobs.ts';
import { parseEnv } from '#server/config/env.ts';
import { newId } from '#server/lib/ids.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { workspaceIdSchema } from '#server/lib/WorkspaceId.ts';
import { announce } from '#server/modules/notifications/announce.ts';
import { startServer } from '#server/startServer.ts';
import { now } from '#testing/startProduct.ts';
import type { SendOrder, SendReply } from './eventThroughput.ts';
import { runOpenLoop } from './openLoop.ts';

/*
 * A real worker that sends notifications at a steady rate, as its jobs would: stored events, unstored events, and jobs
 * enqueued in a transaction. The message of an event is its due time.
 */

const server = await startServer({
  env: parseEnv(process.env),
  logger: createLogger('error'),
  pages: 'built',
  onFatal: (error) => {
    throw error;
  },
});
const { context } = server;

const send = async ({ userIds, perSecond, seconds }: SendOrder): Promise<SendReply> => {
  let turn = 0;
  const next = () => {
    turn += 1;
    const userId = userIds[turn % userIds.length] ?? '';
    return { userId, workspaceId: workspaceIdSchema.parse(userId) };
  };
  const payload = () => ({ message: `${now()} ${newId()}` });
  const sent = { status: 200 };
  const kinds = [
    {
      name: 'stored',
      share: 40,
      send: async () => {
        await announce(context, next(), 'export_error', payload());
        return sent;
      },
    },
    {
      name: 'unstored',
      share: 40,
      send: async () => {
        context.publisher.toMember(next(), 'export_error', payload());
        return sent;
      },
    },
    {
      name: 'job',
      share: 20,
      send: async () => {
        const { workspaceId } = next();
        // The handler finds no such export, so the job does nothing.
        await context.db.transaction((transaction) =>
          context.jobs.enqueue(releaseExportJob, { workspaceId, exportId: newId() }, { transaction }),
        );
        return sent;
      },
    },
  ];
  const begun = now();
  const answered = await runOpenLoop(kinds, { perSecond, seconds });
  const tookSeconds = Math.max(seconds, (now() - begun) / 1000);
  return { events: answered.filter(({ kind }) => kind !== 'job').length, perSecond: answered.length / tookSeconds };
};

const answer = (reply: SendReply | 'ready'): void => {
  process.send?.(reply);
};

process.on('message', (order: SendOrder) => {
  void send(order).then(answer);
});
// The parent process has ended the load.
process.once('disconnect', () => void server.close().then(() => process.exit(0)));
answer('ready');
