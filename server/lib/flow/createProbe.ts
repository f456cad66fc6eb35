type ProbeOptions<T> = {
  ask: () => Promise<T>;
  limitMs: number;
  onFault: (error: unknown) => void;
};

/**
 * Asks something that may never answer. Whoever asks gets null after `limitMs`, or when the answer is a failure; while a
 * question is under way nobody asks again, so that a silence does not pile up questions.
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
