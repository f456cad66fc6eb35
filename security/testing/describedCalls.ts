import * as z from 'zod';
import { apiBase } from '#shared/contracts/endpoint.ts';

/** The parts of JSON Schema in the API's description. */
export type Schema = {
  type?: string | string[] | undefined;
  const?: unknown;
  enum?: unknown[] | undefined;
  anyOf?: Schema[] | undefined;
  items?: Schema | undefined;
  properties?: Record<string, Schema> | undefined;
  required?: string[] | undefined;
  additionalProperties?: boolean | Schema | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minItems?: number | undefined;
  pattern?: string | undefined;
};

const lazySchema = z.lazy(() => schema);
const schema: z.ZodType<Schema> = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(lazySchema).optional(),
  items: lazySchema.optional(),
  properties: z.record(z.string(), lazySchema).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.union([z.boolean(), lazySchema]).optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  pattern: z.string().optional(),
});

const document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        security: z.array(z.unknown()),
        parameters: z.array(z.object({ name: z.string(), in: z.string(), schema })),
        requestBody: z.object({ content: z.object({ 'application/json': z.object({ schema }) }) }).optional(),
      }),
    ),
  ),
});

export type DescribedCall = {
  /** `POST /exports/{id}/cancel` */
  name: string;
  method: string;
  path: string;
  isOpen: boolean;
  pathNames: string[];
  query: { name: string; schema: Schema }[];
  body: Schema | null;
};

/** Reads every call from the API's description of its contracts. */
export const readDescribedCalls = async (url: string): Promise<DescribedCall[]> => {
  const answer = await fetch(`${url}${apiBase}/openapi.json`);
  const { paths } = document.parse(await answer.json());
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, { security, parameters, requestBody }]) => ({
      name: `${verb.toUpperCase()} ${path}`,
      method: verb.toUpperCase(),
      path: `${apiBase}${path}`,
      isOpen: security.length === 0,
      pathNames: parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
      query: parameters.filter((parameter) => parameter.in === 'query'),
      body: requestBody?.content['application/json'].schema ?? null,
    })),
  );
};
