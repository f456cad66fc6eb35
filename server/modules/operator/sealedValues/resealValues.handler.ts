import * as z from 'zod';
import type { AppContext } from '#server/AppContext.ts';
import { defineJob, handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { countSealedByKey, sealedColumns } from './sealedValues.store.ts';
import type { SealedValue } from './sealedValues.store.ts';

/** Reseals values of older keys with the first key, so that the older keys can be removed. */
export const resealValuesJob = defineJob({ name: 'reseal-values', payload: z.strictObject({}), concurrency: 1 });

/** Values per query. Each is stored separately, so no other write has to wait. */
const batchSize = 100;

type Resealing = Pick<AppContext, 'db' | 'secrets' | 'logger'>;

/** @returns the number of resealed values */
export const resealValues = async ({ db, secrets, logger }: Resealing, signal?: AbortSignal): Promise<number> => {
  const [, ...keyIds] = secrets.keyIds;
  if (keyIds.length === 0) return 0;
  let resealed = 0;
  for (const list of sealedColumns) {
    /** Damaged values stay unchanged. Skip them, or the next batch would contain them again. */
    let skipRows = 0;
    let values: SealedValue[];
    do {
      values = await list(db, { keyIds, limitRows: batchSize, skipRows });
      for (const { sealed, place, replace } of values) {
        signal?.throwIfAborted();
        try {
          if (await replace(secrets.seal(secrets.open(sealed, place), place))) resealed += 1;
        } catch (error) {
          skipRows += 1;
          logger.error({ area: 'keys', place: place.split(':')[0], err: error }, 'could not reseal a stored value');
        }
      }
    } while (values.length === batchSize);
  }
  const counts = await countSealedByKey(db);
  const left = keyIds.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
  if (resealed > 0 || left > 0)
    logger.info(
      { area: 'keys', keyId: secrets.keyIds[0], resealed, left },
      'resealed stored values with the first key',
    );
  return resealed;
};

export const handleResealValues = (context: Pick<AppContext, 'logger' | 'db' | 'secrets'>): JobHandler =>
  handleJob(resealValuesJob, async (_payload, { signal }) => {
    await resealValues(context, signal);
  });
