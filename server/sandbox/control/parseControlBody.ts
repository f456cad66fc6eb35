import type { Request } from 'express';
import * as z from 'zod';

/** A refused control call. The response has this status and message. */
export class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Parses a control call's body. @throws a 400 that names every fault */
export const parseControlBody = <Schema extends z.ZodType>(schema: Schema, request: Request): z.output<Schema> => {
  const body: unknown = request.body;
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  throw new ControlError(400, z.prettifyError(result.error));
};
