import { Router } from 'express';
import * as z from 'zod';
import type { PlatformId } from '#shared/platforms.ts';
import { parseControlBody } from './parseControlBody.ts';

const order = z.strictObject({ fields: z.array(z.string()), isNamed: z.boolean() });

/** Refuses calls that request a field set by `PUT /control/<platform>/refused-fields`, as after a new API version. */
export const createRefusedFields = (
  platform: PlatformId,
): {
  control: Router;
  /** @param toError creates the error for a refused field; null omits the field's name */
  requireKnown(asked: readonly string[], toError: (name: string | null) => Error): void;
} => {
  let refused: z.infer<typeof order> = { fields: [], isNamed: true };
  const control = Router();
  control.put(`/${platform}/refused-fields`, (request, response) => {
    refused = parseControlBody(order, request);
    response.json(refused);
  });
  return {
    control,
    requireKnown: (asked, toError) => {
      const unknown = asked.find((field) => refused.fields.includes(field));
      if (unknown !== undefined) throw toError(refused.isNamed ? unknown : null);
    },
  };
};
