import { isAllowedRange, utcDay } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { validationError } from '#server/lib/failures/errors.ts';

/** @throws AppError 400 for days that do not exist, are in the wrong order or out of bounds */
export const requireAllowedRange = ({ clock }: Pick<AppContext, 'clock'>, { since, until }: DateRange): DateRange => {
  if (!isAllowedRange({ since, until }, utcDay(clock.now()))) throw validationError(messages.validation.invalidDates);
  return { since, until };
};
