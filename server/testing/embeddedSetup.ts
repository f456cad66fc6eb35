import type { TestProject } from 'vitest/node';

/** The tests of this project run on the embedded database, in memory. */
export default function setup(project: TestProject): void {
  project.provide('postgresUrl', '');
}
