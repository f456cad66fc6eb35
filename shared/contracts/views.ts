import * as z from 'zod/mini';
import { textLimits } from '../limits.ts';
import { messages } from '../messages.ts';
import { defineEndpoint } from './endpoint.ts';
import { instant, messageResponse, nameField } from './fields.ts';

/** Screens that have saved views. */
export const viewScreens = ['campaigns', 'leads'] as const;
export type ViewScreen = (typeof viewScreens)[number];

const view = z.object({
  id: z.string(),
  screen: z.enum(viewScreens),
  name: z.string(),
  /** The screen's URL query, without a question mark: `level=ad&status=paused&period=last30Days`. */
  query: z.string(),
  /** Everyone in the workspace can use it. */
  isShared: z.boolean(),
  /** The caller created it and may change and delete it. */
  isOwn: z.boolean(),
  /** The caller's default view of the screen. */
  isDefault: z.boolean(),
  /** Name of its creator. */
  ownerName: z.string(),
  updatedAt: instant,
});
export type View = z.infer<typeof view>;

const query = z
  .string()
  .check(
    z.maxLength(textLimits.viewQuery, messages.views.tooMuch),
    z.regex(/^(?:[\w%.,:~+*-]+=[\w%.,:~+*-]*(?:&|$))*$/, messages.validation.invalidField('query')),
  );

const changeable = { name: nameField, query, isShared: z.boolean(), isDefault: z.boolean() };

export const listViews = defineEndpoint({
  method: 'GET',
  path: '/views',
  access: 'user',
  summary: 'Saved views of the caller, and those shared with the workspace',
  query: z.object({ screen: z.optional(z.enum(viewScreens)) }),
  response: z.object({ data: z.array(view) }),
});

export const createView = defineEndpoint({
  method: 'POST',
  path: '/views',
  access: 'user',
  takesIdempotencyKey: true,
  summary: 'Save what a screen shows under a name',
  body: z.object({ screen: z.enum(viewScreens), ...changeable }),
  response: z.object({ message: z.string(), data: view }),
});

const params = z.object({ id: z.string() });

export const updateView = defineEndpoint({
  method: 'PATCH',
  path: '/views/:id',
  access: 'user',
  summary: 'Change a view of the caller, or make any view the default of the caller',
  params,
  body: z.partial(z.object(changeable)),
  response: z.object({ message: z.string(), data: view }),
});

export const deleteView = defineEndpoint({
  method: 'DELETE',
  path: '/views/:id',
  access: 'user',
  summary: 'Delete a view of the caller',
  params,
  response: messageResponse,
});
