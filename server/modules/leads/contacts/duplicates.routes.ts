import {
  getPhoneCountry,
  listSamePerson,
  mergeLeads as mergeCall,
  savePhoneCountry,
  unmergeLead as unmergeCall,
} from '#shared/contracts/duplicates.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { route } from '#server/api/route.ts';
import type { Route } from '#server/api/route.ts';
import { validationError } from '#server/lib/failures/errors.ts';
import { countries, readCountry } from '#shared/leadFiles/cells/readCountry.ts';
import { changePhoneCountry } from './fillContacts.ts';
import { readPhoneCountry } from './leadContacts.store.ts';
import { mergeLeads } from './mergeLeads.ts';
import { readSamePerson } from './samePerson.service.ts';
import { unmergeLead } from './unmergeLead.ts';

export const duplicateRoutes = (context: AppContext): Route[] => [
  route(listSamePerson, ({ caller, params }) => readSamePerson(context, caller.workspaceId, params.id)),
  route(mergeCall, async (request) => {
    const { caller, body: merge, effectId } = request;
    const given = { merge, ifMatch: request.header('if-match'), effectId };
    return { message: messages.duplicates.merged, data: await mergeLeads(context, caller, given) };
  }),
  route(unmergeCall, ({ caller, params }) => unmergeLead(context, caller, params.id)),
  route(getPhoneCountry, async ({ caller }) => ({
    data: { country: await readPhoneCountry(context.db, caller.workspaceId), countries: [...countries] },
  })),
  route(savePhoneCountry, async ({ caller, body: { country } }) => {
    if (country !== null && readCountry(country) === null) throw validationError(messages.duplicates.unknownCountry);
    await changePhoneCountry(context, caller.workspaceId, country);
    return { message: messages.duplicates.countrySaved, data: { country } };
  }),
];
