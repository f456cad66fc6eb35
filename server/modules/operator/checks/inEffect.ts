import type { Env } from '#server/config/env.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';
import { findChanged } from '#server/modules/operator/settingsReport.ts';
import type { SettingsReport } from '#server/modules/operator/settingsReport.ts';

const inEffect = defineCheck('Settings', 'settings.in-effect', 'Settings in effect');

export type Running = {
  /** Null: no process could be asked. */
  report: SettingsReport | null;
  /** A process still has the embedded database open. */
  isFolderInUse: boolean;
};

/** Whether the running process was started with the settings of this environment. */
export const checkInEffect = (env: Env, keys: readonly string[], { report, isFolderInUse }: Running): CheckResult => {
  if (report === null)
    return isFolderInUse
      ? inEffect.warning(
          `A process works on DATA_DIR and does not answer on port ${env.API_PORT}.`,
          'If `API_PORT` or `HOST` was changed after its start, restart Leadlight. Otherwise, look into its log.',
        )
      : inEffect.skipped('No running process could be asked.');
  const changed = findChanged(report, env, keys);
  if (changed === null) return inEffect.skipped('The process uses another key than this environment.');
  if (changed.length === 0) return inEffect.ok(`The running process has these settings, in ${report.mode} mode.`);
  return inEffect.warning(
    `The running process was started with another value of ${changed.join(', ')}.`,
    `Restart Leadlight, so that ${changed.map((name) => `\`${name}\``).join(', ')} takes effect; with Docker Compose: \`docker compose up -d\`.`,
  );
};
