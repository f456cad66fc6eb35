import * as z from 'zod';
import { readControl } from '#testing/sandbox/sandboxControl.ts';
import type { SandboxSite } from '#testing/sandbox/startSandbox.ts';

const calls = z.object({
  calls: z.array(
    z.object({ provider: z.string(), endpoint: z.string(), method: z.string(), at: z.number(), status: z.number() }),
  ),
});

/** A call that the sandbox has received; `at` is in ms since 1970. */
export type ProviderCall = z.output<typeof calls>['calls'][number];

/** The newest calls of a platform, oldest first. */
export const listProviderCalls = async (
  sandbox: SandboxSite,
  provider: ProviderCall['provider'],
): Promise<ProviderCall[]> =>
  calls.parse(await readControl(sandbox, '/calls')).calls.filter((call) => call.provider === provider);
