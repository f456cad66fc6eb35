import { restart } from './restart.ts';

/** Set while this tab itself moves the session, because it reloads with the response. */
let isMoving = false;

/**
 * Makes a call that moves the session to another workspace, then reloads the page there.
 * Rejects with the call's error. Nothing has changed then.
 */
export const moveSession = async (move: () => Promise<string>): Promise<void> => {
  isMoving = true;
  try {
    restart(await move());
  } finally {
    isMoving = false;
  }
};

/** Reloads after another tab moved the session, or the person lost the workspace. */
export const followMove = (message: string | null): void => {
  if (!isMoving) restart(message);
};
