import type { Request, Response } from 'express';
import * as z from 'zod';

/** Parses the body of a control call; answers a 400 that names every fault and returns undefined if it does not fit. */
export function parseControlBody<Schema extends z.ZodType>(
  schema: Schema,
  req: Request,
  res: Response,
): z.output<Schema> | undefined {
  const body: unknown = req.body;
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  sendControlError(res, 400, z.prettifyError(result.error));
  return undefined;
}

export function sendControlError(res: Response, status: number, message: string): void {
  res.status(status).json({ error: { status, message } });
}
