type ProbeOptions<T> = {
  ask: () => Promise<T>;
  limitMs: number;
  onFault: (error: unknown) => void;
};

/**
 * Queries a source that may never answer. Callers get null after `limitMs` or on failure. They share a pending query,
 * so that queries to a silent source do not pile up.
 */
export const createProbe = <T>({ ask, limitMs, onFault }: ProbeOptions<T>): (() => Promise<T | null>) => {
  let asking: Promise<T | null> | null = null;
  const askOnce = async (): Promise<T | null> => {
    try {
      return await ask();
    } catch (error) {
      onFault(error);
      return null;
    } finally {
      asking = null;
    }
  };
  return async () => {
    asking ??= askOnce();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, limitMs, null);
    });
    try {
      return await Promise.race([asking, silence]);
    } finally {
      clearTimeout(timer);
    }
  };
};
