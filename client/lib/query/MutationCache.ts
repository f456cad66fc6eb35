/**
 * What the build puts in place of the query library's store of mutations (scripts/vite/lightQuery.ts). A change that a
 * person asks for runs once and is told at once (`useAction`): nothing of it is kept, paused or repeated.
 */
export class MutationCache {
  findAll(): never[] {
    return [];
  }

  async resumePausedMutations(): Promise<void> {
    // There are none.
  }

  clear(): void {
    // Nothing was kept.
  }
}
