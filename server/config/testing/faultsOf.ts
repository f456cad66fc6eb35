import { EnvError, parseEnv } from '../env.ts';

/** The faults of an environment. */
export const faultsOf = (source: Record<string, string>): readonly string[] => {
  try {
    parseEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.faults;
    throw error;
  }
  return [];
};
