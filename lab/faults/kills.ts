import { addUp } from './compare.ts';
import type { Counts } from './compare.ts';
import type { ScenarioContext } from './Scenario.ts';

/** Kills a process at a step, or after a time. */
export type Kill = { name: string; killAt?: string; afterMs?: number };

/** Plans kills at random times within the next `withinMs`. */
export const randomKills = ({ runs }: ScenarioContext, withinMs: number): Kill[] =>
  Array.from({ length: runs }, (_, number) => ({ name: `random ${number + 1}`, afterMs: Math.random() * withinMs }));

/** Runs the kills one after another. @returns each result, and the total numbers of lost and doubled effects */
export const runKills = async <T extends Counts>(
  { log }: ScenarioContext,
  kills: readonly Kill[],
  run: (kill: Kill) => Promise<T>,
): Promise<Counts & { seen: T[] }> => {
  const seen: T[] = [];
  for (const kill of kills) {
    const each = await run(kill);
    log(
      `${kill.name} ${kill.afterMs === undefined ? '' : `after ${Math.round(kill.afterMs)} ms `}${JSON.stringify(each)}`,
    );
    seen.push(each);
  }
  return { ...addUp(seen), seen };
};
