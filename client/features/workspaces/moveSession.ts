import { restart } from './restart.ts';

/** Set while this tab itself moves the session and reloads with the answer. */
let isMoving = false;

/**
 * Makes a call after which the session works in another workspace, then loads the page anew there.
 * @returns what the call threw, as a rejection; nothing has changed then
 */
export const moveSession = async (move: () => Promise<string>): Promise<void> => {
  isMoving = true;
  try {
    restart(await move());
  } finally {
    isMoving = false;
  }
};

/** Follows a move from another tab, or the loss of the workspace. */
export const followMove = (message: string | null): void => {
  if (!isMoving) restart(message);
};
