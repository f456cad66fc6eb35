import { useQuery } from '@tanstack/react-query';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { readPage } from '#client/lib/api/readPage.ts';
import { listFacebookLeads } from '#shared/contracts/leads.ts';
import type { FormLead } from '#shared/contracts/leads.ts';

/** All leads of the Facebook forms, as Meta's lead service returns them. */
export const useFormLeads = () =>
  useQuery({
    queryKey: queryKeys.leads.forms('facebook'),
    queryFn: async ({ signal }) => readPage<FormLead>(await call(listFacebookLeads, { signal })),
    staleTime: 0,
  });
