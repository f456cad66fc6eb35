import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { ScenarioContext } from '#lab/faults/Scenario.ts';

export type Relays = {
  /** Relay addresses, in the order of the targets. */
  addresses: readonly string[];
  /** Stops forwarding without closing connections, like a broken network. */
  silence(): void;
  heal(): void;
};

/** Starts the simulated network of a machine. It ends with the scenario. */
export const startRelays = async (context: ScenarioContext, targets: readonly string[]): Promise<Relays> => {
  const child = fork(fileURLToPath(new URL('./relayProcess.ts', import.meta.url)), [...targets]);
  context.onEnd(async () => {
    if (child.connected) child.disconnect();
  });
  const [message] = await once(child, 'message');
  return {
    addresses: z.array(z.string()).length(targets.length).parse(message),
    silence: () => void child.send('silence'),
    heal: () => void child.send('heal'),
  };
};
