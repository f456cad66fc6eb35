import type { ReadLead } from '../LeadReading.ts';

/** Adds an answer, under another name if a different answer has its own. */
export const keepAnswer = ({ answers }: ReadLead, question: string, text: string): void => {
  let name = question;
  for (let count = 2; Object.hasOwn(answers, name) && answers[name] !== text; count += 1)
    name = `${question} (${count})`;
  answers[name] = text;
};
