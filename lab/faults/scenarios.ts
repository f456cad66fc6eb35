import type { Scenario } from './Scenario.ts';
import { backupRestore } from './scenarios/backupRestore.ts';
import { badAnswers } from './scenarios/badAnswers.ts';
import { bulkKills } from './scenarios/bulkKills.ts';
import { cutSockets } from './scenarios/cutSockets.ts';
import { databaseRestarts, poolerRestarts } from './scenarios/databaseRestarts.ts';
import { embeddedKills } from './scenarios/embeddedKills.ts';
import { exportKills, exportKillsOnServer } from './scenarios/exportKills.ts';
import { exportPace } from './scenarios/exportPace.ts';
import { importKills, importKillsOnServer } from './scenarios/importKills.ts';
import { orderedStop } from './scenarios/orderedStop.ts';
import { outage } from './scenarios/outage.ts';
import { refusedByAll } from './scenarios/refusedRequests.ts';
import { revoked } from './scenarios/revoked.ts';
import { returningSockets } from './scenarios/returningSockets.ts';
import { rollingRestart } from './scenarios/rollingRestart.ts';
import { scaledInstances } from './scenarios/scaledInstances.ts';
import { sheetSyncKills, sheetSyncKillsOnServer } from './scenarios/sheetSyncKills.ts';
import { throttled } from './scenarios/throttled.ts';
import { tokenExpiry } from './scenarios/tokenExpiry.ts';
import { webhookBurst, webhookDatabaseDown } from './scenarios/webhookBursts.ts';
import { failover } from './scenarios/failover.ts';
import { fullDisk } from './scenarios/fullDisk.ts';
import { keyedRequests } from './scenarios/keyedRequests.ts';
import { keyRotation } from './scenarios/keyRotation.ts';
import { killedMigration } from './scenarios/killedMigration.ts';
import { killedMove } from './scenarios/killedMove.ts';
import { mailAway } from './scenarios/mailAway.ts';
import { pooledConnections } from './scenarios/pooledConnections.ts';
import { poisonJob } from './scenarios/poisonJob.ts';
import { secondProcess } from './scenarios/secondProcess.ts';
import { floodedReads } from './scenarios/floodedReads.ts';
import { floodedSheets } from './scenarios/floodedSheets.ts';
import { fairQueue } from './scenarios/fairQueue.ts';
import { clockSteps } from './scenarios/clockSteps.ts';

/** All scenarios, in the order in which they run. */
export const scenarios: readonly Scenario[] = [
  { name: 'import-kills', runs: { full: 20, short: 1 }, run: importKills },
  { name: 'import-kills-server', runs: { full: 5, short: 0 }, run: importKillsOnServer },
  { name: 'bulk-kills', runs: { full: 50, short: 6 }, run: bulkKills },
  { name: 'sheet-sync-kills', runs: { full: 5, short: 0 }, run: sheetSyncKills },
  { name: 'sheet-sync-kills-server', runs: { full: 2, short: 0 }, run: sheetSyncKillsOnServer },
  { name: 'export-kills', runs: { full: 20, short: 1 }, run: exportKills },
  { name: 'export-kills-server', runs: { full: 3, short: 0 }, run: exportKillsOnServer },
  { name: 'export-pace', runs: { full: 1, short: 0 }, run: exportPace },
  { name: 'throttled', runs: { full: 2, short: 0 }, run: throttled },
  { name: 'outage', runs: { full: 1, short: 0 }, run: outage },
  { name: 'bad-answers', runs: { full: 1, short: 0 }, run: badAnswers },
  { name: 'token-expiry', runs: { full: 1, short: 1 }, run: tokenExpiry },
  { name: 'revoked', runs: { full: 1, short: 0 }, run: revoked },
  { name: 'webhook-burst', runs: { full: 1, short: 1 }, run: webhookBurst },
  { name: 'webhook-database-down', runs: { full: 3, short: 0 }, run: webhookDatabaseDown },
  { name: 'embedded-kills', runs: { full: 100, short: 6 }, run: embeddedKills },
  { name: 'database-restarts', runs: { full: 5, short: 1 }, run: databaseRestarts },
  { name: 'pooler-restarts', runs: { full: 5, short: 1 }, run: poolerRestarts },
  { name: 'cut-sockets', runs: { full: 100, short: 0 }, run: cutSockets },
  { name: 'ordered-stop', runs: { full: 5, short: 1 }, run: orderedStop },
  { name: 'full-disk', runs: { full: 2, short: 0 }, run: fullDisk },
  { name: 'keyed-requests', runs: { full: 3, short: 1 }, run: keyedRequests },
  { name: 'killed-migration', runs: { full: 5, short: 1 }, run: killedMigration },
  { name: 'killed-move', runs: { full: 10, short: 2 }, run: killedMove },
  { name: 'mail-away', runs: { full: 5, short: 1 }, run: mailAway },
  { name: 'poison-job', runs: { full: 1, short: 0 }, run: poisonJob },
  { name: 'second-process', runs: { full: 5, short: 1 }, run: secondProcess },
  { name: 'fair-queue', runs: { full: 3, short: 0 }, run: fairQueue },
  { name: 'flooded-reads', runs: { full: 1, short: 1 }, run: floodedReads },
  { name: 'flooded-sheets', runs: { full: 1, short: 1 }, run: floodedSheets },
  { name: 'clock-steps', runs: { full: 1, short: 0 }, run: clockSteps },
  { name: 'scaled-instances', runs: { full: 1, short: 1 }, run: scaledInstances },
  { name: 'refused-requests', runs: { full: 1, short: 1 }, run: refusedByAll },
  { name: 'failover', runs: { full: 5, short: 1 }, run: failover },
  { name: 'rolling-restart', runs: { full: 1, short: 1 }, run: rollingRestart },
  { name: 'pooled-connections', runs: { full: 1, short: 0 }, run: pooledConnections },
  { name: 'returning-sockets', runs: { full: 1, short: 0 }, run: returningSockets },
  { name: 'key-rotation', runs: { full: 1, short: 0 }, run: keyRotation },
  { name: 'backup-restore', runs: { full: 1, short: 1 }, run: backupRestore },
];
