import type { Caller } from '#server/lib/http/Caller.ts';

/** A session as last read. Calls can extend it up to `endsAt`. */
export type Session = Caller & { lastUsedAt: Date; expiresAt: Date; endsAt: Date };

/** If the message to forget a session is lost, access ends later by at most this time. */
export const rememberSessionsMs = 2_000;
const mostSessions = 10_000;

/** Caches recently read sessions of this process, so that all calls of a screen read their session once. */
export type RememberedSessions = {
  find(tokenHash: string): Session | null;
  /**
   * Reads and caches a session, unless any session was forgotten during the read: the result may predate the change.
   */
  read(tokenHash: string, read: () => Promise<Session | null>): Promise<Session | null>;
  /** @param keys token hashes, and workspaces whose members have changed */
  forget(keys: readonly string[]): void;
  /** Reports when the caller's session or workspace is forgotten. @returns a function that ends the watch */
  watch(caller: Caller, onForgotten: () => void): () => void;
};

/** Whether the keys contain a session or its workspace. */
const isNamed = ({ tokenHash, workspaceId }: Caller, keys: readonly string[]): boolean =>
  keys.includes(tokenHash) || keys.includes(workspaceId);

export const createRememberedSessions = (): RememberedSessions => {
  // A map keeps insertion order, so the oldest session is first.
  const remembered = new Map<string, { session: Session; until: number }>();
  const watched = new Set<{ caller: Caller; onForgotten: () => void }>();
  let forgotten = 0;
  const dropOld = (): void => {
    for (const [tokenHash, { until }] of remembered) {
      if (until > performance.now() && remembered.size <= mostSessions) return;
      remembered.delete(tokenHash);
    }
  };
  return {
    find: (tokenHash) => {
      const found = remembered.get(tokenHash);
      return found && found.until > performance.now() ? found.session : null;
    },
    read: async (tokenHash, read) => {
      const before = forgotten;
      const until = performance.now() + rememberSessionsMs;
      const session = await read();
      if (session && before === forgotten) {
        remembered.delete(tokenHash);
        remembered.set(tokenHash, { session, until });
        dropOld();
      }
      return session;
    },
    forget: (keys) => {
      forgotten += 1;
      for (const [tokenHash, { session }] of remembered) if (isNamed(session, keys)) remembered.delete(tokenHash);
      for (const { caller, onForgotten } of watched) if (isNamed(caller, keys)) onForgotten();
    },
    watch: (caller, onForgotten) => {
      const watch = { caller, onForgotten };
      watched.add(watch);
      return () => watched.delete(watch);
    },
  };
};
