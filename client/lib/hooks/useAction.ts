import { useState } from 'react';

type Action<Input, Result> = {
  run: (input: Input) => Promise<Result>;
  /** Both tell the person how it went. What `onSuccess` waits for still belongs to the action. */
  onSuccess: (result: Result, input: Input) => void | Promise<void>;
  onError: (error: unknown, input: Input) => void;
};

/** A change that a person asks for: runs it, and says while it is under way. */
export const useAction = <Input, Result>({ run, onSuccess, onError }: Action<Input, Result>) => {
  const [isPending, setIsPending] = useState(false);

  /** @returns whether it was done; never throws */
  const start = async (input: Input): Promise<boolean> => {
    setIsPending(true);
    try {
      await onSuccess(await run(input), input);
      return true;
    } catch (error) {
      onError(error, input);
      return false;
    } finally {
      setIsPending(false);
    }
  };
  return { start, isPending };
};
