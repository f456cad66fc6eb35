import type { Scenario } from './Scenario.ts';
import { backupRestore } from './scenarios/backupRestore.ts';
import { badAnswers } from './scenarios/badAnswers.ts';
import { cutSockets } from './scenarios/cutSockets.ts';
import { databaseRestarts } from './scenarios/databaseRestarts.ts';
import { embeddedKills } from './scenarios/embeddedKills.ts';
import { exportKills, exportKillsOnServer } from './scenarios/exportKills.ts';
import { exportPace } from './scenarios/exportPace.ts';
import { importKills, importKillsOnServer } from './scenarios/importKills.ts';
import { orderedStop } from './scenarios/orderedStop.ts';
import { outage } from './scenarios/outage.ts';
import { revoked } from './scenarios/revoked.ts';
import { returningSockets } from './scenarios/returningSockets.ts';
import { rollingRestart } from './scenarios/rollingRestart.ts';
import { scaledInstances } from './scenarios/scaledInstances.ts';
import { sheetSyncKills, sheetSyncKillsOnServer } from './scenarios/sheetSyncKills.ts';
import { throttled } from './scenarios/throttled.ts';
import { tokenExpiry } from './scenarios/tokenExpiry.ts';
import { webhookBurst, webhookDatabaseDown } from './scenarios/webhookBursts.ts';
import { fullDisk } from './scenarios/fullDisk.ts';
import { keyedRequests } from './scenarios/keyedRequests.ts';
import { keyRotation } from './scenarios/keyRotation.ts';
import { killedMigration } from './scenarios/killedMigration.ts';
import { mailAway } from './scenarios/mailAway.ts';
import { poisonJob } from './scenarios/poisonJob.ts';
import { secondProcess } from './scenarios/secondProcess.ts';
import { fairQueue } from './scenarios/fairQueue.ts';
import { clockSteps } from './scenarios/clockSteps.ts';

/** All scenarios, in the order in which they run. */
export const scenarios: readonly Scenario[] = [
  importKills,
  importKillsOnServer,
  sheetSyncKills,
  sheetSyncKillsOnServer,
  exportKills,
  exportKillsOnServer,
  exportPace,
  throttled,
  outage,
  badAnswers,
  tokenExpiry,
  revoked,
  webhookBurst,
  webhookDatabaseDown,
  embeddedKills,
  databaseRestarts,
  cutSockets,
  orderedStop,
  fullDisk,
  keyedRequests,
  killedMigration,
  mailAway,
  poisonJob,
  secondProcess,
  fairQueue,
  clockSteps,
  scaledInstances,
  rollingRestart,
  returningSockets,
  keyRotation,
  backupRestore,
];
