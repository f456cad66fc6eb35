import { rawAnswerName } from '#shared/lib/leadAnswers.ts';
import type { LeadAnswer } from '#shared/contracts/leads.ts';
import { messages } from '#shared/messages.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { ProviderError } from './ProviderError.ts';

export const rawAnswer = (raw: unknown): LeadAnswer => ({ name: rawAnswerName, values: [JSON.stringify(raw)] });

/** Leads without an id cannot be stored. Thrown after the other leads of the form. */
export const unreadableLeads = (platform: LeadPlatformId, count: number): ProviderError =>
  new ProviderError(platform, {
    outcome: 'account',
    userMessage: messages.leads.unreadable(count),
    providerCode: `leads-without-id: ${count}`,
  });
