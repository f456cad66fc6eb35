import { waitUntil } from '#testing/waitUntil.ts';
import type { Person } from '#testing/people.ts';
import { openBrowser } from '#lab/faults/openBrowser.ts';
import type { Browser } from '#lab/faults/openBrowser.ts';
import type { ScenarioContext } from '#lab/faults/Scenario.ts';
import { hangMs } from '#lab/faults/hangMs.ts';

/** The first address number for browsers, after those of the clients. */
const firstBrowserAddress = 200;

/** Opens browsers for each person and waits until they are connected. @returns the browsers by the person's id */
export const openBrowsers = async (
  context: ScenarioContext,
  url: string,
  people: readonly Person[],
  browsersEach: number,
): Promise<Map<string, Browser[]>> => {
  let opened = 0;
  const open = (person: Person): Browser => {
    opened += 1;
    return openBrowser(context, { url, person, address: firstBrowserAddress + opened });
  };
  const browsers = new Map<string, Browser[]>();
  for (const person of people) {
    const own = Array.from({ length: browsersEach }, () => open(person));
    await waitUntil(() => own.every(({ socket }) => socket.connected), { timeoutMs: hangMs, what: 'the sockets' });
    browsers.set(person.userId, own);
  }
  return browsers;
};
