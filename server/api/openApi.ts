import * as z from 'zod';
import { apiBase, workspaceHeader } from '#shared/contracts/endpoint.ts';
import type { Access, Endpoint, Parser } from '#shared/contracts/endpoint.ts';
import { errorCodes } from '#shared/errorCodes.ts';
import { footer, idempotencyKeyHours } from '#shared/limits.ts';

type Schema = Record<string, unknown>;

/** The JSON Schema of a parser; `io: 'input'` is what a client sends, before parsing. */
const schemaOf = (parser: Parser<unknown>, io: 'input' | 'output'): Schema => {
  const { $schema: _version, ...schema } = z.toJSONSchema(parser, { io, unrepresentable: 'any' });
  return schema;
};

const objectSchema = z.object({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).optional(),
});

const parametersOf = (parser: Parser<unknown> | undefined, place: 'path' | 'query'): Schema[] => {
  if (!parser) return [];
  const { properties, required = [] } = objectSchema.parse(schemaOf(parser, 'input'));
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
  }));
};

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });

const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: `Requests with the same key have one effect and one answer, for ${idempotencyKeyHours} hours`,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const workspaceParameter = {
  name: workspaceHeader,
  in: 'header',
  required: false,
  description: 'The workspace that the client shows. If the session works in another one, the answer is 409',
  schema: { type: 'string', maxLength: 100 },
};

const accessTexts: Readonly<Record<Access, string>> = {
  public: 'Open to everyone',
  person: 'Needs a session',
  user: 'Needs a session, and answers for the workspace that it works in',
  owner: 'Needs a session of an owner of the workspace',
};

const operationOf = ({
  access,
  summary,
  body,
  query,
  params,
  response,
  takesIdempotencyKey = false,
}: Endpoint): Schema => ({
  summary,
  description: accessTexts[access],
  'x-access': access,
  security: access === 'public' ? [] : [{ session: [] }],
  parameters: [
    ...parametersOf(params, 'path'),
    ...parametersOf(query, 'query'),
    ...(access === 'user' || access === 'owner' ? [workspaceParameter] : []),
    ...(takesIdempotencyKey ? [idempotencyKeyParameter] : []),
  ],
  ...(body ? { requestBody: { required: true, ...json(schemaOf(body, 'input')) } } : {}),
  responses: {
    200: {
      description: 'Done',
      ...json({
        allOf: [
          { type: 'object', properties: { success: { const: true } }, required: ['success'] },
          schemaOf(response, 'output'),
        ],
      }),
    },
    default: { description: 'Not done; the code says why', ...json({ $ref: '#/components/schemas/Failure' }) },
  },
});

/** The API as an OpenAPI 3.1 document, built from the contracts that parse its requests. */
export const buildOpenApi = (endpoints: readonly Endpoint[], publicUrl: string): Schema => {
  const paths: Record<string, Schema> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Leadlight', version: footer.version },
    servers: [{ url: `${publicUrl}${apiBase}` }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Failure: {
          type: 'object',
          required: ['success', 'message', 'code'],
          properties: { success: { const: false }, message: { type: 'string' }, code: { enum: errorCodes } },
        },
      },
    },
  };
};
