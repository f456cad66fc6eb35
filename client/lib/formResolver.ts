import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

/** Lets a form check its values with a schema of the contracts; what it submits is the schema's output. */
export const formResolver = <Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
): Resolver<Input, unknown, Output> => standardSchemaResolver<Input, unknown, Output>(schema);
