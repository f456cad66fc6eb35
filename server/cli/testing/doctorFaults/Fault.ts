import { freePort } from '#testing/freePort.ts';
import type { DoctorRun, EnvChanges, Installation } from '#server/cli/testing/startInstallation.ts';

/** A fault to set up, with the doctor's expected report. */
export type Fault = {
  name: string;
  /** The check that reports the fault. */
  id: string;
  /** Other checks that fail as a consequence. */
  also?: readonly string[];
  remedy: string;
  arrange: (installation: Installation) => Promise<DoctorRun & { undo?: () => unknown }>;
};

export const withEnv = (name: string, id: string, remedy: string, env: EnvChanges): Fault => ({
  name,
  id,
  remedy,
  arrange: async () => ({ env }),
});

export const closedPort = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;

export const withClosedPort = (name: string, id: string, variable: string): Fault => ({
  name,
  id,
  remedy: variable,
  arrange: async () => ({ env: { [variable]: await closedPort() } }),
});
