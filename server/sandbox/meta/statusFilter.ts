import { Router } from 'express';
import type { RequestHandler } from 'express';
import * as z from 'zod';
import type { SandboxContext } from '../Sandbox.ts';
import { parseControlBody } from '../control/parseControlBody.ts';
import { badParameter } from './graph/GraphError.ts';
import { requestAddress } from './graph/graphRequest.ts';

/** Meta: without a status filter, lists omit archived and deleted objects. */
export const isLive = (status: string): boolean => status !== 'ARCHIVED' && status !== 'DELETED';

const parseList = (text: string, name: string): unknown[] => {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) return list;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw badParameter(`Param ${name} must be an array`);
};

/** The statuses in a filter like `[{"field":"ad.effective_status","operator":"IN","value":["ARCHIVED"]}]`, if any. */
export const parseStatusFilter = (text: string | null, field: string): readonly string[] | undefined => {
  if (text === null) return undefined;
  const [filter] = parseList(text, 'filtering') as { field?: unknown; operator?: unknown; value?: unknown }[];
  if (filter?.field !== field || filter.operator !== 'IN' || !Array.isArray(filter.value))
    throw badParameter(`The sandbox supports only a filter by ${field}`);
  return filter.value.map(String);
};

/** The statuses in a list's parameter `effective_status`; undefined without a filter. */
export const parseStatuses = (text: string | null): readonly string[] | undefined => {
  if (text === null) return undefined;
  const statuses = parseList(text, 'effective_status').map(String);
  // Meta: lists never contain deleted objects.
  if (statuses.includes('DELETED')) throw badParameter('Param effective_status must not contain DELETED');
  return statuses;
};

const refusalBody = z.strictObject({ areRefused: z.boolean() });

/** `POST /control/facebook/status-filters` `{areRefused}`: sets whether Meta refuses all status filters. */
export const createStatusFilters = (
  context: Pick<SandboxContext, 'url'>,
): {
  middleware: RequestHandler;
  control: Router;
} => {
  let areRefused = false;
  const control = Router();
  control.post('/facebook/status-filters', (request, response) => {
    const order = parseControlBody(refusalBody, request);
    ({ areRefused } = order);
    response.json(order);
  });
  return {
    middleware: (request, _response, next) => {
      const { searchParams } = requestAddress(request, context.url);
      const isByStatus =
        searchParams.has('effective_status') || searchParams.get('filtering')?.includes('effective_status') === true;
      if (areRefused && isByStatus) throw badParameter('Filtering by effective_status is not supported');
      next();
    },
    control,
  };
};
