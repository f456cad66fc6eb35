import * as z from 'zod';
import { badParameter } from '../graph/GraphError.ts';
import type { MetaLead } from './leadTypes.ts';

const compare = {
  GREATER_THAN: (time: number, value: number): boolean => time > value,
  GREATER_THAN_OR_EQUAL: (time: number, value: number): boolean => time >= value,
  LESS_THAN: (time: number, value: number): boolean => time < value,
} as const;

const conditions = z.array(
  z.strictObject({
    field: z.literal('time_created'),
    operator: z.enum(['GREATER_THAN', 'GREATER_THAN_OR_EQUAL', 'LESS_THAN']),
    /** Unix seconds. */
    value: z.int(),
  }),
);

const parseConditions = (text: string): z.infer<typeof conditions> => {
  try {
    return conditions.parse(JSON.parse(text));
  } catch {
    throw badParameter('param filtering must be a list of conditions on time_created');
  }
};

/** Meta: `filtering` is a JSON list of conditions that must all match. Leads support only the creation time. */
export const filterLeads = (leads: readonly MetaLead[], filtering: string | null): readonly MetaLead[] => {
  if (filtering === null || filtering === '') return leads;
  const all = parseConditions(filtering);
  return leads.filter(({ createdAt }) => all.every(({ operator, value }) => compare[operator](createdAt, value)));
};
