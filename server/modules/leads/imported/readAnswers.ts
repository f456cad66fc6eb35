import type { LeadAnswer } from '#shared/contracts/leads.ts';
import { importLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { storableText } from '#server/lib/storableText.ts';

/** The values of a row besides the known columns, as the answers of its lead. A text is why they cannot be stored. */
export const readAnswers = (given: Iterable<readonly [name: string, value: string]>): LeadAnswer[] | string => {
  const answers: LeadAnswer[] = [];
  const names = new Set<string>();
  for (const [name, value] of given) {
    if (value.trim() === '') continue;
    if (value.length > importLimits.valueCharacters) return messages.customLeads.valueTooLong;
    if (answers.length >= importLimits.answers) return messages.customLeads.tooManyAnswers;
    const short = storableText(name.trim().slice(0, importLimits.answerName)) || `Column ${answers.length + 1}`;
    let question = short;
    for (let number = 2; names.has(question); number += 1) question = `${short} (${number})`;
    names.add(question);
    answers.push({ name: question, values: [storableText(value)] });
  }
  return answers;
};
